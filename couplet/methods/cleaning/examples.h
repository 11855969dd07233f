// What a cleaner learns to judge from: pairs of the corpus, and pairs of it spoilt on purpose.
#pragma once

#include "couplet/methods/cleaning/cleaner.h"
#include "couplet/methods/cleaning/corpus_sample.h"

namespace couplet {

/// Pairs with what their texts do not tell.
struct Examples {
  PairBatch pairs;
  std::vector<std::size_t> folds;
  std::vector<PairContext> contexts;
  std::vector<std::size_t> ways;  // in which they were spoilt; empty: they are the corpus's own

  std::vector<RawClues> clues(const CleanerModel& model, const Run& run) const {
    return model.raw_clues(pairs, &folds, &contexts, run);
  }
};

/// At most 20,000 of the sample's pairs as they are.
Examples corpus_examples(const CleanerModel& model, const CorpusSample& sample);

/// About as many spoilt ones, each way as often as any other.
Examples spoilt_examples(const CleanerModel& model, const CorpusSample& sample, std::uint64_t seed);

}  // namespace couplet
