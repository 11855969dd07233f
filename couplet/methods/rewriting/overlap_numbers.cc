#include "couplet/methods/rewriting/overlap_numbers.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "couplet/text/utf8.h"

namespace couplet {

namespace {

using Units = std::vector<std::string>;

Units word_grams(const Units& words, std::size_t k) {
  Units grams;
  for (std::size_t i = 0; i + k <= words.size(); ++i) {
    std::string& gram = grams.emplace_back(words[i]);
    for (std::size_t j = i + 1; j < i + k; ++j) gram.append(" ").append(words[j]);
  }
  return grams;
}

Units near_pairs(const Units& words) {
  constexpr std::size_t reach = 4;
  Units pairs;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t j = i + 1; j < std::min(words.size(), i + reach + 1); ++j)
      pairs.push_back(words[i] + " " + words[j]);
  return pairs;
}

Units character_grams(const Sentence& sentence, std::size_t k) {
  std::string text;
  for (const TaggedWord& word : sentence) text.append(text.empty() ? "" : " ").append(word.word);
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size(); at += sequence_length(text[at])) starts.push_back(at);
  starts.push_back(text.size());
  Units grams;
  for (std::size_t i = 0; i + k < starts.size(); ++i)
    grams.push_back(text.substr(starts[i], starts[i + k] - starts[i]));
  return grams;
}

bool begins_with_digit(const TaggedWord& word) {
  return !word.word.empty() && word.word[0] >= '0' && word.word[0] <= '9';
}

std::size_t longest_common_subsequence(const Units& left, const Units& right) {
  std::vector<std::size_t> row(right.size() + 1, 0);
  for (const std::string& word : left) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = word == right[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

/// Gathers the numbers, two at a time.
class Numbers {
 public:
  explicit Numbers(bool both_ways) : both_ways_(both_ways) {}

  void add(double first, double second) {
    if (both_ways_ && first < second) std::swap(first, second);
    values_.push_back(first);
    values_.push_back(second);
  }
  void add_shares(std::size_t right_found, std::size_t right, std::size_t left_found, std::size_t left) {
    const auto share = [](std::size_t found, std::size_t of) {
      return of == 0 ? 1 : static_cast<double>(found) / static_cast<double>(of);
    };
    add(share(right_found, right), share(left_found, left));
  }
  /// As often as both sides have a unit.
  void add_common(Units left, Units right) {
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    Units both;
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
    add_shares(both.size(), right.size(), both.size(), left.size());
  }
  /// Of the words wanted on a side, those that the other side has anywhere.
  template <class Wanted>
  void add_found(const SentencePair& pair, Wanted&& wanted) {
    std::size_t found[2] = {0, 0}, all[2] = {0, 0};
    for (const int side : {0, 1}) {
      const Sentence &own = side == 0 ? pair.right : pair.left, &other = side == 0 ? pair.left : pair.right;
      for (const TaggedWord& word : own) {
        if (!wanted(word)) continue;
        ++all[side];
        found[side] += std::any_of(other.begin(), other.end(), [&](const auto& met) { return met.word == word.word; });
      }
    }
    add_shares(found[0], all[0], found[1], all[1]);
  }
  std::vector<double> take() { return std::move(values_); }

 private:
  bool both_ways_;
  std::vector<double> values_;
};

MatrixD numbers_of(std::span<const SentencePair> pairs, const std::string& stemmer, bool both_ways, const Run& run) {
  MatrixD matrix(static_cast<Index>(pairs.size()), overlap_count);
  run.pool.for_blocks(matrix.rows(), 64, [&](Index begin, Index end) {
    Stemmer own(stemmer);
    for (Index i = begin; i < end; ++i) {
      const std::vector<double> numbers = overlap_numbers(pairs[i], own, both_ways);
      for (Index j = 0; j < overlap_count; ++j) matrix(i, j) = numbers[j];
    }
  });
  return matrix;
}

}  // namespace

std::vector<double> overlap_numbers(const SentencePair& pair, Stemmer& stemmer, bool both_ways) {
  Units left, right;
  for (const TaggedWord& word : pair.left) left.emplace_back(stemmer.stem(word.word));
  for (const TaggedWord& word : pair.right) right.emplace_back(stemmer.stem(word.word));
  Numbers numbers(both_ways);
  for (const std::size_t k : {1, 2, 3, 4}) numbers.add_common(word_grams(left, k), word_grams(right, k));
  numbers.add_common(near_pairs(left), near_pairs(right));
  for (const std::size_t k : {2, 3, 4})
    numbers.add_common(character_grams(pair.left, k), character_grams(pair.right, k));
  const std::size_t in_order = longest_common_subsequence(left, right);
  numbers.add_shares(in_order, right.size(), in_order, left.size());
  numbers.add_found(pair, begins_with_digit);
  numbers.add_found(pair, [](const TaggedWord& word) { return !word.entity.empty() && !begins_with_digit(word); });
  numbers.add(std::log1p(static_cast<double>(right.size())), std::log1p(static_cast<double>(left.size())));
  return numbers.take();
}

OverlapScale OverlapScale::from(std::span<const SentencePair> pairs, const std::string& stemmer, bool both_ways,
                                const Run& run) {
  const MatrixD numbers = numbers_of(pairs, stemmer, both_ways, run);
  OverlapScale scale;
  for (Index j = 0; j < overlap_count; ++j) {
    const double mean = numbers.col(j).mean();
    const double deviation = std::sqrt((numbers.col(j).array() - mean).square().mean());
    scale.mean.push_back(mean);
    scale.deviation.push_back(deviation > 1e-9 ? deviation : 1);  // the same for all pairs: says nothing
  }
  return scale;
}

MatrixD OverlapScale::scaled(std::span<const SentencePair> pairs, const std::string& stemmer, bool both_ways,
                             const Run& run) const {
  MatrixD numbers = numbers_of(pairs, stemmer, both_ways, run);
  for (Index j = 0; j < overlap_count; ++j) numbers.col(j) = (numbers.col(j).array() - mean[j]) / deviation[j];
  return numbers;
}

MatrixD gaussian(const MatrixD& left, const MatrixD& right, const Run& run) {
  MatrixD values(left.rows(), right.rows());
  const double scale = -1 / (2 * static_cast<double>(left.cols()));
  run.pool.for_blocks(left.rows(), 64, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < right.rows(); ++j)
        values(i, j) = std::exp(scale * (left.row(i) - right.row(j)).squaredNorm());
  });
  return values;
}

}  // namespace couplet
