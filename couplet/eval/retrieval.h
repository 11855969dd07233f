// Finding each text's counterpart among all texts of the other side, in both directions.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/eval/reports.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Rank from 1 of each text's counterpart, by side of the query. Ties are errors; a text that is not known (or whose
/// counterpart is not) has the last rank.
struct RetrievalRanks {
  std::vector<std::int64_t> left_to_right, right_to_left;
  std::int64_t covered = 0;  // pairs with both sides known
};

/// left, right: n x d, row i of one belongs to row i of the other; scores are inner products. known: n each. margin: 0, or scores are
/// divided by the mean inner product of both texts with their `margin` nearest of the other side (Artetxe and Schwenk 2019): texts that are
/// near to everything win less often. Products in blocks of rows, n numbers each. Scores that differ by rounding only (1e-12) are ties.
/// Same result at any thread count. Throws Error(internal) when the shapes do not fit, Error(usage) for a negative margin.
RetrievalRanks retrieval_ranks(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                               const std::vector<bool>& right_known, const Run& run, Index margin = 0);

/// "accuracy" and "mrr", the mean of both directions, pairs being resampled; then each direction by itself:
/// "accuracy-left-right", "mrr-left-right", "accuracy-right-left", "mrr-right-left".
std::vector<MetricReport> pair_retrieval_report(const RetrievalRanks& ranks, const BootstrapOptions& options,
                                                const Run& run);

}  // namespace couplet
