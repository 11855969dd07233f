#include "couplet/methods/bridge/term_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "couplet/base/error.h"
#include "couplet/linalg/row_builder.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/text/weighted_words.h"

namespace couplet {
namespace {

constexpr std::int64_t usual_drop = 50;

/// The words of all languages in one vocabulary: number of each language's word there.
struct MergedWords {
  Vocabulary words;
  std::vector<std::vector<std::int32_t>> number;  // language, its word -> merged word
};

MergedWords merge_words(const DocumentCounts& documents) {
  MergedWords merged;
  for (const TermCounts& language : documents.languages) {
    auto& number = merged.number.emplace_back(static_cast<std::size_t>(language.words.size()));
    for (std::size_t w = 0; w < number.size(); ++w)
      number[w] = static_cast<std::int32_t>(merged.words.add(language.words.word(static_cast<std::int64_t>(w))));
  }
  return merged;
}

/// Texts of all languages that hold a merged word.
std::vector<std::int64_t> merged_frequencies(const DocumentCounts& documents, const MergedWords& merged) {
  std::vector<std::int64_t> df(merged.words.size(), 0);
  for (std::size_t m = 0; m < documents.languages.size(); ++m)
    for (std::size_t w = 0; w < merged.number[m].size(); ++w)
      df[merged.number[m][w]] += documents.languages[m].frequencies[w];
  return df;
}

/// Words by falling document frequency, without the first `drop`, at most options.terms.
TermList choose(const Vocabulary& words, const std::vector<std::int64_t>& df, std::int64_t texts, double mean_length,
                std::int64_t usual, const TermOptions& options) {
  std::vector<std::int64_t> order;
  for (std::int64_t w = 0; w < words.size(); ++w)
    if (df[w] > 0) order.push_back(w);
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    const std::int64_t da = df[a], db = df[b];
    return da != db ? da > db : words.word(a) < words.word(b);
  });
  const std::int64_t drop =
      options.drop_frequent >= 0 ? options.drop_frequent : std::min(usual, std::ssize(order) / 100);
  TermList list;
  std::vector<double> weights;
  for (std::int64_t at = drop; at < std::ssize(order) && list.words.size() < options.terms; ++at) {
    const std::int64_t word = order[at], count = df[word];
    if (count < options.min_documents) break;
    list.words.add(words.word(word));
    weights.push_back(document_weight(options.weighting.idf, texts, count));
  }
  list.weights = Eigen::Map<const VectorD>(weights.data(), std::ssize(weights));
  list.mean_length = mean_length > 0 ? mean_length : 1;
  return list;
}

void require_terms(const TermList& list, const std::string& name) {
  if (list.words.size() == 0 || !(list.weights.array() > 0).any())
    throw Error(ErrorCode::data, name, "no vocabulary is left",
                "lower --drop-frequent or --min-documents, or look at --text");
}

/// Row of the term space for each word of a language; -1: not a term.
std::vector<std::int32_t> rows_of_words(const TermCounts& counts, Index language, const TermSpace& space) {
  std::vector<std::int32_t> rows(counts.words.size());
  for (std::size_t w = 0; w < rows.size(); ++w) {
    const std::int64_t found = space.list(language).words.find(counts.words.word(static_cast<std::int64_t>(w)));
    rows[w] = static_cast<std::int32_t>(found < 0 ? -1 : found + space.first_row(language));
  }
  return rows;
}

}  // namespace

TermSpace::TermSpace(Index languages, std::vector<TermList> lists, TermFrequency tf, Bm25 bm25)
    : languages_(languages), lists_(std::move(lists)), tf_(tf), bm25_(bm25) {
  if (lists_.size() != 1 && std::ssize(lists_) != languages_)
    throw Error(ErrorCode::internal, "term space", "as many vocabularies as languages, or one, are needed");
  for (const TermList& list : lists_) {
    if (list.weights.size() != list.words.size())
      throw Error(ErrorCode::internal, "term space", "words and weights do not fit");
    first_rows_.push_back(rows_);
    rows_ += list.words.size();
  }
}

TermSpace TermSpace::with_power(double power) const {
  TermSpace result = *this;
  for (TermList& list : result.lists_) list.weights = list.weights.array().pow(power);
  return result;
}

std::string_view TermSpace::word(Index row) const {
  std::size_t at = lists_.size() - 1;
  while (first_rows_[at] > row) --at;
  return lists_[at].words.word(row - first_rows_[at]);
}

double TermSpace::weight(double count, Index row_in_list, const TermList& list, double length) const {
  return term_weight(tf_, count, {length, list.mean_length}, bm25_) * list.weights[row_in_list];
}

std::vector<WeightedTerm> TermSpace::weigh(std::span<const std::string_view> tokens, Index language) const {
  const TermList& terms = list(language);
  if (weights_given()) return weigh_given(tokens, language);
  std::vector<std::int64_t> numbers;
  for (const std::string_view token : tokens)
    if (const std::int64_t found = terms.words.find(token); found >= 0) numbers.push_back(found);
  std::sort(numbers.begin(), numbers.end());
  std::vector<WeightedTerm> result;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end < numbers.size() && numbers[end] == numbers[i]) ++end;
    const double value = weight(static_cast<double>(end - i), numbers[i], terms, static_cast<double>(tokens.size()));
    if (value != 0) result.push_back({numbers[i] + first_row(language), value});
    i = end;
  }
  return result;
}

std::vector<WeightedTerm> TermSpace::weigh_given(std::span<const std::string_view> tokens, Index language) const {
  std::map<Index, double> weights;
  for (const WeightedWord& word : weighted_words(tokens))
    if (const std::int64_t found = list(language).words.find(word.word); found >= 0)
      weights[found + first_row(language)] += word.weight * list(language).weights[found];
  std::vector<WeightedTerm> result;
  for (const auto& [row, weight] : weights)
    if (weight != 0) result.push_back({row, weight});
  return result;
}

TermSpace choose_terms(const DocumentCounts& documents, const TermOptions& options) {
  std::vector<TermList> lists;
  const std::int64_t n = documents.documents();
  const auto languages = std::ssize(documents.languages);
  const std::int64_t texts = n * languages;
  if (options.shared) {
    const MergedWords merged = merge_words(documents);
    double length = 0;
    for (const double mean : documents.mean_lengths) length += mean;
    lists.push_back(choose(merged.words, merged_frequencies(documents, merged), texts,
                           length / static_cast<double>(languages), usual_drop, options));
    require_terms(lists.back(), "the documents");
  } else {
    for (std::size_t m = 0; m < documents.languages.size(); ++m) {
      const TermCounts& language = documents.languages[m];
      lists.push_back(choose(language.words, language.frequencies, texts, documents.mean_lengths[m],
                             usual_drop / languages, options));
      require_terms(lists.back(), documents.names[m]);
    }
  }
  return TermSpace(languages, std::move(lists), options.weighting.tf, options.weighting.bm25);
}

namespace {

/// Adds texts to a matrix of weights.
class WeightedRows {
 public:
  WeightedRows(const DocumentCounts& documents, Index language, const TermSpace& space)
      : counts_(documents.languages[language]),
        space_(space),
        list_(space.list(language)),
        first_row_(space.first_row(language)),
        rows_(rows_of_words(counts_, language, space)) {}

  /// text: among those here.
  void add(std::int64_t text) {
    for (std::int64_t e = counts_.offsets[text]; e < counts_.offsets[text + 1]; ++e)
      if (const std::int32_t row = rows_[counts_.terms[e]]; row >= 0) builder_.add(row, counts_.counts[e]);
    builder_.finish_row([&](std::int32_t row, double count) {
      return space_.weight(count, row - first_row_, list_, static_cast<double>(counts_.lengths[text]));
    });
  }
  void reserve(std::int64_t entries) { builder_.reserve(entries); }
  void add_empty(std::int64_t texts) { builder_.add_empty(texts); }
  CsrMatrix<double> matrix() { return builder_.matrix(space_.rows()); }

 private:
  const TermCounts& counts_;
  const TermSpace& space_;
  const TermList& list_;
  Index first_row_;
  std::vector<std::int32_t> rows_;
  RowBuilder<double> builder_;
};

}  // namespace

OwnedRows<double> weighted_texts(const DocumentCounts& documents, Index language, const TermSpace& space) {
  WeightedRows rows(documents, language, space);
  rows.reserve(std::ssize(documents.languages[language].terms));
  rows.add_empty(documents.first);
  for (std::int64_t text = 0; text < documents.own(); ++text) rows.add(text);
  rows.add_empty(documents.documents() - documents.first - documents.own());
  return {rows.matrix(), documents.begins};
}

CsrMatrix<double> weighted_rows(const DocumentCounts& documents, std::span<const Index> numbers, Index language,
                                const TermSpace& space) {
  WeightedRows rows(documents, language, space);
  for (const Index number : numbers) {
    const Index text = number - documents.first;
    text >= 0 && text < documents.own() ? rows.add(text) : rows.add_empty(1);
  }
  return rows.matrix();
}

OwnedRows<double> joined_texts(const DocumentCounts& documents, const TermSpace& space) {
  std::vector<std::vector<std::int32_t>> rows;
  for (Index m = 0; m < space.languages(); ++m) rows.push_back(rows_of_words(documents.languages[m], m, space));
  std::vector<const TermList*> list_of(space.rows());
  std::vector<std::int32_t> first_of(list_of.size());
  for (Index m = 0; m < space.languages(); ++m)
    for (Index w = 0; w < space.list(m).words.size(); ++w) {
      const auto row = static_cast<std::size_t>(w + space.first_row(m));
      list_of[row] = &space.list(m);
      first_of[row] = static_cast<std::int32_t>(space.first_row(m));
    }
  RowBuilder<double> builder;
  builder.add_empty(documents.first);
  for (std::int64_t i = 0; i < documents.own(); ++i) {
    double length = 0;
    for (std::size_t m = 0; m < rows.size(); ++m) {
      const TermCounts& counts = documents.languages[m];
      length += static_cast<double>(counts.lengths[i]);
      for (std::int64_t e = counts.offsets[i]; e < counts.offsets[i + 1]; ++e)
        if (const std::int32_t row = rows[m][counts.terms[e]]; row >= 0) builder.add(row, counts.counts[e]);
    }
    builder.finish_row([&](std::int32_t row, double count) {
      const auto at = static_cast<std::size_t>(row);
      return space.weight(count, row - first_of[at], *list_of[at], length);
    });
  }
  builder.add_empty(documents.documents() - documents.first - documents.own());
  return {builder.matrix(space.rows()), documents.begins};
}

std::vector<OwnedRows<double>> even_rows(const std::vector<OwnedRows<double>>& matrices, Team& team) {
  std::vector<VectorD> squares;
  double sum = 0;
  Index count = 0;
  for (const auto& [matrix, begins] : matrices) {
    VectorD& square = squares.emplace_back(VectorD::Zero(matrix.rows()));
    for (Index i = 0; i < matrix.rows(); ++i)
      for (std::int64_t e = matrix.offsets()[i]; e < matrix.offsets()[i + 1]; ++e)
        square[i] += matrix.values()[e] * matrix.values()[e];
    if (!begins.empty()) exchange_rows<double>(Eigen::Map<MatrixD>(square.data(), square.size(), 1), begins, team);
    count += (square.array() > 0).count();
    sum += square.sum();
  }
  const double usual = count > 0 ? sum / static_cast<double>(count) : 0;
  std::vector<OwnedRows<double>> result;
  for (std::size_t m = 0; m < matrices.size(); ++m) {
    const CsrMatrix<double>& matrix = matrices[m].matrix;
    std::vector<double> values = matrix.values();
    for (Index i = 0; i < matrix.rows(); ++i)
      for (std::int64_t e = matrix.offsets()[i]; e < matrix.offsets()[i + 1]; ++e)
        values[e] *= std::sqrt(usual / squares[m][i]);
    result.push_back(matrices[m].with_values(std::move(values)));
  }
  return result;
}

}  // namespace couplet
