// How the clues of a pair are weighed: learned against pairs spoilt on purpose.
#pragma once

#include "couplet/methods/cleaning/cleaner.h"
#include "couplet/methods/cleaning/corpus_sample.h"
#include "couplet/methods/cleaning/share_of_wrong.h"

namespace couplet {

struct Judgement {
  ClueProfile profile;
  ClueWeights weights;
  ShareOfWrong share;
  double random_log_odds = 0, random_spread = 1;
};

/// Pairs that somebody judged.
struct JudgedExamples {
  std::vector<std::string> left, right;
  std::vector<double> outside;  // scores from elsewhere, NaN where there is none
  std::vector<int> good;        // 1 or 0
};

/// Good pairs are those of the sample, as far as they look good: each counts with its probability by the round before,
/// since a corpus to be cleaned is not clean. Bad ones are pairs of the sample spoilt in known ways; how often each way
/// occurs in the corpus is learned in the same rounds (share_of_ways.h). The odds are those of the corpus. Labelled
/// pairs count beside them: n of them as much as the others when n is large, and n / (n + 200) as much when it is not.
/// Scores from elsewhere are known of pairs of the corpus alone, not of spoilt ones: what they are worth is learned at
/// the end, from the probabilities without them.
///
/// The interval of the share is that of resampled pairs, widened by how much the share depends on which ways to spoil a
/// pair are known (a fifth of them left out at a time).
Judgement learn_judgement(const CleanerModel& model, const CorpusSample& sample, const JudgedExamples& labelled,
                          const Run& run);

}  // namespace couplet
