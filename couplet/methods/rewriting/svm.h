// Support vector machines on a precomputed kernel, by LIBSVM.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "couplet/linalg/matrix.h"

namespace couplet {

/// A trained classifier: f(x) = sum over support items of coefficient * K(item, x), plus bias; f > 0 is label 1.
struct SvmSolution {
  std::vector<std::int64_t> items;   // numbers of the support items, ascending
  std::vector<double> coefficients;  // of each
  double bias = 0;
};

struct SvmOptions {
  double c = 1;
  double positive_weight = 1;  // C of items with label 1, as a multiple
};

/// A Gram matrix in LIBSVM's form, from which any part of the items can be trained on. 16 n^2 bytes. Safe to share
/// between threads.
class SvmProblem {
 public:
  /// labels: 0 or 1, one an item. run.memory is the caller's affair.
  SvmProblem(const MatrixD& gram, std::span<const int> labels);
  ~SvmProblem();
  SvmProblem(SvmProblem&&) noexcept;

  /// The same items with other labels.
  void relabel(std::span<const int> labels);

  std::int64_t size() const;
  std::span<const int> labels() const;

  /// Trains on `items` (ascending). With one label only among them, the solution has no support items and that label's
  /// bias. The same input gives the same solution. Error(internal) when LIBSVM refuses the parameters.
  SvmSolution train(std::span<const std::int64_t> items, const SvmOptions& options) const;
  /// f of an item of the problem.
  double decision(const SvmSolution& solution, std::int64_t item) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
