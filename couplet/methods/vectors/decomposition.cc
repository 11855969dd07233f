#include "couplet/methods/vectors/decomposition.h"

#include <cmath>
#include <limits>
#include <memory>

#include "couplet/base/error.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/shared_sparse.h"
#include "couplet/linalg/subspace_svd.h"

namespace couplet {
namespace {

constexpr Index small_side = 2000;

/// L_r^T A L_c, for kernels that relate labels. Their weights are in A already, and 1 in the kernels' blocks.
template <class T>
class KernelOperator final : public LinearOperator<T> {
 public:
  KernelOperator(const LinearOperator<T>& a, const SideKernel& rows, const SideKernel& cols)
      : a_(a), rows_(rows), cols_(cols) {}
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    Matrix<T> y = x;
    cols_.template apply_block<T>(y);
    a_.apply(y, out, run);
    rows_.template apply_block_transposed<T>(out);
  }
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    Matrix<T> y = x;
    rows_.template apply_block<T>(y);
    a_.apply_transposed(y, out, run);
    cols_.template apply_block_transposed<T>(out);
  }

 private:
  const LinearOperator<T>& a_;
  const SideKernel &rows_, &cols_;
};

template <class T>
std::unique_ptr<const LinearOperator<T>> sparse_part(Difference<T>& difference, const TableShare* share, Team& team) {
  if (!share) return std::make_unique<CsrOperator<T>>(std::move(difference.sparse));
  // Of the table's cells many may be zero here (positive mutual information: most of frequent words).
  OwnedRows<T> rows = evened<T>({std::move(difference.sparse), share->row_begins}, team);
  OwnedRows<T> columns = evened<T>({std::move(difference.sparse_columns), share->col_begins()}, team);
  return std::make_unique<CsrOperator<T>>(std::move(rows), std::move(columns));
}

template <class T>
Decomposition decompose_as(const CountTable& table, const FamilyOptions& family, const DecompositionOptions& options,
                           const Run& run, const TableShare* share) {
  Difference<T> difference = make_difference<T>(table, family, run, share);
  const std::unique_ptr<const LinearOperator<T>> sparse = sparse_part(difference, share, *run.team);
  const bool rank_one = difference.u.size() > 0;
  const RankOneDifference<T> centred(*sparse, rank_one ? difference.u : VectorD::Zero(sparse->rows()),
                                     rank_one ? difference.v : VectorD::Zero(sparse->cols()));
  const LinearOperator<T>& plain = rank_one ? static_cast<const LinearOperator<T>&>(centred) : *sparse;
  const KernelOperator<T> related(plain, family.row_kernel, family.col_kernel);
  const bool diagonal = family.row_kernel.diagonal() && family.col_kernel.diagonal();
  const LinearOperator<T>& whole = diagonal ? plain : related;
  const TruncatedSvd<T> svd = options.rounds
                                  ? subspace_svd<T>(whole, options.dimensions, *options.rounds, run)
                                  : truncated_svd<T>(whole, options.dimensions, {.exact = options.exact}, run);

  // Where the expected is taken off, what is left of an axis may be rounding of what was there before.
  const double rounding = 64 * static_cast<double>(std::numeric_limits<T>::epsilon());
  const double floor = rank_one ? rounding * difference.u.norm() * difference.v.norm() : 0;
  Index axes = 0;
  while (axes < svd.s.size() && static_cast<double>(svd.s[axes]) > floor) ++axes;
  Decomposition result;
  result.u = svd.u.leftCols(axes).template cast<double>();
  result.s = svd.s.head(axes).template cast<double>();
  result.v = svd.v.leftCols(axes).template cast<double>();
  result.row_scale = std::move(difference.row_scale);
  result.col_scale = std::move(difference.col_scale);
  result.residual = svd.residual;
  result.converged = svd.converged;
  return result;
}

/// So that two runs, and two programs, agree.
void fix_signs_by_coordinates(Decomposition& d, const FamilyOptions& family) {
  const MatrixD f = coordinates_of(d, family, Coordinates::f, 1);
  for (Index k = 0; k < f.cols(); ++k) {
    Index largest = 0;
    f.col(k).cwiseAbs().maxCoeff(&largest);
    if (f(largest, k) >= 0) continue;
    d.u.col(k) *= -1;
    d.v.col(k) *= -1;
  }
}

MatrixD with_power(const MatrixD& vectors, const VectorD& s, double power) {
  return vectors * VectorD(s.array().pow(power)).asDiagonal();
}

/// K^1/2 x for one side.
MatrixD principal(const MatrixD& vectors, const VectorD& s, double power, const VectorD& scale,
                  const SideKernel& kernel) {
  MatrixD result = with_power(vectors, s, power);
  kernel.apply_block<double>(result);
  result.array().colwise() *= scale.array();
  return result;
}

}  // namespace

Decomposition decompose(const CountTable& table, const FamilyOptions& family, const DecompositionOptions& options,
                        const Run& run, const TableShare* share) {
  const bool in_double = options.exact || std::min(table.counts.rows(), table.counts.cols()) <= small_side;
  Decomposition result = in_double ? decompose_as<double>(table, family, options, run, share)
                                   : decompose_as<float>(table, family, options, run, share);
  fix_signs_by_coordinates(result, family);
  return result;
}

MatrixD coordinates_of(const Decomposition& d, const FamilyOptions& family, Coordinates which, double power) {
  if ((which == Coordinates::u && !family.row_kernel.diagonal()) ||
      (which == Coordinates::v && !family.col_kernel.diagonal()))
    throw Error(ErrorCode::usage, "--coordinates", "u and v are not unique with a kernel that relates labels",
                "use f or g");
  switch (which) {
    case Coordinates::f:
      return principal(d.u, d.s, power, d.row_scale, family.row_kernel);
    case Coordinates::g:
      return principal(d.v, d.s, power, d.col_scale, family.col_kernel);
    case Coordinates::u:
      return with_power(d.u, d.s, power);
    case Coordinates::v:
      return with_power(d.v, d.s, power);
    case Coordinates::sum:
      return coordinates_of(d, family, Coordinates::f, power) + coordinates_of(d, family, Coordinates::g, power);
  }
  throw Error(ErrorCode::internal, "", "coordinates of an unknown kind");
}

}  // namespace couplet
