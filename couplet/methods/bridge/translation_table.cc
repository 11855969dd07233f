#include "couplet/methods/bridge/translation_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include "couplet/base/error.h"
#include "couplet/linalg/row_builder.h"
#include "couplet/methods/alignment/model_one.h"
#include "couplet/text/field_reader.h"

namespace couplet {
namespace {

/// Occurrences of a language's terms in its texts, of all processes.
CsrMatrix<double> occurrences(const DocumentCounts& documents, Index language, const TermSpace& space, Team& team) {
  const TermCounts& counts = documents.languages[language];
  std::vector<std::int32_t> number(counts.words.size());
  for (std::size_t w = 0; w < number.size(); ++w)
    number[w] =
        static_cast<std::int32_t>(space.list(language).words.find(counts.words.word(static_cast<std::int64_t>(w))));
  RowBuilder<double> rows;
  rows.add_empty(documents.first);
  for (std::int64_t i = 0; i < counts.texts; ++i) {
    for (std::int64_t e = counts.offsets[i]; e < counts.offsets[i + 1]; ++e)
      if (const std::int32_t word = number[counts.terms[e]]; word >= 0)
        rows.add(word, static_cast<double>(counts.counts[e]));
    rows.finish_row([](std::int32_t, double count) { return count; });
  }
  rows.add_empty(documents.documents() - documents.first - documents.own());
  return whole_everywhere({rows.matrix(space.list(language).words.size()), documents.begins}, team);
}

/// The table of what is kept of the rows.
CsrMatrix<float> table_of(std::span<Translations> rows, Index right_words, const TranslationOptions& options) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (Translations& row : rows) {
    keep_largest(row, static_cast<std::size_t>(options.translations), options.least);
    for (const Translation& t : row) {
      columns.push_back(t.word);
      values.push_back(t.probability);
    }
    offsets.push_back(std::ssize(columns));
  }
  return CsrMatrix<float>(std::ssize(rows), right_words, std::move(offsets), std::move(columns), std::move(values));
}

}  // namespace

CsrMatrix<float> translation_table(const CsrMatrix<double>& left, const CsrMatrix<double>& right,
                                   const TranslationOptions& options, const Run& run) {
  std::vector<Translations> rows = model_one(left, right, options.rounds, 500, run);
  return table_of(std::span(rows).first(static_cast<std::size_t>(left.cols())), right.cols(), options);
}

CsrMatrix<float> read_translations(const std::string& path, const TermSpace& space, const TranslationOptions& options) {
  const Vocabulary &left = space.list(0).words, &right = space.list(1).words;
  std::vector<std::map<std::int32_t, float>> found(left.size());
  Source file;
  file.paths = {path};
  FieldReader reader(file, {"1", "2", "3"});
  for (std::vector<std::string> fields; reader.next(fields);) {
    float probability = 0;
    const char* end = fields[2].data() + fields[2].size();
    const auto [stop, failure] = std::from_chars(fields[2].data(), end, probability);
    if (failure != std::errc() || stop != end || !(probability >= 0) || probability > 1)
      throw Error(ErrorCode::data, reader.place(), "'" + fields[2] + "' is not a probability",
                  "write a left word, a right word and a number from 0 to 1");
    const std::int64_t from = left.find(fields[0]), to = right.find(fields[1]);
    if (from >= 0 && to >= 0) found[from][static_cast<std::int32_t>(to)] = probability;
  }
  std::vector<Translations> rows(left.size());
  for (std::size_t word = 0; word < rows.size(); ++word)
    for (const auto& [to, probability] : found[word]) rows[word].push_back({to, probability});
  return table_of(rows, right.size(), options);
}

CsrMatrix<float> translating_projection(const DocumentCounts& documents, const TermSpace& space,
                                        const TranslationOptions& options, const std::string& file, FitReport& report,
                                        const Run& run) {
  const CsrMatrix<float> table = file.empty()
                                     ? translation_table(occurrences(documents, 0, space, *run.team),
                                                         occurrences(documents, 1, space, *run.team), options, run)
                                     : read_translations(file, space, options);
  Index translated = 0;
  for (Index word = 0; word < table.rows(); ++word) translated += table.offsets()[word + 1] > table.offsets()[word];
  report.add("translated", fmt::format("{} of {} words, {} translations", translated, table.rows(), table.nonzeros()));
  std::vector<std::int64_t> offsets = table.offsets();
  std::vector<std::int32_t> columns = table.columns();
  std::vector<float> values = table.values();
  for (Index word = 0; word < table.cols(); ++word) {
    columns.push_back(static_cast<std::int32_t>(word));
    values.push_back(1);
    offsets.push_back(std::ssize(columns));
  }
  return CsrMatrix<float>(space.rows(), table.cols(), std::move(offsets), std::move(columns), std::move(values));
}

}  // namespace couplet
