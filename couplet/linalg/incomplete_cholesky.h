// Pivoted incomplete Cholesky decomposition of a kernel matrix that is never formed: K ~ A A^T.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Fills out(i, j) = k(item first + i, item pivots[j]) for out.rows() items. Called from several threads at once.
using KernelBlock = std::function<void(Index first, std::span<const Index> pivots, MutableRef<double> out)>;

struct IncompleteCholesky {
  MatrixD a;                  // n x r: row i is the feature vector of item i
  std::vector<Index> pivots;  // r items, in the order picked; row pivots[j] of a is zero beyond column j
  double residual_trace = 0;  // trace(K - A A^T) / trace(K)
};

/// Greedy: the items of largest residual diagonal (the first of equals) are the next pivots. They are chosen and their
/// columns made up to 32 at a time, each with at least half of the largest residual at its turn. Ends at `rank`
/// columns, or when the residual trace is at most tolerance * trace(K), or at the numerical rank of K: r may be less
/// than `rank`, and 0 for K = 0.
///
/// diagonal: k(i, i) of the n items; a negative or non-finite one is Error(data). O(n r^2) time beside the n r kernel
/// values, n rank doubles (run.memory is asked first). Same bits at any thread count.
IncompleteCholesky incomplete_cholesky(const VectorD& diagonal, const KernelBlock& kernel, Index rank, double tolerance,
                                       const Run& run);

/// Feature vectors of new items by forward substitution on the pivots' rows: a[j] = (k(x, pivot_j) - sum_{m<j} a[m]
/// L[j, m]) / L[j, j]. In place: x comes as the kernel block against the pivots (n x r), leaves as features. l: r x r,
/// the rows `pivots` of a.
void extend_features(const ConstRef<double>& l, MutableRef<double> x, const Run& run);

/// The rows `pivots` of a: lower triangular r x r.
MatrixD pivot_rows(const IncompleteCholesky& icd);

}  // namespace couplet
