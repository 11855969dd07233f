// Discriminative refinement of the projection (Yih, Zweig & Platt 2012, section 5): S2Net on the signed columns.
#pragma once

#include "couplet/linalg/matrix.h"
#include "couplet/linalg/sparse.h"
#include "couplet/methods/opposites/refinement_pairs.h"

namespace couplet {

struct RefinementOptions {
  double pull = 0;                  // towards the projection it starts from
  double held_out = 0.1;            // share of the pairs that say when to stop
  std::int64_t competitors = 2000;  // words that a pair is compared with, a new sample each round
  std::int64_t rounds = 3;
};

struct RefinementReport {
  std::int64_t trained = 0, held_out = 0;  // pairs
  std::int64_t entries = 0;                // that were free to move
  std::int64_t evaluations = 0;
  double before = 0, after = 0;  // mean reciprocal rank of the held-out pairs
};

/// The projection after training. columns: words x entries; projection: entries x k. Opposites are to be less alike
/// than a word and any other, synonyms more; both directions of a pair count. Of the iterations, the one that serves
/// the held-out pairs best is taken (the start counts): the mean reciprocal rank of the partner among all words of the
/// pairs, least alike first for opposites. Only entries that have a word of the pairs can move.
///
/// Cost: about 6 * 2 pairs * competitors * k flops an evaluation. Memory: 19 times the projection of those entries.
/// Same bits at any number of threads. Error(data) when there are fewer than 20 pairs.
MatrixF refined_projection(const CsrMatrix<float>& columns, MatrixF projection, std::span<const RefinementPair> pairs,
                           const RefinementOptions& options, RefinementReport& report, const Run& run);

}  // namespace couplet
