// One way to match two collections: which kernels, in which shape, grown from seeds or swept over powers.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "couplet/methods/matching/kernel_pair.h"
#include "couplet/methods/matching/kernelized_sorting.h"
#include "couplet/methods/matching/pair_weights.h"

namespace couplet {

enum class MatchPlan { grown, swept, swept_from_seeds };

/// One way to match.
struct MatchWay {
  MatchPlan plan = MatchPlan::grown;
  std::size_t kernels = 0;
  KernelShape shape;
  double surface_weight = 0;
  bool polished = false;    // the plain kernels without diagonals have the last word
  bool seeds_last = false;  // matched as if there were no seeds, which are put in at the end

  std::string text() const;
};

/// Kernels in the shapes that ways ask for, made once.
class ShapedKernels {
 public:
  ShapedKernels(const std::vector<KernelPair>& kernels, const Run& run) : kernels_(kernels), run_(run) {}
  const KernelPair& operator()(std::size_t which, const KernelShape& shape) {
    const auto key = std::tuple(which, shape.power, shape.zero_diagonal);
    const auto found = made_.find(key);
    return found != made_.end() ? found->second
                                : made_.emplace(key, shaped(kernels_[which], shape, run_)).first->second;
  }
  const KernelPair& plain(std::size_t which) const { return kernels_[which]; }

 private:
  const std::vector<KernelPair>& kernels_;
  const Run& run_;
  std::map<std::tuple<std::size_t, double, bool>, KernelPair> made_;
};

/// What a way's matching says about pairs: kernels without diagonals, so that no match supports itself; and the
/// surface.
MatrixF supporting_weights(const KernelPair& kernels, const MatchedRows& matched, const MatrixF* surface,
                           double surface_weight, const Run& run);

/// The shape whose weights judge a way: its own, or the plain kernels it ended with; never with diagonals.
KernelShape judging_shape(const MatchWay& way);

/// The matching that the way finds, not polished.
MatchedRows follow(const MatchWay& way, ShapedKernels& shapes, const MatrixF* surface, const ObjectPairs& seeds,
                   const Run& run);

/// The plain kernels without diagonals are the hardest to climb, but theirs is the highest summit: from a good start
/// they mend what smooth ones blur.
MatchedRows polish(const MatchWay& way, const MatchedRows& matched, ShapedKernels& shapes, const ObjectPairs& seeds,
                   const Run& run);

}  // namespace couplet
