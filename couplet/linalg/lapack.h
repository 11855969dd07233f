// Checked calls of the few LAPACK and BLAS routines Couplet uses. The only file that knows their Fortran names.
// All matrices here are row-major (linalg/matrix.h) unless a comment says otherwise; the wrappers do the transposing.
// Every routine runs on the calling thread: parallelism is over Couplet's own blocks.
#pragma once

#include "couplet/linalg/matrix.h"

namespace couplet {

enum class Transpose { no, yes };

/// c = alpha op(a) op(b) + beta c; c: m x n. One BLAS call (gemm), or nothing for an empty result. beta = 0 does not
/// read c. Shapes are the caller's duty; a mismatch is Error(internal).
void gemm(Transpose ta, Transpose tb, double alpha, const ConstRef<double>& a, const ConstRef<double>& b, double beta,
          MutableRef<double> c);
void gemm(Transpose ta, Transpose tb, float alpha, const ConstRef<float>& a, const ConstRef<float>& b, float beta,
          MutableRef<float> c);

/// x = x l^-T in place, l lower triangular d x d with a non-zero diagonal, x: n x d (dtrsm). Each row of x is one
/// forward substitution.
void solve_lower_transposed(const ConstRef<double>& l, MutableRef<double> x);

namespace lapack {

/// Eigenvalues ascending in `values`, eigenvectors as ROWS of `a` (row j belongs to values[j]); a: symmetric n x n,
/// only its upper triangle is read (dsyevd). Throws Error(not_converged).
void syevd(MatrixD& a, VectorD& values);

/// The k largest eigenvalues, ascending, and their eigenvectors as rows of `vectors` (k x n); a: as for syevd,
/// destroyed. Reduction to tridiagonal form, relatively robust representations, back-transformation (dsytrd, dstemr,
/// dormtr): half of dsyevd for k << n. Throws Error(not_converged).
void syev_largest(MatrixD& a, Index k, VectorD& values, MatrixD& vectors);

/// Thin SVD a = u diag(s) vt, r = min(m, n); a is destroyed. u: m x r, vt: r x n (dgesdd, then dgesvd when that fails).
void gesdd(Matrix<double>& a, Matrix<double>& u, Vector<double>& s, Matrix<double>& vt);
void gesdd(Matrix<float>& a, Matrix<float>& u, Vector<float>& s, Matrix<float>& vt);

/// Cholesky factor r (upper, a = r^T r) in the upper triangle of a; the rest is zeroed (dpotrf). False when a is not
/// positive definite.
bool potrf_upper(MatrixD& a);

/// Inverse of an upper triangular matrix with a non-zero diagonal, in place (dtrtri).
void trtri_upper(MatrixD& a);

/// Householder QR of a tall a (m x n, m >= n): a becomes q with orthonormal columns (whatever the rank of a), r: n x n
/// upper triangular with a = q r (dgelqf and dorglq on the transpose).
void qr_householder(MatrixD& a, MatrixD& r);

}  // namespace lapack
}  // namespace couplet
