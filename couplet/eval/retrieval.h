// Finding each text's counterpart among all texts of the other side, in both directions.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/eval/measure.h"
#include "couplet/search/margin.h"

namespace couplet {

/// Rank from 1 of each text's counterpart, by side of the query. Ties are errors; a text that is not known (or whose
/// counterpart is not) has the last rank.
struct RetrievalRanks {
  std::vector<std::int64_t> left_to_right, right_to_left;
  std::int64_t covered = 0;  // pairs with both sides known
};

/// left, right: n x d, row i of one belongs to row i of the other. known: n each. Scores in blocks of rows, n numbers
/// each. Scores that differ by rounding only (1e-12) are ties. Same result at any thread count. Throws Error(internal)
/// when the shapes do not fit, Error(usage) for a negative margin.
RetrievalRanks retrieval_ranks(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                               const std::vector<bool>& right_known, const Run& run, const PairScoring& scoring = {});

/// One value a pair, the mean of both directions: whether the counterpart is the first, and one over its rank.
std::vector<double> accuracies(const RetrievalRanks& ranks);
std::vector<double> reciprocal_ranks(const RetrievalRanks& ranks);

/// "accuracy" and "mrr", the mean of both directions, pairs being resampled; then each direction by itself:
/// "accuracy-left-right", "mrr-left-right", "accuracy-right-left", "mrr-right-left".
std::vector<Measure> retrieval_measures(const RetrievalRanks& ranks);

}  // namespace couplet
