#include "couplet/methods/vectors/similarity_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {

namespace {

/// A B for sparse A and B, row by row with a dense accumulator.
CsrMatrix<double> product(const CsrMatrix<double>& a, const CsrMatrix<double>& b, const Run& run) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<double> sums(b.cols(), 0);
  std::vector<char> used(b.cols(), 0);
  std::vector<std::int32_t> touched;
  for (Index i = 0; i < a.rows(); ++i) {
    if (i % 1024 == 0) run.stop->check();
    touched.clear();
    for (std::int64_t at = a.offsets()[i]; at < a.offsets()[i + 1]; ++at) {
      const Index k = a.columns()[at];
      for (std::int64_t in = b.offsets()[k]; in < b.offsets()[k + 1]; ++in) {
        const std::int32_t j = b.columns()[in];
        if (!used[j]) {
          used[j] = 1;
          touched.push_back(j);
        }
        sums[j] += a.values()[at] * b.values()[in];
      }
    }
    std::sort(touched.begin(), touched.end());
    for (const std::int32_t j : touched) {
      columns.push_back(j);
      values.push_back(sums[j]);
      sums[j] = 0;
      used[j] = 0;
    }
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  return CsrMatrix<double>(a.rows(), b.cols(), std::move(offsets), std::move(columns), std::move(values));
}

VectorD times(const CsrMatrix<double>& matrix, const VectorD& x) {
  VectorD result = VectorD::Zero(matrix.rows());
  for (Index i = 0; i < matrix.rows(); ++i)
    for (std::int64_t at = matrix.offsets()[i]; at < matrix.offsets()[i + 1]; ++at)
      result[i] += matrix.values()[at] * x[matrix.columns()[at]];
  return result;
}

/// Appends f(i, j, value) for the entries of a matrix.
template <class F>
void append(std::vector<Triplet<double>>& to, const CsrMatrix<double>& matrix, F f) {
  for (Index i = 0; i < matrix.rows(); ++i)
    for (std::int64_t at = matrix.offsets()[i]; at < matrix.offsets()[i + 1]; ++at)
      if (const double value = f(i, matrix.columns()[at], matrix.values()[at]); value != 0)
        to.push_back({i, matrix.columns()[at], value});
}

/// The value of a matrix at (i, j), 0 where none is stored.
double entry(const CsrMatrix<double>& matrix, Index i, Index j) {
  const auto begin = matrix.columns().begin() + matrix.offsets()[i],
             end = matrix.columns().begin() + matrix.offsets()[i + 1];
  const auto found = std::lower_bound(begin, end, static_cast<std::int32_t>(j));
  return found != end && *found == j ? matrix.values()[found - matrix.columns().begin()] : 0;
}

[[noreturn]] void fail_not_positive() {
  throw Error(ErrorCode::data, "--similarity", "a word's weighted count is not positive",
              "use weights nearer to 0 (--similarity-weight, --alpha-row, --alpha-col)");
}

/// The products of a table with known similarities, and margins. Notation of the header: S_r, S_c are the kernel's rows
/// and cols; sn = S_r N, ns = N S_c.
struct Products {
  Products(const CsrMatrix<double>& counts, const SimilarityKernel& kernel, const Run& run)
      : r0(counts.row_sums()),
        c0(counts.col_sums()),
        n(r0.sum()),
        sn(product(kernel.rows, counts, run)),
        ns(product(counts, kernel.cols, run)),
        sns(product(kernel.rows, ns, run)),
        s_r0(times(kernel.rows, r0)),
        s_c0(times(kernel.cols, c0)),
        kernel_(kernel) {}

  /// N o (G_r N G_c) at a cell.
  double observed(Index i, Index j, double count) const {
    return count * (kernel_.a_row * kernel_.a_col * entry(sns, i, j) + kernel_.a_row * kernel_.b_col * s_r0[i] +
                    kernel_.b_row * kernel_.a_col * s_c0[j] + kernel_.b_row * kernel_.b_col * n);
  }
  /// T at a cell.
  double expected(Index i, Index j) const {
    return (kernel_.a_row * entry(sn, i, j) + kernel_.b_row * c0[j]) *
           (kernel_.a_col * entry(ns, i, j) + kernel_.b_col * r0[i]);
  }

  VectorD r0, c0;
  double n;
  CsrMatrix<double> sn, ns, sns;
  VectorD s_r0, s_c0;

 private:
  const SimilarityKernel& kernel_;
};

}  // namespace

Difference<double> similarity_gtest(const CsrMatrix<double>& counts, const SimilarityKernel& kernel, const Run& run) {
  const Products of(counts, kernel, run);
  std::vector<Triplet<double>> m;
  append(m, counts, [&](Index i, Index j, double count) {
    const double x = of.observed(i, j, count), y = of.expected(i, j);
    if (!(x > 0) || !(y > 0)) fail_not_positive();
    return x / (of.n * of.n) * std::log(x / y);
  });
  Difference<double> d;
  d.sparse = CsrMatrix<double>::from_triplets(counts.rows(), counts.cols(), std::move(m));
  d.row_scale = VectorD::Ones(counts.rows());
  d.col_scale = VectorD::Ones(counts.cols());
  return d;
}

Difference<double> similarity_difference(const CsrMatrix<double>& counts, const SimilarityKernel& kernel,
                                         const Run& run) {
  const double ar = kernel.a_row, br = kernel.b_row, ac = kernel.a_col, bc = kernel.b_col;
  const Products of(counts, kernel, run);

  // The sparse part of T.
  std::vector<Triplet<double>> t;
  append(t, of.sn, [&](Index i, Index j, double value) {
    return ar * ac * value * entry(of.ns, i, j) + ar * bc * of.r0[i] * value;
  });
  append(t, of.ns, [&](Index, Index j, double value) { return br * ac * value * of.c0[j]; });
  const auto sparse_t = CsrMatrix<double>::from_triplets(counts.rows(), counts.cols(), std::move(t));

  std::vector<Triplet<double>> m;
  append(m, counts, [&](Index i, Index j, double count) { return of.observed(i, j, count); });
  append(m, sparse_t, [](Index, Index, double value) { return -value; });
  Difference<double> d;
  d.sparse = CsrMatrix<double>::from_triplets(counts.rows(), counts.cols(), std::move(m));
  d.u = br * bc * of.r0;
  d.v = of.c0;
  const VectorD r = sparse_t.row_sums() + br * bc * of.n * of.r0, c = sparse_t.col_sums() + br * bc * of.n * of.c0;
  if (!(r.minCoeff() > 0) || !(c.minCoeff() > 0)) fail_not_positive();
  d.row_scale = r.array().rsqrt();
  d.col_scale = c.array().rsqrt();
  return d;
}

double similarity_bound(const CsrMatrix<double>& counts, const CsrMatrix<double>& row_similarity,
                        const CsrMatrix<double>& col_similarity, const Run& run) {
  // The margins of T are t^2 x - t y + z with x from SN o NS, y from D(r0) SN + NS D(c0), z = n r0 (or n c0).
  const VectorD r0 = counts.row_sums(), c0 = counts.col_sums();
  const CsrMatrix<double> sn = product(row_similarity, counts, run), ns = product(counts, col_similarity, run);
  std::vector<Triplet<double>> both, single;
  append(both, sn, [&](Index i, Index j, double value) { return value * entry(ns, i, j); });
  append(single, sn, [&](Index i, Index, double value) { return r0[i] * value; });
  append(single, ns, [&](Index, Index j, double value) { return value * c0[j]; });
  const auto x = CsrMatrix<double>::from_triplets(counts.rows(), counts.cols(), std::move(both));
  const auto y = CsrMatrix<double>::from_triplets(counts.rows(), counts.cols(), std::move(single));
  const double n = r0.sum();
  const auto smallest_root = [](const VectorD& a, const VectorD& b, const VectorD& c) {
    double bound = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < a.size(); ++i) {
      const double inside = b[i] * b[i] - 4 * a[i] * c[i];
      // 2c / (b + sqrt) is the smaller root, without cancellation and for a = 0 too.
      if (inside >= 0 && b[i] > 0) bound = std::min(bound, 2 * c[i] / (b[i] + std::sqrt(inside)));
    }
    return bound;
  };
  return std::min(smallest_root(x.row_sums(), y.row_sums(), n * r0), smallest_root(x.col_sums(), y.col_sums(), n * c0));
}

}  // namespace couplet
