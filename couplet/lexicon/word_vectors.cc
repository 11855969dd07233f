#include "couplet/lexicon/word_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/lexicon/subword_ngrams.h"

namespace couplet {

WordVectors::WordVectors(Vocabulary words, std::int64_t dimension, std::span<const float> values,
                         std::optional<Subwords> subwords, std::shared_ptr<const void> owner)
    : words_(std::move(words)),
      dimension_(dimension),
      values_(values),
      subwords_(std::move(subwords)),
      owner_(std::move(owner)) {
  const auto floats = static_cast<std::int64_t>(values_.size());
  if (dimension_ < 1 || floats % dimension_ != 0 || floats / dimension_ != words_.size())
    throw Error(ErrorCode::internal, "word vectors",
                fmt::format("{} floats for {} words of dimension {}", floats, words_.size(), dimension_));
  if (!subwords_) return;
  const auto ngram_floats = static_cast<std::int64_t>(subwords_->values.size());
  if (ngram_floats % dimension_ != 0 || ngram_floats / dimension_ != subwords_->buckets)
    throw Error(
        ErrorCode::internal, "word vectors",
        fmt::format("{} floats for {} n-gram buckets of dimension {}", ngram_floats, subwords_->buckets, dimension_));
}

std::span<const float> WordVectors::row(std::int64_t number) const {
  return values_.subspan(number * dimension_, static_cast<std::size_t>(dimension_));
}

bool WordVectors::find(std::string_view word, std::span<float> out) const {
  if (static_cast<std::int64_t>(out.size()) != dimension_)
    throw Error(ErrorCode::internal, "word vectors",
                fmt::format("room for {} values, the dimension is {}", out.size(), dimension_));
  if (const std::int64_t number = words_.find(word); number >= 0) {
    std::ranges::copy(row(number), out.begin());
    return true;
  }
  std::ranges::fill(out, 0.0f);
  if (!subwords_) return false;
  const std::vector<std::int64_t> buckets = ngram_buckets(word, *subwords_);
  if (buckets.empty()) return false;
  std::vector<double> sum(out.size(), 0.0);
  for (const std::int64_t bucket : buckets) {
    const float* ngram = subwords_->values.data() + bucket * dimension_;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<double>(ngram[i]);
  }
  const auto count = static_cast<double>(buckets.size());
  for (std::size_t i = 0; i < sum.size(); ++i) out[i] = static_cast<float>(sum[i] / count);
  return true;
}

}  // namespace couplet
