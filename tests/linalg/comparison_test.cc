#include "couplet/linalg/comparison.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/base/error.h"
#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("rows compared by inner product, L1 and Jensen-Shannon") {
  MatrixD left(2, 3), right(3, 3);
  left << 0.5, 0.5, 0, 0.2, 0.3, 0.5;
  right << 0.5, 0.5, 0, 0, 0, 1, 0.25, 0.25, 0.5;
  MatrixD out(2, 3);
  compare_rows(left, right, Comparison::inner_product, out);
  CHECK((out - left * right.transpose()).cwiseAbs().maxCoeff() < 1e-15);

  compare_rows(left, right, Comparison::l1, out);
  CHECK(out(0, 0) == 1);
  CHECK(out(0, 1) == 0);
  CHECK(out(0, 2) == doctest::Approx(0.5));
  CHECK(out(1, 2) == doctest::Approx(0.95));

  compare_rows(left, right, Comparison::jensen_shannon, out);
  CHECK(out(0, 0) == doctest::Approx(1));
  CHECK(out(0, 1) == doctest::Approx(0).epsilon(1e-12));  // nothing in common: one bit apart
  // By the definition: (KL(p|m) + KL(q|m)) / 2 in bits.
  const auto divergence = [](const VectorD& p, const VectorD& q) {
    double sum = 0;
    for (Index i = 0; i < p.size(); ++i) {
      const double m = (p[i] + q[i]) / 2;
      if (p[i] > 0) sum += p[i] * std::log2(p[i] / m) / 2;
      if (q[i] > 0) sum += q[i] * std::log2(q[i] / m) / 2;
    }
    return sum;
  };
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j)
      CHECK(out(i, j) == doctest::Approx(1 - divergence(left.row(i).transpose(), right.row(j).transpose())));
  MatrixD wrong(2, 2);
  expect_error(ErrorCode::internal, "comparison: the shapes do not fit",
               [&] { compare_rows(left, right, Comparison::l1, wrong); });
}
