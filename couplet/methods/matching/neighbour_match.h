// Matching many objects: each knows its nearest neighbours only, and no n x n matrix is ever made.
#pragma once

#include "couplet/linalg/sparse.h"
#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/kernelized_sorting.h"

namespace couplet {

/// Column and weight of what an object is near to.
using NeighbourList = std::vector<std::pair<std::int32_t, float>>;
/// Leaves the `count` of the largest weight, by rising column; equal ones by rising column.
void keep_nearest(NeighbourList& found, Index count);
/// The lists as rows of a matrix.
CsrMatrix<float> rows_of_neighbours(std::vector<NeighbourList> nearest, Index columns_in_all);

/// The `count` largest inner products of each row of `rows` with the rows of `others`, itself left out when they are
/// the same matrix; n x m with at most `count` entries a row, equal ones by rising column. Terms in more than
/// `most_texts` of the others' rows are passed over: they say little and cost most. Parallel over fixed blocks; memory
/// O(n count).
CsrMatrix<float> nearest_rows(const CsrMatrix<double>& rows, const CsrMatrix<double>& others, bool same, Index count,
                              Index most_texts, const Run& run);

/// The same for features (n x d), found by a graph over the directions from their mean (HNSW: some may be missed) and
/// weighed by a kernel (as feature_kernel); negative weights are left out.
CsrMatrix<float> nearest_features(const MatrixD& rows, const std::string& kernel, Index count, const Run& run);

struct NeighbourOptions {
  Index candidates = 50;        // partners considered for an object
  Index rounds = 24;            // from the seeds to all
  double surface_weight = 0.5;  // of the surface beside the neighbours, both of unit deviation
};

struct NeighbourMatch {
  MatchedRows right_of_left;
  std::vector<Match> matches;  // judged among the candidates
};

/// Growth as in grow(), with kernels of nearest neighbours (n x n and m x m, sparse) and, where `surface` is not empty
/// (n x m, sparse), its candidates. In each round the weights of a pair are K P L over matched neighbours, for the best
/// `candidates` partners of each object, and a sparse assignment leaves an object alone when nothing speaks for it.
/// Time a round O(n neighbours^2), memory O(n (neighbours + candidates)). Error(usage) when there are neither seeds nor
/// a surface.
NeighbourMatch match_by_neighbours(const CsrMatrix<float>& left, const CsrMatrix<float>& right,
                                   const CsrMatrix<float>& surface, const ObjectPairs& seeds,
                                   const NeighbourOptions& options, const Run& run);

}  // namespace couplet
