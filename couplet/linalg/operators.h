// The operators that the methods are made of: sparse, dense, sparse minus rank one, diagonal scalings, the transpose.
#pragma once

#include "couplet/linalg/operator.h"
#include "couplet/linalg/shared_sparse.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

/// A sparse matrix with its transpose beside it, so that both products run over compressed rows. A team shares them:
/// what every process has, by computing some rows each; what belongs to processes, by the rows that they have.
template <class T>
class CsrOperator final : public LinearOperator<T> {
 public:
  explicit CsrOperator(CsrMatrix<T> matrix) : matrix_(std::move(matrix)), transposed_(matrix_.matrix.transposed()) {}
  /// Call it in all processes.
  CsrOperator(OwnedRows<T> matrix, Team& team)
      : matrix_(std::move(matrix)), transposed_(transposed_in_team(matrix_, team)) {}
  CsrOperator(OwnedRows<T> matrix, OwnedRows<T> transposed)
      : matrix_(std::move(matrix)), transposed_(std::move(transposed)) {}
  Index rows() const override { return matrix_.matrix.rows(); }
  Index cols() const override { return matrix_.matrix.cols(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    multiply_in_team(matrix_, x, out, run);
  }
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    multiply_in_team(transposed_, x, out, run);
  }
  /// As far as this process has them.
  const CsrMatrix<T>& matrix() const { return matrix_.matrix; }
  const CsrMatrix<T>& transposed() const { return transposed_.matrix; }
  const OwnedRows<T>& own_rows() const { return matrix_; }
  const OwnedRows<T>& own_columns() const { return transposed_; }

 private:
  OwnedRows<T> matrix_, transposed_;
};

/// A dense matrix, owned. Products are parallel over fixed blocks of the result's rows.
template <class T>
class DenseOperator final : public LinearOperator<T> {
 public:
  explicit DenseOperator(Matrix<T> matrix) : matrix_(std::move(matrix)) {}
  Index rows() const override { return matrix_.rows(); }
  Index cols() const override { return matrix_.cols(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override;
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override;
  const Matrix<T>& matrix() const { return matrix_; }

 private:
  Matrix<T> matrix_;
};

/// A - u v^T, never formed. u: rows(), v: cols(). Keeps a reference to A, which must outlive it.
template <class T>
class RankOneDifference final : public LinearOperator<T> {
 public:
  /// Throws Error(internal) when the lengths do not fit.
  RankOneDifference(const LinearOperator<T>& a, VectorD u, VectorD v);
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override;
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override;

 private:
  const LinearOperator<T>& a_;
  VectorD u_, v_;
};

/// diag(left) A diag(right). Keeps a reference to A, which must outlive it.
template <class T>
class ScaledOperator final : public LinearOperator<T> {
 public:
  /// left: rows(), right: cols(). Throws Error(internal) when the lengths do not fit.
  ScaledOperator(const LinearOperator<T>& a, VectorD left, VectorD right);
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override;
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override;

 private:
  const LinearOperator<T>& a_;
  VectorD left_, right_;
};

/// A^T. Keeps a reference to A, which must outlive it.
template <class T>
class TransposedOperator final : public LinearOperator<T> {
 public:
  explicit TransposedOperator(const LinearOperator<T>& a) : a_(a) {}
  Index rows() const override { return a_.cols(); }
  Index cols() const override { return a_.rows(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    a_.apply_transposed(x, out, run);
  }
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    a_.apply(x, out, run);
  }

 private:
  const LinearOperator<T>& a_;
};

}  // namespace couplet
