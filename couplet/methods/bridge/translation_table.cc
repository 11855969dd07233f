#include "couplet/methods/bridge/translation_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include "couplet/base/error.h"
#include "couplet/linalg/row_builder.h"
#include "couplet/text/field_reader.h"

namespace couplet {
namespace {

constexpr std::size_t kept_between_rounds = 500;
constexpr Index words_a_block = 64;

struct Translation {
  std::int32_t word;
  float probability;
};
using Translations = std::vector<Translation>;

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

/// The `most` largest of at least `least`, words ascending.
void keep_largest(Translations& row, std::size_t most, double least) {
  std::erase_if(row, [&](const Translation& t) { return static_cast<double>(t.probability) < least; });
  if (row.size() > most) {
    std::sort(row.begin(), row.end(), [](const Translation& a, const Translation& b) {
      return a.probability != b.probability ? a.probability > b.probability : a.word < b.word;
    });
    row.resize(most);
  }
  std::sort(row.begin(), row.end(), [](const Translation& a, const Translation& b) { return a.word < b.word; });
}

class ModelOne {
 public:
  ModelOne(const CsrMatrix<double>& left, const CsrMatrix<double>& right)
      : left_(left),
        right_(right),
        documents_of_(left.transposed()),
        rows_(static_cast<std::size_t>(left.cols()) + 1),
        inverse_(right.values().size()) {}

  void round(bool first, const Run& run) {
    // What a right word gets from all left words of its document, and from the empty one.
    run.pool.for_blocks(right_.rows(), 64, [&](Index begin, Index end) {
      std::vector<double> sums(right_.cols(), 0);
      for (Index i = begin; i < end; ++i) add_sources(i, first, sums);
    });
    run.stop->check();
    const Index words = left_.cols() + 1;
    run.pool.for_blocks(words, words_a_block, [&](Index begin, Index end) {
      std::vector<double> now(right_.cols(), 0), next(now.size(), 0);
      for (Index word = begin; word < end; ++word) update(word, first, now, next);
    });
  }
  std::vector<Translations>& rows() { return rows_; }

 private:
  void add_sources(Index document, bool first, std::vector<double>& sums) {
    const auto& offsets = right_.offsets();
    double uniform = 1;
    for (std::int64_t e = left_.offsets()[document]; e < left_.offsets()[document + 1]; ++e) {
      uniform += left_.values()[e];
      if (first) continue;
      for (const Translation& t : rows_[left_.columns()[e]])
        sums[t.word] += left_.values()[e] * static_cast<double>(t.probability);
    }
    for (const Translation& t : rows_.back()) sums[t.word] += static_cast<double>(t.probability);
    for (std::int64_t f = offsets[document]; f < offsets[document + 1]; ++f) {
      const double sum = first ? uniform : sums[right_.columns()[f]];
      inverse_[f] = static_cast<float>(sum > 0 ? 1 / sum : 0);
    }
    if (first) return;
    for (std::int64_t e = left_.offsets()[document]; e < left_.offsets()[document + 1]; ++e)
      for (const Translation& t : rows_[left_.columns()[e]]) sums[t.word] = 0;
    for (const Translation& t : rows_.back()) sums[t.word] = 0;
  }

  void collect(Index document, double count, bool first, const std::vector<double>& now, std::vector<double>& next) {
    for (std::int64_t f = right_.offsets()[document]; f < right_.offsets()[document + 1]; ++f) {
      const auto word = static_cast<std::size_t>(right_.columns()[f]);
      const double probability = first ? 1 : now[word];
      next[word] += count * right_.values()[f] * probability * static_cast<double>(inverse_[f]);
    }
  }

  void update(Index word, bool first, std::vector<double>& now, std::vector<double>& next) {
    Translations& row = rows_[word];
    for (const Translation& t : row) now[t.word] = static_cast<double>(t.probability);
    const bool empty_word = word == left_.cols();
    if (empty_word) {
      for (Index i = 0; i < right_.rows(); ++i) collect(i, 1, first, now, next);
    } else {
      for (std::int64_t e = documents_of_.offsets()[word]; e < documents_of_.offsets()[word + 1]; ++e)
        collect(documents_of_.columns()[e], documents_of_.values()[e], first, now, next);
    }
    for (const Translation& t : row) now[t.word] = 0;
    double total = 0;
    for (const double value : next) total += value;
    row.clear();
    for (std::size_t w = 0; w < next.size(); ++w) {
      if (next[w] > 0) row.push_back({static_cast<std::int32_t>(w), static_cast<float>(next[w] / total)});
      next[w] = 0;
    }
    if (!empty_word) keep_largest(row, kept_between_rounds, 0);
  }

  const CsrMatrix<double>&left_, &right_;
  CsrMatrix<double> documents_of_;  // left word -> documents
  std::vector<Translations> rows_;  // by left word; the last is the empty word
  std::vector<float> inverse_;      // 1 / sum of sources, by entry of right_
};

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
  Stage stage(*run.observer, "learning translations", options.rounds, "rounds");
  ModelOne model(left, right);
  for (std::int64_t round = 0; round < options.rounds; ++round) {
    model.round(round == 0, run);
    stage.advance_to(round + 1);
  }
  return table_of(std::span(model.rows()).first(static_cast<std::size_t>(left.cols())), right.cols(), options);
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
  const CsrMatrix<float> table =
      file.empty() ? translation_table(occurrences(documents, 0, space), occurrences(documents, 1, space), options, run)
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
