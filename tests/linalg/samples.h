// Random matrices for the tests of linalg and kernels.
#pragma once

#include "couplet/base/random.h"
#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

inline MatrixD random_matrix(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed);
  MatrixD result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = random.normal();
  return result;
}

inline Run run_with(int threads) {
  Run run;
  run.pool = Pool(threads);
  return run;
}

/// Largest difference of q^T q from the identity.
template <class T>
double defect(const Matrix<T>& q) {
  const MatrixD d = q.template cast<double>();
  return q.cols() == 0 ? 0 : (d.transpose() * d - MatrixD::Identity(q.cols(), q.cols())).cwiseAbs().maxCoeff();
}

/// Same shape and same bits.
template <class M>
bool identical(const M& a, const M& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all();
}

}  // namespace couplet
