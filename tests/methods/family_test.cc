// Every member of the family against numbers from an independent computation, and against the formulas written out.
#include <doctest/doctest.h>

#include <cmath>

#include "couplet/linalg/svd_dense.h"
#include "couplet/methods/vectors/decomposition.h"
#include "couplet/methods/vectors/similarity_kernel.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/methods/generated_tables.h"
#include "tests/methods/golden_family.h"

using namespace couplet;

namespace {

const golden::Member& golden_of(const std::string& name) {
  for (const golden::Member& member : golden::members)
    if (member.name == name) return member;
  throw std::runtime_error("no golden values of " + name);
}

CsrMatrix<double> symmetric(Index size, const std::vector<Triplet<double>>& upper) {
  std::vector<Triplet<double>> all;
  for (const Triplet<double>& t : upper) {
    all.push_back(t);
    if (t.row != t.col) all.push_back({t.col, t.row, t.value});
  }
  return CsrMatrix<double>::from_triplets(size, size, std::move(all));
}

/// The largest difference of two tables over the largest value of the second.
double table_difference(const MatrixD& found, const std::vector<std::vector<double>>& wanted) {
  double worst = 0, largest = 0;
  REQUIRE(found.rows() == std::ssize(wanted));
  for (Index i = 0; i < found.rows(); ++i) {
    REQUIRE(found.cols() == std::ssize(wanted[i]));
    for (Index j = 0; j < found.cols(); ++j) {
      worst = std::max(worst, std::abs(found(i, j) - wanted[i][j]));
      largest = std::max(largest, std::abs(wanted[i][j]));
    }
  }
  return worst / largest;
}

/// s_scale, f_scale: what turns ours into the paper's scaling (margins as counts instead of shares).
void check_golden(const std::string& name, const FamilyOptions& family, double s_scale = 1, double f_scale = 1) {
  CAPTURE(name);
  const golden::Member& wanted = golden_of(name);
  const Decomposition d = decompose(fisher_table(), family, {}, Run());
  REQUIRE(d.s.size() == std::ssize(wanted.s));
  for (Index k = 0; k < d.s.size(); ++k) CHECK(d.s[k] * s_scale == doctest::Approx(wanted.s[k]).epsilon(1e-10));
  CHECK(table_difference(coordinates_of(d, family, Coordinates::f, 1) * f_scale, wanted.f) < 1e-10);
  CHECK(table_difference(coordinates_of(d, family, Coordinates::g, 1) * f_scale, wanted.g) < 1e-10);
}

const double fisher_total = 5387;

}  // namespace

TEST_CASE("the members on Fisher's table") {
  const double n = fisher_total;
  check_golden("ca", {.member = Member::ca}, 1 / n, std::pow(n, -1.5));
  check_golden("gini", {.member = Member::gini});
  check_golden("gtest", {.member = Member::gtest});
  check_golden("sgns_k5", {.member = Member::sgns, .shift = 5, .positive = false});
  check_golden("sppmi_k1", {.member = Member::sgns});
}

TEST_CASE("stop-word and similarity kernels on Fisher's table") {
  const double n = fisher_total;
  check_golden("ca_stopword",
               {.member = Member::ca,
                .row_kernel = SideKernel(VectorD{{1.0, 1.5, 1.0, 1.0}}),
                .col_kernel = SideKernel(VectorD{{0.4, 1.0, 1.0, 1.0, 1.0}})},
               1 / n, std::pow(n, -1.5));
  FamilyOptions family;
  family.similarity = SimilarityKernel{.rows = symmetric(4, {{0, 1, 7.9}, {0, 2, 3.1}}),
                                       .cols = symmetric(5, {{0, 1, 6.2}, {2, 4, 1.5}}),
                                       .a_row = 0.3,
                                       .b_row = 1.0,
                                       .a_col = 0.2,
                                       .b_col = 0.8};
  check_golden("ca_similarity", family);
}

TEST_CASE("a similarity kernel without weight is plain correspondence analysis, up to scale") {
  const CountTable table = random_table(30, 20, 0.4, 5);
  FamilyOptions plain, similar;
  similar.similarity = SimilarityKernel{.rows = symmetric(30, {{0, 1, 1}}), .cols = symmetric(20, {{2, 3, 1}})};
  const Decomposition a = decompose(table, plain, {}, Run()), b = decompose(table, similar, {}, Run());
  REQUIRE(a.s.size() == b.s.size());
  CHECK((a.s - b.s).cwiseAbs().maxCoeff() < 1e-12);
  const MatrixD f = coordinates_of(a, plain, Coordinates::f, 1), g = coordinates_of(b, similar, Coordinates::f, 1);
  const double ratio = f(0, 0) / g(0, 0);
  CHECK((f - g * ratio).cwiseAbs().maxCoeff() < 1e-10);
}

TEST_CASE("the similarity kernel is what the dense formula says") {
  const CountTable table = random_table(12, 9, 0.5, 6);
  const CsrMatrix<double> rows = symmetric(12, {{0, 1, 1}, {4, 7, 0.5}, {2, 3, 0.2}});
  const CsrMatrix<double> cols = symmetric(9, {{0, 8, 1}, {1, 2, 0.7}});
  const double bound = similarity_bound(table.counts, rows, cols, Run());
  REQUIRE(std::isfinite(bound));
  const double a = -0.7 * bound;
  const MatrixD n = table.counts.dense();
  const MatrixD gr = MatrixD(a * rows.dense()).array() + 1, gc = MatrixD(a * cols.dense()).array() + 1;
  const MatrixD t = (gr * n).cwiseProduct(n * gc), m = n.cwiseProduct(gr * n * gc) - t;
  const VectorD r = t.rowwise().sum(), c = t.colwise().sum();
  const MatrixD wanted = VectorD(r.array().rsqrt()).asDiagonal() * m * VectorD(c.array().rsqrt()).asDiagonal();

  FamilyOptions family;
  family.similarity = SimilarityKernel{.rows = rows, .cols = cols, .a_row = a, .a_col = a};
  const Difference<double> d = make_difference<double>(table, family, Run());
  CHECK((d.sparse.dense() - d.u * d.v.transpose() - wanted).cwiseAbs().maxCoeff() <
        1e-9 * wanted.cwiseAbs().maxCoeff());

  // Just below the bound the margins are positive, just above one is not.
  family.similarity->a_row = family.similarity->a_col = -0.999999 * bound;
  CHECK_NOTHROW(make_difference<double>(table, family, Run()));
  family.similarity->a_row = family.similarity->a_col = -1.000001 * bound;
  CHECK_THROWS_AS(make_difference<double>(table, family, Run()), Error);
}

TEST_CASE("known similarities with the paper's weights, of either sign and on each side, for ca and gtest") {
  const CountTable table = fisher_table();
  const CsrMatrix<double> rows = symmetric(4, {{0, 1, 1}, {2, 3, 0.5}}),
                          cols = symmetric(5, {{0, 1, 0.8}, {3, 4, 0.4}});
  struct Case {
    Member member;
    double a_row, b_row, a_col, b_col;
    std::vector<double> s, f, g;  // singular values; magnitudes on the first axis
  };
  // numpy, by the dense formulas.
  const std::vector<Case> cases = {
      {Member::ca,
       0.3,
       1,
       -0.2,
       0.5,
       {4.4184692833387401e-01, 1.7621573529102980e-01, 2.9416315150136537e-02},
       {9.2907833047113872e-05, 1.1057099409140001e-04, 1.3291655336385840e-07, 1.8344522172087995e-04},
       {1.3384048363028453e-04, 7.0800479022482176e-05, 1.5682864942851815e-05, 1.5232899802201952e-04,
        2.8995142655065720e-04}},
      {Member::ca,
       -0.4,
       1,
       0.25,
       2,
       {4.6076840290393417e-01, 1.6878527896902343e-01, 2.6753538862993569e-02},
       {6.3234668368176151e-05, 6.3083656900224990e-05, 1.1065637278667066e-05, 9.4392538240300881e-05},
       {7.9409800155445223e-05, 3.1217721433884572e-05, 2.1337691275509400e-06, 8.0288381558596568e-05,
        1.4692229951396443e-04}},
      {Member::gtest,
       0.3,
       1,
       -0.2,
       0.5,
       {0.05627797707742878, 0.03515203974320285, 0.01356168611193593, 0.00167106044537154},
       {0.01118966912247257, 0.0256542999198229, 0.00358798303312433, 0.04869276416712209},
       {0.02641371663874513, 0.00334170676061455, 0.00825388832590615, 0.04816752599355664, 0.00837389039486757}},
      {Member::gtest,
       -0.4,
       1,
       0.25,
       2,
       {0.20676245644674882, 0.13105921645477175, 0.05004054938932468, 0.00559717577152351},
       {0.05662738859032111, 0.11911574476697918, 0.02023765886609742, 0.15794280220878013},
       {0.12833654258351487, 0.01260041583025991, 0.0044682872032603, 0.15947337367517392, 0.02588343587384446}}};
  for (const Case& one : cases) {
    FamilyOptions family{.member = one.member};
    family.similarity = SimilarityKernel{rows, cols, one.a_row, one.b_row, one.a_col, one.b_col};
    const Decomposition d = decompose(table, family, {}, Run());
    REQUIRE(d.s.size() == std::ssize(one.s));
    for (Index k = 0; k < d.s.size(); ++k) CHECK(d.s[k] == doctest::Approx(one.s[k]).epsilon(1e-9));
    const MatrixD f = coordinates_of(d, family, Coordinates::f, 1), g = coordinates_of(d, family, Coordinates::g, 1);
    for (Index i = 0; i < f.rows(); ++i) CHECK(std::abs(f(i, 0)) == doctest::Approx(one.f[i]).epsilon(1e-7));
    for (Index j = 0; j < g.rows(); ++j) CHECK(std::abs(g(j, 0)) == doctest::Approx(one.g[j]).epsilon(1e-7));
  }
  // Where nothing is known it is the plain member.
  FamilyOptions plain{.member = Member::gtest}, none = plain;
  none.similarity = SimilarityKernel{.rows = rows, .cols = cols};
  CHECK((make_difference<double>(table, none, Run()).sparse.dense() -
         make_difference<double>(table, plain, Run()).sparse.dense())
            .cwiseAbs()
            .maxCoeff() < 1e-15);
  none.similarity->a_row = -4;
  expect_error(ErrorCode::data,
               "--similarity: a word's weighted count is not positive; use weights nearer to 0 (--similarity-weight, "
               "--alpha-row, --alpha-col)",
               [&] { make_difference<double>(table, none, Run()); });
}

TEST_CASE("kernel PCA of categories is what its kernel's square root gives") {
  const CountTable table = random_table(8, 6, 0.7, 7);
  const double alpha = 0.3, e = std::exp(-2 * alpha);
  const MatrixD p = table.counts.dense() / table.counts.dense().sum();
  const VectorD r = p.rowwise().sum(), c = p.colwise().sum();
  const MatrixD m = p - r * c.transpose();
  const auto root = [&](Index size) {
    const MatrixD mean = MatrixD::Constant(size, size, 1.0 / static_cast<double>(size));
    return MatrixD(std::sqrt(1 - e) * (MatrixD::Identity(size, size) - mean) +
                   std::sqrt(1 - e + static_cast<double>(size) * e) * mean);
  };
  const DenseSvd<double> svd = svd_dense<double>(MatrixD(root(8) * m));  // rows alone have the kernel
  const FamilyOptions family{.member = Member::kpca, .alpha = alpha};
  const Decomposition d = decompose(table, family, {}, Run());
  for (Index k = 0; k < d.s.size(); ++k) CHECK(d.s[k] == doctest::Approx(svd.s[k]).epsilon(1e-10));
  const MatrixD f = coordinates_of(d, family, Coordinates::f, 1),
                wanted = root(8) * svd.u.leftCols(d.s.size()) * svd.s.head(d.s.size()).asDiagonal();
  for (Index k = 0; k < f.cols(); ++k) CHECK(f.col(k).cwiseAbs().isApprox(wanted.col(k).cwiseAbs(), 1e-8));
}

TEST_CASE("a kernel that relates labels gives what its square root gives") {
  const CountTable table = random_table(10, 7, 0.7, 8);
  const CsrMatrix<double> kernel = symmetric(10, {{0, 0, 2},
                                                  {1, 1, 1},
                                                  {2, 2, 1.5},
                                                  {3, 3, 1},
                                                  {4, 4, 1},
                                                  {5, 5, 1},
                                                  {6, 6, 0.5},
                                                  {7, 7, 1},
                                                  {8, 8, 1},
                                                  {9, 9, 1},
                                                  {0, 3, 0.6},
                                                  {3, 8, -0.4}});
  FamilyOptions family{.member = Member::gini, .row_kernel = SideKernel(kernel, Run())};
  CHECK_FALSE(family.row_kernel.diagonal());
  const Decomposition d = decompose(table, family, {}, Run());
  const MatrixD p = table.counts.dense() / table.counts.dense().sum();
  const MatrixD m = p - VectorD(p.rowwise().sum()) * VectorD(p.colwise().sum()).transpose();
  // F F^T = K^1/2 U S^2 U^T K^1/2 = K M M^T K whatever square root is taken.
  const MatrixD f = coordinates_of(d, family, Coordinates::f, 1), k = kernel.dense();
  CHECK((f * f.transpose() - k * m * m.transpose() * k).cwiseAbs().maxCoeff() < 1e-12);
  expect_error(ErrorCode::usage, "--coordinates: u and v are not unique with a kernel that relates labels; use f or g",
               [&] { coordinates_of(d, family, Coordinates::u, 0); });
}

TEST_CASE("kernels that are none") {
  expect_error(ErrorCode::data, "kernel, label 2: the weight 0 is not positive; weights are above 0", [] {
    SideKernel(VectorD{{1.0, 0.0}});
  });
  expect_error(ErrorCode::data,
               "kernel: it is not positive definite; make the diagonal larger, or the similarities smaller", [] {
                 SideKernel(symmetric(2, {{0, 0, 1}, {1, 1, 1}, {0, 1, 1.5}}), Run());
               });
  expect_error(ErrorCode::data,
               "kernel: it is not symmetric; give both (a, b) and (b, a) the same value, or one of them", [] {
                 SideKernel(CsrMatrix<double>::from_triplets(2, 2, {{0, 0, 1}, {1, 1, 1}, {0, 1, 0.5}}), Run());
               });
}

TEST_CASE("GloVe's biases: the weighted residuals of every row and column add up to nothing") {
  const CountTable table = random_table(25, 18, 0.5, 9);
  const FamilyOptions family{.member = Member::glove};
  const Difference<double> d = make_difference<double>(table, family, Run());
  VectorD row = VectorD::Zero(25), col = VectorD::Zero(18);
  for (Index i = 0; i < 25; ++i)
    for (std::int64_t at = table.counts.offsets()[i]; at < table.counts.offsets()[i + 1]; ++at) {
      const double weight = std::min(1.0, std::pow(table.counts.values()[at] / 100, 0.75));
      const double value = weight * d.sparse.values()[at];
      row[i] += value;
      col[table.counts.columns()[at]] += value;
    }
  CHECK(row.cwiseAbs().maxCoeff() < 1e-6);
  CHECK(col.cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("context smoothing lowers the association of rare contexts") {
  const CountTable table = fisher_table();
  const FamilyOptions plain{.member = Member::sgns, .positive = false},
      smooth{.member = Member::sgns, .positive = false, .context_power = 0.75};
  const MatrixD a = make_difference<double>(table, plain, Run()).sparse.dense(),
                b = make_difference<double>(table, smooth, Run()).sparse.dense();
  CHECK(b(0, 4) < a(0, 4));  // black hair is rare
  CHECK(b(0, 2) > a(0, 2));  // medium hair is frequent
}

TEST_CASE("empty margins are named, and kernels of ca stay with it") {
  const CountTable table = make_table({"a", "b"}, {"x", "y"}, MatrixD{{1, 2}, {0, 0}});
  expect_error(ErrorCode::data, "row 'b': all its counts are zero; leave it out of the table",
               [&] { make_difference<double>(table, {}, Run()); });
  FamilyOptions family{.member = Member::gini};
  family.similarity = SimilarityKernel{};
  expect_error(ErrorCode::usage, "--similarity: is a kernel of ca and gtest; fit one of them, or leave it out",
               [&] { make_difference<double>(fisher_table(), family, Run()); });
}

TEST_CASE("same numbers at any thread count, in float on a larger table too") {
  const CountTable table = random_table(2600, 2400, 0.01, 10);
  for (const Member member : {Member::ca, Member::sgns, Member::glove}) {
    const FamilyOptions family{.member = member};
    const Decomposition one = decompose(table, family, {.dimensions = 12}, with_threads(1));
    for (const int threads : {2, 3}) {
      const Decomposition many = decompose(table, family, {.dimensions = 12}, with_threads(threads));
      CHECK(one.s == many.s);
      CHECK(one.u == many.u);
      CHECK(one.v == many.v);
    }
  }
}

TEST_CASE("tf-idf of contexts: golden values") {
  // ln(1 + count) ln(1 + rows / df), decomposed with numpy.
  const CountTable table = make_table({"a", "b", "c"}, {"x", "y", "z"}, MatrixD{{4, 0, 1}, {2, 3, 0}, {1, 1, 5}});
  const Difference<double> d = make_difference<double>(table, {.member = Member::context_lsa}, Run());
  const VectorD s = svd_dense<double>(d.sparse.dense()).s;
  CHECK(s[0] == doctest::Approx(2.2395936882404937).epsilon(1e-12));
  CHECK(s[1] == doctest::Approx(1.2131770857737203).epsilon(1e-12));
  CHECK(s[2] == doctest::Approx(0.8266598211185753).epsilon(1e-12));
}
