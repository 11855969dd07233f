#include "couplet/methods/matching/pair_weights.h"

#include <algorithm>
#include <iterator>

#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

constexpr int updates_before_rebuild = 64;
constexpr Index weight_rows = 128;

}  // namespace

PairWeights::PairWeights(const KernelPair& kernels, const Run& run)
    : kernels_(kernels), run_(run), weights_(MatrixF::Zero(kernels.left.rows(), kernels.right.rows())) {}

void PairWeights::set(ObjectPairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  ObjectPairs gone, come;
  std::set_difference(pairs_.begin(), pairs_.end(), pairs.begin(), pairs.end(), std::back_inserter(gone));
  std::set_difference(pairs.begin(), pairs.end(), pairs_.begin(), pairs_.end(), std::back_inserter(come));
  pairs_ = std::move(pairs);
  if (gone.size() + come.size() > pairs_.size() / 2 || ++updates_ > updates_before_rebuild) {
    updates_ = 0;
    add(pairs_, 1, true);
  } else {
    if (!gone.empty()) add(gone, -1, false);
    if (!come.empty()) add(come, 1, false);
  }
}

void PairWeights::add(const ObjectPairs& pairs, float sign, bool fresh) {
  const auto count = static_cast<Index>(pairs.size());
  if (count == 0) {
    if (fresh) weights_.setZero();
    return;
  }
  MatrixF left(count, kernels_.left.rows()), right(count, kernels_.right.rows());
  for (Index k = 0; k < count; ++k) {
    left.row(k) = kernels_.left.row(pairs[k].first);
    right.row(k) = kernels_.right.row(pairs[k].second);
  }
  run_.pool.for_blocks(weights_.rows(), weight_rows, [&](Index begin, Index end) {
    gemm(Transpose::yes, Transpose::no, sign, left.middleCols(begin, end - begin), right, fresh ? 0.0F : 1.0F,
         weights_.middleRows(begin, end - begin));
  });
}

ObjectPairs pairs_of(const std::vector<Index>& right_of_left) {
  ObjectPairs pairs;
  for (std::size_t i = 0; i < right_of_left.size(); ++i)
    if (right_of_left[i] >= 0) pairs.emplace_back(static_cast<Index>(i), right_of_left[i]);
  return pairs;
}

}  // namespace couplet
