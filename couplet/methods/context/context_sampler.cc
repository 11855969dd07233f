#include "couplet/methods/context/context_sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/methods/language/language_text.h"

namespace couplet {
namespace {

constexpr float never = -1e4F;  // added to the score of what is no word

}  // namespace

ContextSampler::ContextSampler(std::span<const std::int64_t> counts, double threshold, std::int64_t samples)
    : samples_(samples) {
  const auto total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
  const Index words = std::ssize(counts);
  corrections_.setZero(words, 1);
  for (const Index mark : {sentence_start, sentence_end}) corrections_(mark, 0) = never;
  double sum = 0;
  for (Index word = 0; word < words; ++word) {
    // Other texts have unknown words even where this one has none.
    const auto count =
        static_cast<double>(word == unknown_word ? std::max<std::int64_t>(counts[word], 1) : counts[word]);
    const double share = threshold > 0 && count > 0 ? std::min(1.0, std::sqrt(threshold * total / count)) : 1;
    kept_.push_back(static_cast<float>(share));
    sum += std::pow(count * share, 0.75);
    up_to_.push_back(sum);
  }
  for (Index word = 0; samples > 0 && word < words; ++word) {
    const double chance = (up_to_[word] - (word > 0 ? up_to_[word - 1] : 0)) / sum;
    if (chance > 0) corrections_(word, 0) = static_cast<float>(-std::log(chance));
  }
}

ContextCandidates<float> ContextSampler::draw(Random& random) const {
  ContextCandidates<float> candidates;
  candidates.corrections = corrections_;
  for (std::int64_t i = 0; i < samples_; ++i) {
    const auto at = std::upper_bound(up_to_.begin(), up_to_.end(), random.uniform() * up_to_.back());
    candidates.words.push_back(static_cast<std::int32_t>(std::min(at, up_to_.end() - 1) - up_to_.begin()));
  }
  return candidates;
}

ContextCandidates<float> ContextSampler::all(std::span<const float> kept) {
  ContextCandidates<float> candidates;
  candidates.corrections.resize(std::ssize(kept), 1);
  for (Index word = 0; word < std::ssize(kept); ++word) candidates.corrections(word, 0) = -std::log(kept[word]);
  for (const Index mark : {sentence_start, sentence_end}) candidates.corrections(mark, 0) = never;
  return candidates;
}

}  // namespace couplet
