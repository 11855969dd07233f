// Which places of a text are predicted, and what from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/methods/context/context_output.h"

namespace couplet {

/// Frequent words teach little: of the places of a word with share f of the text, sqrt(threshold / f) are predicted,
/// all when that is 1 or more, or threshold 0 (as word2vec leaves words out; here they are still read). Candidates are
/// drawn by the .75th power of the counts of what is predicted, with repetitions.
class ContextSampler {
 public:
  /// counts: by word; sentence_start and sentence_end have none. samples 0: all words are candidates.
  ContextSampler(std::span<const std::int64_t> counts, double threshold, std::int64_t samples);

  /// By word: the share of its places that is predicted.
  std::span<const float> kept() const { return kept_; }
  ContextCandidates<float> draw(Random& random) const;
  /// All words, corrected for the places that were left out: what the model's probabilities are.
  static ContextCandidates<float> all(std::span<const float> kept);

 private:
  std::vector<float> kept_;
  std::vector<double> up_to_;  // chance of being drawn, summed up
  MatrixF corrections_;        // -ln chance
  std::int64_t samples_;
};

}  // namespace couplet
