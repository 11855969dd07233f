// S2Net on graded texts: of the texts of one query the better before the worse.
#pragma once

#include "couplet/methods/bridge/s2net_bridge.h"
#include "couplet/methods/ranking/graded_rows.h"

namespace couplet {

struct GradedTraining {
  bool by_gain = false;    // a pair of unequal grade weighs |2^a - 2^b| for grades a and b, else 1
  bool pair_loss = false;  // train on counterparts too
};

/// Numbers of queries: those that tell when to stop, and the others.
struct GradedSplit {
  std::vector<std::int64_t> held, learned;
};

/// A share of the queries, at most 1000, drawn by the seed; none of share 0 or when there are but two.
GradedSplit split_queries(const GradedRows& rows, double share, std::uint64_t seed);

/// The rows of the queries to learn from that have a grade above 0, ascending: what is known to go together.
std::vector<std::int64_t> counterparts(const GradedRows& rows, const GradedSplit& split);

struct GradedResult {
  S2NetResult<float> trained;
  Index pairs = 0;         // of unequal grade
  Index counterparts = 0;  // that were trained on
};

/// Trains a projection (v x k) on all pairs of unequal grade within a query. With pair_loss the rows of a grade above 0
/// are pairs beside them: their competitors are each other's texts, less those of the same query; other texts of the
/// query are never its negatives. texts: row i is the query and the text of row i; every process has all of them.
/// Training ends when the share of pairs in the right order, averaged over held-out queries, has not risen for a while.
/// Throws as train_s2net.
GradedResult train_graded(const BilingualTexts& texts, const GradedRows& rows, const GradedSplit& split,
                          const MatrixD& start, const GradedTraining& training, const S2NetOptions& options,
                          const Run& run);

}  // namespace couplet
