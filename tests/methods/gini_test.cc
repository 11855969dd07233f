// Gini's variance and rotation, and kernel PCA of categories, against numbers of numpy.
#include "couplet/methods/vectors/gini.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/methods/generated_tables.h"

using namespace couplet;

TEST_CASE("kernel PCA of categories, without another kernel, is Gini times a constant") {
  const CountTable table = fisher_table();
  const FamilyOptions kpca{.member = Member::kpca, .alpha = 0.7}, gini{.member = Member::gini};
  const Decomposition d = decompose(table, kpca, {}, Run()), plain = decompose(table, gini, {}, Run());
  CHECK(d.s[0] == doctest::Approx(9.2121462040333543e-02).epsilon(1e-10));  // numpy, with the kernel's square root
  CHECK(d.s.isApprox(plain.s * std::sqrt(1 - std::exp(-1.4)), 1e-10));
  CHECK(std::abs(coordinates_of(d, kpca, Coordinates::f, 1)(3, 0)) ==
        doctest::Approx(6.0826841271919313e-02).epsilon(1e-8));
  CHECK(std::abs(coordinates_of(d, kpca, Coordinates::g, 1)(0, 0)) ==
        doctest::Approx(0.0636343267867047).epsilon(1e-8));
}

TEST_CASE("Gini's variance, the covariance and its rotation, on Fisher's table") {
  const CountTable table = fisher_table();
  const RotatedGini gini = rotated_gini(table, decompose(table, {.member = Member::gini}, {}, Run()), Run());
  CHECK(gini.row_variance == doctest::Approx(0.36408876996918893).epsilon(1e-12));
  CHECK(gini.col_variance == doctest::Approx(0.3498541632085355).epsilon(1e-12));
  CHECK(gini.covariance == doctest::Approx(0.08125337837095249).epsilon(1e-10));
  CHECK(gini.rotation(0, 0) == doctest::Approx(0.5613932765321984).epsilon(1e-8));
  CHECK(gini.rotation(3, 4) == doctest::Approx(0.13615370822171072).epsilon(1e-8));
  // By its definition: half the trace of R^T (P - E), and no orthogonal R gives more.
  const MatrixD p = table.counts.dense() / table.counts.dense().sum();
  const MatrixD difference = p - VectorD(p.rowwise().sum()) * VectorD(p.colwise().sum()).transpose();
  CHECK(0.5 * (gini.rotation.transpose() * difference).trace() == doctest::Approx(gini.covariance));
  const RotatedGini ca = rotated_gini(table, decompose(table, {.member = Member::ca}, {}, Run()), Run());
  CHECK(ca.covariance == doctest::Approx(0.32457035577766435).epsilon(1e-10));
  CHECK(ca.rotation(1, 3) == doctest::Approx(-1.0379304847895589e-01).epsilon(1e-8));
}
