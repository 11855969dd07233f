#include "couplet/methods/rewriting/spectrum.h"

#include <algorithm>

#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/operator.h"
#include "couplet/linalg/truncated_svd.h"

namespace couplet {

namespace {

/// shift I + sign A, for a symmetric A.
class Shifted final : public LinearOperator<double> {
 public:
  Shifted(const MatrixD& matrix, double shift, double sign) : matrix_(matrix), shift_(shift), sign_(sign) {}
  Index rows() const override { return matrix_.rows(); }
  Index cols() const override { return matrix_.rows(); }
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    run.pool.for_blocks(matrix_.rows(), 256, [&](Index begin, Index end) {
      gemm(Transpose::no, Transpose::no, sign_, matrix_.middleRows(begin, end - begin), x, 0,
           out.middleRows(begin, end - begin));
      out.middleRows(begin, end - begin) += shift_ * x.middleRows(begin, end - begin);
    });
  }
  void apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    apply(x, out, run);
  }

 private:
  const MatrixD& matrix_;
  double shift_, sign_;
};

}  // namespace

SpectrumEnds spectrum_ends(const MatrixD& gram, const Run& run) {
  if (gram.rows() == 0) return {};
  const Stage stage(*run.observer, "smallest eigenvalue");
  // Shifted by a bound on all eigenvalues, the ends of the spectrum are the largest singular values.
  const double bound = gram.cwiseAbs().rowwise().sum().maxCoeff();
  const SvdOptions options{.exact = true};
  const auto largest = truncated_svd<double>(Shifted(gram, bound, 1), 1, options, run);
  const auto smallest = truncated_svd<double>(Shifted(gram, bound, -1), 1, options, run);
  return {smallest.s.size() > 0 ? bound - smallest.s[0] : 0, largest.s.size() > 0 ? largest.s[0] - bound : 0};
}

MatrixD clip_spectrum(MatrixD& gram) {
  const SymmetricEigen eigen = eigen_symmetric(gram);
  const Index n = gram.rows();
  Index negative = 0;
  while (negative < n && eigen.values[n - 1 - negative] < 0) ++negative;
  const MatrixD vectors = eigen.vectors.rightCols(negative);
  const MatrixD scaled = vectors * eigen.values.tail(negative).asDiagonal();
  gemm(Transpose::no, Transpose::yes, -1, scaled, vectors, 1, gram);
  return vectors;
}

}  // namespace couplet
