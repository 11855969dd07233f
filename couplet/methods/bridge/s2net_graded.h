// S2Net on graded texts: of the texts of one query the better before the worse.
#pragma once

#include "couplet/methods/bridge/s2net_bridge.h"
#include "couplet/methods/ranking/graded_rows.h"

namespace couplet {

struct GradedTraining {
  double hold_out = 0.1;  // share of the queries, at most 1000, that tells when to stop; 0: none
  bool by_gain = false;   // a pair weighs |2^a - 2^b| for grades a and b, else 1
};

struct GradedResult {
  S2NetResult<float> trained;
  Index pairs = 0, held_queries = 0;
};

/// Trains a projection (v x k) on all pairs of unequal grade within a query, and on nothing else: other texts of the
/// query are never its negatives. texts: row i is the query and the text of row i; every process has all of them.
/// Training ends when the share of pairs in the right order, averaged over held-out queries, has not risen for a while.
/// Throws as train_s2net.
GradedResult train_graded(const BilingualTexts& texts, const GradedRows& rows, const MatrixD& start,
                          const GradedTraining& training, const S2NetOptions& options, const Run& run);

}  // namespace couplet
