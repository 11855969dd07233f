#include "couplet/methods/bridge/translation_table.h"

#include <fmt/format.h>

#include "couplet/linalg/row_builder.h"
#include "couplet/methods/alignment/model_one.h"

namespace couplet {
namespace {

/// Occurrences of a language's terms in its texts.
CsrMatrix<double> occurrences(const DocumentCounts& documents, Index language, const TermSpace& space) {
  const TermCounts& counts = documents.languages[language];
  std::vector<std::int32_t> number(counts.words.size());
  for (std::size_t w = 0; w < number.size(); ++w)
    number[w] =
        static_cast<std::int32_t>(space.list(language).words.find(counts.words.word(static_cast<std::int64_t>(w))));
  RowBuilder<double> rows;
  for (std::int64_t i = 0; i < counts.texts; ++i) {
    for (std::int64_t e = counts.offsets[i]; e < counts.offsets[i + 1]; ++e)
      if (const std::int32_t word = number[counts.terms[e]]; word >= 0)
        rows.add(word, static_cast<double>(counts.counts[e]));
    rows.finish_row([](std::int32_t, double count) { return count; });
  }
  return rows.matrix(space.list(language).words.size());
}

}  // namespace

CsrMatrix<float> translation_table(const CsrMatrix<double>& left, const CsrMatrix<double>& right,
                                   const TranslationOptions& options, const Run& run) {
  std::vector<Translations> rows = model_one(left, right, options.rounds, 500, run);
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (Index word = 0; word < left.cols(); ++word) {
    Translations& row = rows[word];
    keep_largest(row, static_cast<std::size_t>(options.translations), options.least);
    for (const Translation& t : row) {
      columns.push_back(t.word);
      values.push_back(t.probability);
    }
    offsets.push_back(std::ssize(columns));
  }
  return CsrMatrix<float>(left.cols(), right.cols(), std::move(offsets), std::move(columns), std::move(values));
}

CsrMatrix<float> translating_projection(const DocumentCounts& documents, const TermSpace& space,
                                        const TranslationOptions& options, FitReport& report, const Run& run) {
  const CsrMatrix<float> table =
      translation_table(occurrences(documents, 0, space), occurrences(documents, 1, space), options, run);
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
