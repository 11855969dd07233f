#include "couplet/linalg/operators.h"

#include <doctest/doctest.h>

#include "couplet/base/error.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

/// Both products against a dense matrix, and the same bits for 1, 2 and 3 threads.
template <class T>
void check_products(const LinearOperator<T>& a, const MatrixD& dense, double near) {
  REQUIRE(a.rows() == dense.rows());
  REQUIRE(a.cols() == dense.cols());
  const Matrix<T> x = random_matrix(a.cols(), 5, 20).template cast<T>(),
                  y = random_matrix(a.rows(), 5, 21).template cast<T>();
  Matrix<T> ax(a.rows(), 5), aty(a.cols(), 5);
  a.apply(x, ax, run_with(1));
  a.apply_transposed(y, aty, run_with(1));
  CHECK((ax.template cast<double>() - dense * x.template cast<double>()).cwiseAbs().maxCoeff() < near);
  CHECK((aty.template cast<double>() - dense.transpose() * y.template cast<double>()).cwiseAbs().maxCoeff() < near);
  for (const int threads : {2, 3}) {
    Matrix<T> again(a.rows(), 5), again_t(a.cols(), 5);
    a.apply(x, again, run_with(threads));
    a.apply_transposed(y, again_t, run_with(threads));
    CHECK(identical(ax, again));
    CHECK(identical(aty, again_t));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("sparse minus rank one, scaled, dense: all as the dense matrix they stand for", T, float, double) {
  const double near = std::is_same_v<T, float> ? 2e-3 : 1e-10;
  Random random(3);
  std::vector<Triplet<T>> triplets;
  for (int i = 0; i < 6000; ++i)
    triplets.push_back({random.below(2500), random.below(300), static_cast<T>(random.uniform())});
  const CsrOperator<T> sparse(CsrMatrix<T>::from_triplets(2500, 300, std::move(triplets)));
  const MatrixD dense = sparse.matrix().dense().template cast<double>();
  check_products<T>(sparse, dense, near);

  const VectorD u = random_matrix(2500, 1, 4).col(0), v = random_matrix(300, 1, 5).col(0);
  const RankOneDifference<T> difference(sparse, u, v);
  check_products<T>(difference, dense - u * v.transpose(), near);
  const ScaledOperator<T> scaled(difference, u, v);
  check_products<T>(scaled, u.asDiagonal() * (dense - u * v.transpose()) * v.asDiagonal(), 20 * near);
  check_products<T>(DenseOperator<T>(sparse.matrix().dense()), dense, near);

  check_products<T>(TransposedOperator<T>(sparse), dense.transpose(), near);

  CHECK_THROWS_AS(RankOneDifference<T>(sparse, v, u), Error);
  CHECK_THROWS_AS(ScaledOperator<T>(sparse, v, u), Error);
}
