// A linear support vector machine on sparse rows, by dual coordinate descent (Hsieh and others 2008).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rewriting/svm.h"

namespace couplet {

/// Rows of features; `own` is the squared length of what a row has that no other row has, which need not be stored.
struct SparseItems {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::uint32_t> columns;
  std::vector<float> values;
  std::vector<float> own;     // one a row
  std::int64_t features = 0;  // columns are below it

  std::int64_t size() const { return static_cast<std::int64_t>(own.size()); }
};

struct LinearSolution {
  std::vector<float> weights;  // one a feature
  double bias = 0;
};

/// min 1/2 |w|^2 + b^2 / 2 + sum of C_i max(0, 1 - y_i (w . x_i + b)): as LIBSVM with a linear kernel, but that the
/// bias is drawn to 0 a little. labels: 1 or 0, one an item; trained on `items`. Deterministic by seed. Time: rows
/// times their features times some 10 to 60 rounds.
LinearSolution train_linear(const SparseItems& rows, std::span<const int> labels, std::span<const std::int64_t> items,
                            const SvmOptions& options, std::uint64_t seed, const Run& run);

/// w . x + b of a row.
double linear_decision(const SparseItems& rows, std::int64_t item, const LinearSolution& solution);

}  // namespace couplet
