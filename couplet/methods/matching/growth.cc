// Growth from seeds: the surest matches enter first.
#include <algorithm>
#include <cmath>

#include "couplet/methods/matching/kernelized_sorting.h"
#include "couplet/methods/matching/pair_weights.h"
#include "couplet/methods/matching/seeded_assignment.h"

namespace couplet {
namespace {

/// Standard deviation of all entries, in double.
double deviation(const MatrixF& weights) {
  double sum = 0, squares = 0;
  for (Index i = 0; i < weights.rows(); ++i) {
    sum += weights.row(i).cast<double>().sum();
    squares += weights.row(i).cast<double>().squaredNorm();
  }
  const auto count = static_cast<double>(weights.size());
  return std::sqrt(std::max(0.0, squares / count - sum * sum / (count * count)));
}

/// S-U: the objects outside P are matched evenly with each other, a rank-one term.
void add_uniform(const KernelPair& kernels, const ObjectPairs& pairs, MatrixF& weights) {
  VectorF left = kernels.left.rowwise().sum(), right = kernels.right.rowwise().sum();
  for (const auto& [i, j] : pairs) {
    left -= kernels.left.row(i).transpose();
    right -= kernels.right.row(j).transpose();
  }
  const auto rest =
      static_cast<float>(std::max(kernels.left.rows(), kernels.right.rows()) - static_cast<Index>(pairs.size()));
  if (rest > 0) weights.noalias() += (left / rest) * right.transpose();
}

/// Weights of unit deviation for a full P; while P is small they say less, and count less: by the root of its share.
void add_surface(const Growth& growth, double share, MatrixF& weights) {
  const double scale = deviation(weights);
  const auto factor = static_cast<float>(scale > 0 ? std::sqrt(share) / scale : 0);
  weights = factor * weights + static_cast<float>(growth.surface_weight) * *growth.surface;
}

/// Leaves all but the `count` surest matches alone.
void keep_surest(const SeededAssignment& assignment, Sureness sureness, Index count, Grown& grown) {
  const ObjectPairs sure = surest_pairs(assignment, grown.weights, grown.right_of_left, sureness, count);
  std::fill(grown.right_of_left.begin(), grown.right_of_left.end(), -1);
  for (const auto& [i, j] : sure) grown.right_of_left[i] = j;
}

/// From pairs that are in already. before: the matching they are all of, or empty.
Grown grow_from(const KernelPair& kernels, const ObjectPairs& first, MatchedRows before, const ObjectPairs& seeds,
                const Growth& growth, const Run& run) {
  const Index n = kernels.left.rows(), m = kernels.right.rows(), all = std::min(n, m);
  SeededAssignment assignment(n, m, seeds, run);
  PairWeights of_pairs(kernels, run);
  of_pairs.set(first);
  Grown grown{std::move(before), {}};
  int settling = 0;
  Stage stage(*run.observer, "growing", all, "matches");
  const Index step = std::max<Index>(1, growth.step);
  const Index last = std::max(static_cast<Index>(seeds.size()),
                              growth.until < 1 ? static_cast<Index>(growth.until * static_cast<double>(all)) : all);
  for (auto k = static_cast<Index>(first.size());;) {
    run.stop->check();
    grown.weights = of_pairs.weights();
    if (growth.uniform) add_uniform(kernels, of_pairs.pairs(), grown.weights);
    if (growth.surface)
      add_surface(growth, static_cast<double>(of_pairs.pairs().size()) / static_cast<double>(all), grown.weights);
    MatchedRows found = assignment.solve(grown.weights);
    const bool settled = k >= last && (settling++ >= growth.settle || found == grown.right_of_left);
    grown.right_of_left = std::move(found);
    if (settled) {
      if (last < all) keep_surest(assignment, growth.sureness, last, grown);
      return grown;
    }
    stage.advance_to(k);
    k = std::min(last, k + step);
    of_pairs.set(surest_pairs(assignment, grown.weights, grown.right_of_left, growth.sureness, k));
  }
}

}  // namespace

Grown grow(const KernelPair& kernels, const ObjectPairs& seeds, const Growth& growth, const Run& run) {
  return grow_from(kernels, seeds, {}, seeds, growth, run);
}

Grown settle(const KernelPair& kernels, MatchedRows matched, const ObjectPairs& seeds, const Growth& growth,
             const Run& run) {
  const ObjectPairs pairs = pairs_of(matched);
  return grow_from(kernels, pairs, std::move(matched), seeds, growth, run);
}

}  // namespace couplet
