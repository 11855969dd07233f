#include "couplet/linalg/lapack.h"

#include <cblas.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "couplet/base/error.h"

extern "C" {
void dsyevd_(const char* job, const char* uplo, const int* n, double* a, const int* lda, double* w, double* work,
             const int* lwork, int* iwork, const int* liwork, int* info);
void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda, double* s, double* u,
             const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork, int* iwork, int* info);
void sgesdd_(const char* job, const int* m, const int* n, float* a, const int* lda, float* s, float* u, const int* ldu,
             float* vt, const int* ldvt, float* work, const int* lwork, int* iwork, int* info);
void dgesvd_(const char* jobu, const char* jobvt, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork, int* info);
void sgesvd_(const char* jobu, const char* jobvt, const int* m, const int* n, float* a, const int* lda, float* s,
             float* u, const int* ldu, float* vt, const int* ldvt, float* work, const int* lwork, int* info);
void dsytrd_(const char* uplo, const int* n, double* a, const int* lda, double* d, double* e, double* tau, double* work,
             const int* lwork, int* info);
void dstemr_(const char* job, const char* range, const int* n, double* d, double* e, const double* low,
             const double* high, const int* first, const int* last, int* found, double* w, double* z, const int* ldz,
             const int* nzc, int* isuppz, int* tryrac, double* work, const int* lwork, int* iwork, const int* liwork,
             int* info);
void dormtr_(const char* side, const char* uplo, const char* trans, const int* m, const int* n, const double* a,
             const int* lda, const double* tau, double* c, const int* ldc, double* work, const int* lwork, int* info);
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void dtrtri_(const char* uplo, const char* diag, const int* n, double* a, const int* lda, int* info);
void dgelqf_(const int* m, const int* n, double* a, const int* lda, double* tau, double* work, const int* lwork,
             int* info);
void dorglq_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau, double* work,
             const int* lwork, int* info);
}

namespace couplet {
namespace {

int to_int(Index n) {
  if (n < 0 || n > std::numeric_limits<int>::max())
    throw Error(ErrorCode::data, "matrix", "a dimension of " + std::to_string(n) + " is beyond LAPACK's 2^31 - 1");
  return static_cast<int>(n);
}

/// LAPACK says in info: 0 done, < 0 a wrong argument (our bug), > 0 it failed on this matrix.
void check_info(int info, const char* routine) {
  if (info < 0) throw Error(ErrorCode::internal, routine, "argument " + std::to_string(-info) + " is wrong");
  if (info > 0)
    throw Error(ErrorCode::not_converged, routine, "no convergence (info " + std::to_string(info) + ")",
                "check the data for extreme values");
}

int leading(Index stride, Index cols) { return to_int(std::max<Index>({stride, cols, 1})); }

template <class T, class Gemm>
void checked_gemm(Gemm&& routine, Transpose ta, Transpose tb, T alpha, const ConstRef<T>& a, const ConstRef<T>& b,
                  T beta, MutableRef<T>& c) {
  const Index m = ta == Transpose::no ? a.rows() : a.cols(), depth = ta == Transpose::no ? a.cols() : a.rows();
  const Index n = tb == Transpose::no ? b.cols() : b.rows(), depth_b = tb == Transpose::no ? b.rows() : b.cols();
  if (depth != depth_b || c.rows() != m || c.cols() != n) throw Error(ErrorCode::internal, "gemm", "shapes do not fit");
  if (m == 0 || n == 0) return;
  if (depth == 0) {
    if (beta == T(0))
      c.setZero();
    else
      c *= beta;
    return;
  }
  routine(CblasRowMajor, ta == Transpose::no ? CblasNoTrans : CblasTrans,
          tb == Transpose::no ? CblasNoTrans : CblasTrans, to_int(m), to_int(n), to_int(depth), alpha, a.data(),
          leading(a.outerStride(), a.cols()), b.data(), leading(b.outerStride(), b.cols()), beta, c.data(),
          leading(c.outerStride(), c.cols()));
}

void gesdd_any(int m, int n, double* a, double* s, double* u, double* vt, double* work, int lwork, int* iwork,
               int* info) {
  const int r = std::min(m, n);
  dgesdd_("S", &m, &n, a, &m, s, u, &m, vt, &r, work, &lwork, iwork, info);
}
void gesdd_any(int m, int n, float* a, float* s, float* u, float* vt, float* work, int lwork, int* iwork, int* info) {
  const int r = std::min(m, n);
  sgesdd_("S", &m, &n, a, &m, s, u, &m, vt, &r, work, &lwork, iwork, info);
}
void gesvd_any(int m, int n, double* a, double* s, double* u, double* vt, double* work, int lwork, int* info) {
  const int r = std::min(m, n);
  dgesvd_("S", "S", &m, &n, a, &m, s, u, &m, vt, &r, work, &lwork, info);
}
void gesvd_any(int m, int n, float* a, float* s, float* u, float* vt, float* work, int lwork, int* info) {
  const int r = std::min(m, n);
  sgesvd_("S", "S", &m, &n, a, &m, s, u, &m, vt, &r, work, &lwork, info);
}

/// A row-major a is a column-major a^T = v s u^T: LAPACK's U is v (its columns are our rows of vt) and its VT is our u.
template <class T>
void thin_svd(Matrix<T>& a, Matrix<T>& u, Vector<T>& s, Matrix<T>& vt) {
  const int m = to_int(a.cols()), n = to_int(a.rows()), r = std::min(m, n);
  u.resize(n, r);
  s.resize(r);
  vt.resize(r, m);
  if (r == 0) return;
  const Matrix<T> copy = a;  // for the second try
  std::vector<int> iwork(8 * static_cast<std::size_t>(r));
  int info = 0;
  T size = 0;
  gesdd_any(m, n, a.data(), s.data(), vt.data(), u.data(), &size, -1, iwork.data(), &info);
  std::vector<T> work(static_cast<std::size_t>(size) + 1);
  gesdd_any(m, n, a.data(), s.data(), vt.data(), u.data(), work.data(), to_int(Index(work.size())), iwork.data(),
            &info);
  if (info > 0) {
    a = copy;
    gesvd_any(m, n, a.data(), s.data(), vt.data(), u.data(), &size, -1, &info);
    work.resize(static_cast<std::size_t>(size) + 1);
    gesvd_any(m, n, a.data(), s.data(), vt.data(), u.data(), work.data(), to_int(Index(work.size())), &info);
  }
  check_info(info, "gesdd");
}

}  // namespace

void gemm(Transpose ta, Transpose tb, double alpha, const ConstRef<double>& a, const ConstRef<double>& b, double beta,
          MutableRef<double> c) {
  checked_gemm<double>([](auto... arguments) { cblas_dgemm(arguments...); }, ta, tb, alpha, a, b, beta, c);
}

void gemm(Transpose ta, Transpose tb, float alpha, const ConstRef<float>& a, const ConstRef<float>& b, float beta,
          MutableRef<float> c) {
  checked_gemm<float>([](auto... arguments) { cblas_sgemm(arguments...); }, ta, tb, alpha, a, b, beta, c);
}

void solve_lower_transposed(const ConstRef<double>& l, MutableRef<double> x) {
  if (l.rows() != l.cols() || x.cols() != l.rows()) throw Error(ErrorCode::internal, "dtrsm", "shapes do not fit");
  if (x.size() == 0) return;
  cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, to_int(x.rows()), to_int(x.cols()), 1.0,
              l.data(), leading(l.outerStride(), l.cols()), x.data(), leading(x.outerStride(), x.cols()));
}

namespace lapack {

void syevd(MatrixD& a, VectorD& values) {
  const int n = to_int(a.rows());
  values.resize(n);
  if (n == 0) return;
  // Row-major upper is column-major lower.
  int info = 0, lwork = -1, liwork = -1, isize = 0;
  double size = 0;
  dsyevd_("V", "L", &n, a.data(), &n, values.data(), &size, &lwork, &isize, &liwork, &info);
  check_info(info, "dsyevd");
  std::vector<double> work(static_cast<std::size_t>(size) + 1);
  std::vector<int> iwork(static_cast<std::size_t>(isize) + 1);
  lwork = to_int(Index(work.size()));
  liwork = to_int(Index(iwork.size()));
  dsyevd_("V", "L", &n, a.data(), &n, values.data(), work.data(), &lwork, iwork.data(), &liwork, &info);
  check_info(info, "dsyevd");
}

void syev_largest(MatrixD& a, Index k, VectorD& values, MatrixD& vectors) {
  const int n = to_int(a.rows()), count = std::min(to_int(k), n);
  values.resize(count);
  vectors.resize(count, n);
  if (count == 0) return;
  VectorD diagonal(n), beside(n), tau(n), all(n);
  std::vector<double> work(64 * static_cast<std::size_t>(n));
  int lwork = to_int(Index(work.size())), info = 0;
  dsytrd_("L", &n, a.data(), &n, diagonal.data(), beside.data(), tau.data(), work.data(), &lwork, &info);
  check_info(info, "dsytrd");
  const int first = n - count + 1, liwork = 10 * n;
  const double unused = 0;
  int found = 0, robust = 1;
  std::vector<int> support(2 * static_cast<std::size_t>(n)), iwork(static_cast<std::size_t>(liwork));
  dstemr_("V", "I", &n, diagonal.data(), beside.data(), &unused, &unused, &first, &n, &found, all.data(),
          vectors.data(), &n, &count, support.data(), &robust, work.data(), &lwork, iwork.data(), &liwork, &info);
  check_info(info, "dstemr");
  dormtr_("L", "L", "N", &n, &count, a.data(), &n, tau.data(), vectors.data(), &n, work.data(), &lwork, &info);
  check_info(info, "dormtr");
  values = all.head(count);
}

void gesdd(Matrix<double>& a, Matrix<double>& u, Vector<double>& s, Matrix<double>& vt) { thin_svd(a, u, s, vt); }
void gesdd(Matrix<float>& a, Matrix<float>& u, Vector<float>& s, Matrix<float>& vt) { thin_svd(a, u, s, vt); }

bool potrf_upper(MatrixD& a) {
  const int n = to_int(a.rows());
  int info = 0;
  if (n > 0) dpotrf_("L", &n, a.data(), &n, &info);  // column-major lower = row-major upper
  if (info > 0) return false;
  check_info(info, "dpotrf");
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) a(i, j) = 0;
  return true;
}

void trtri_upper(MatrixD& a) {
  const int n = to_int(a.rows());
  int info = 0;
  if (n > 0) dtrtri_("L", "N", &n, a.data(), &n, &info);
  check_info(info, "dtrtri");
}

void qr_householder(MatrixD& a, MatrixD& r) {
  // The column-major transpose is n x m: a^T = l q gives a = q^T l^T.
  const int m = to_int(a.cols()), n = to_int(a.rows());
  if (m > n) throw Error(ErrorCode::internal, "qr_householder", "the panel is wider than tall");
  r.setZero(m, m);
  if (m == 0) return;
  std::vector<double> tau(m), work(static_cast<std::size_t>(m) * 64);
  const int lwork = to_int(Index(work.size()));
  int info = 0;
  dgelqf_(&m, &n, a.data(), &m, tau.data(), work.data(), &lwork, &info);
  check_info(info, "dgelqf");
  for (Index i = 0; i < m; ++i)
    for (Index j = i; j < m; ++j) r(i, j) = a(i, j);  // l(j, i) in columns = row i, column j here
  dorglq_(&m, &n, &m, a.data(), &m, tau.data(), work.data(), &lwork, &info);
  check_info(info, "dorglq");
}

}  // namespace lapack
}  // namespace couplet
