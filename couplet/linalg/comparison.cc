#include "couplet/linalg/comparison.h"

#include <cmath>
#include <numbers>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

double plogp(double p) { return p > 0 ? p * std::log(p) : 0; }

/// Sum of p log p.
double negative_entropy(const double* row, Index size) {
  double sum = 0;
  for (Index i = 0; i < size; ++i) sum += plogp(row[i]);
  return sum;
}

double common_mass(const double* a, const double* b, Index size) {
  double distance = 0;
  for (Index i = 0; i < size; ++i) distance += std::abs(a[i] - b[i]);
  return 1 - distance / 2;
}

}  // namespace

void compare_rows(const ConstRef<double>& left, const ConstRef<double>& right, Comparison comparison,
                  MutableRef<double> out) {
  const Index d = left.cols();
  if (right.cols() != d || out.rows() != left.rows() || out.cols() != right.rows())
    throw Error(ErrorCode::internal, "comparison", "the shapes do not fit");
  if (comparison == Comparison::inner_product) {
    gemm(Transpose::no, Transpose::yes, 1.0, left, right, 0.0, out);
    return;
  }
  VectorD entropy(right.rows());
  if (comparison == Comparison::jensen_shannon)
    for (Index j = 0; j < right.rows(); ++j) entropy[j] = negative_entropy(right.row(j).data(), d);
  VectorD mean(d);
  for (Index i = 0; i < left.rows(); ++i) {
    const double* a = left.row(i).data();
    const double own = comparison == Comparison::jensen_shannon ? negative_entropy(a, d) : 0;
    for (Index j = 0; j < right.rows(); ++j) {
      if (comparison == Comparison::l1) {
        out(i, j) = common_mass(a, right.row(j).data(), d);
        continue;
      }
      mean = (left.row(i) + right.row(j)).transpose() / 2;
      out(i, j) = 1 - ((own + entropy[j]) / 2 - negative_entropy(mean.data(), d)) / std::numbers::ln2;
    }
  }
}

}  // namespace couplet
