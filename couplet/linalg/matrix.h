// Dense storage: Eigen's Core, row-major, with products handed to OpenBLAS (EIGEN_USE_BLAS).
// No Eigen decomposition is used anywhere: LAPACK is faster and Eigen's take half a minute to compile
// (docs/dependencies.md).
#pragma once

#include <Eigen/Core>

namespace couplet {

// Memory that one side allocates is freed and read by the other, whatever -march each was compiled with.
static_assert(EIGEN_DEFAULT_ALIGN_BYTES == 64,
              "define EIGEN_MAX_ALIGN_BYTES=64, as couplet::couplet and couplet.pc do");

using Index = Eigen::Index;  // signed 64-bit
static_assert(sizeof(Index) == 8);

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixD = Matrix<double>;
using MatrixF = Matrix<float>;

template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
using VectorD = Vector<double>;
using VectorF = Vector<float>;

/// Parameters that accept any row-major matrix, or whole rows of one, without a copy.
template <class T>
using ConstRef = Eigen::Ref<const Matrix<T>>;
template <class T>
using MutableRef = Eigen::Ref<Matrix<T>>;

}  // namespace couplet
