// Correspondence analysis against R: "R version 4.2.2 Patched (2022-11-10 r83330)", package ca 0.71.1 (Debian 12's
// r-cran-ca), ca(N), ca(N, suprow, supcol) and their summary(); signs of axes are free.
#include "couplet/methods/vectors/analysis.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_tables.h"

using namespace couplet;

namespace {

/// The largest difference between a column of coordinates and the values expected, up to the sign of the axis.
double axis_difference(const MatrixD& coordinates, Index axis, const std::vector<double>& expected) {
  const VectorD wanted = Eigen::Map<const VectorD>(expected.data(), std::ssize(expected));
  const VectorD found = coordinates.col(axis);
  return std::min((found - wanted).cwiseAbs().maxCoeff(), (found + wanted).cwiseAbs().maxCoeff());
}

/// Thousandths, as summary() in R prints them.
std::vector<long> thousandths(const VectorD& values) {
  std::vector<long> rounded;
  for (Index i = 0; i < values.size(); ++i) rounded.push_back(std::lround(1000 * values[i]));
  return rounded;
}

double sum_of_squares(const MatrixD& m) { return m.squaredNorm(); }

}  // namespace

TEST_CASE("Fisher's table: axes and coordinates as in R's ca") {
  const TableAnalysis analysis = analysed(fisher_table());
  REQUIRE(analysis.axes.size() == 3);  // the fourth singular value is rounding
  const double values[] = {0.44636840393131649, 0.17345539513203903, 0.02931691249197313};
  for (std::size_t k = 0; k < 3; ++k) CHECK(std::abs(analysis.axes[k].singular_value - values[k]) < 1e-12);
  CHECK(std::abs(analysis.total_inertia - 0.23019100748666477) < 1e-12);
  CHECK(std::abs(analysis.axes[0].inertia - 0.199245) < 5e-7);
  CHECK(std::lround(1000 * analysis.axes[0].share) == 866);
  CHECK(std::lround(1000 * analysis.axes[1].share) == 131);
  CHECK(std::lround(1000 * analysis.axes[1].cumulative) == 996);
  CHECK(std::abs(analysis.axes[2].cumulative - 1) < 1e-12);
  CHECK(axis_difference(analysis.rows.coordinates, 0,
                        {0.40029984503794541, 0.44070764203517770, -0.03361433806871762, -0.70273880412085232}) <
        1e-12);
  CHECK(axis_difference(analysis.rows.coordinates, 1,
                        {0.16541099891116276, 0.08846303144337733, -0.24500189820173920, 0.13391382548375247}) < 1e-12);
  CHECK(axis_difference(analysis.rows.coordinates, 2,
                        {-0.064157519239572469, 0.031773256535352436, -0.005552884651878157, 0.004345377080295176}) <
        1e-12);
  CHECK(axis_difference(analysis.cols.coordinates, 0,
                        {0.54399533056629967, 0.23326097082041547, 0.04202411654221425, -0.58870852924703321,
                         -1.09438827539571215}) < 1e-12);
  CHECK(axis_difference(analysis.cols.coordinates, 1,
                        {0.17384448979110120, 0.04827894791506925, -0.20830421158678689, 0.10395043696038224,
                         0.28643669999415078}) < 1e-12);
  CHECK(axis_difference(analysis.rows.inertia_share, 0,
                        {0.11100681197101177, 0.25872766839386924, 0.087533689594322256, 0.54273183004079673}) < 1e-12);
}

TEST_CASE("Fisher's table: mass, quality, contributions and squared cosines as in R's summary on two axes") {
  using Thousandths = std::vector<long>;
  const TableAnalysis analysis = analysed(fisher_table(), 2);
  REQUIRE(analysis.axes.size() == 2);
  CHECK(std::abs(analysis.total_inertia - 0.23019100748666477) < 1e-12);  // though an axis was not computed
  const TablePoints &rows = analysis.rows, &cols = analysis.cols;
  CHECK(labels_of(rows.labels) == std::vector<std::string>{"blue", "light", "medium", "dark"});
  CHECK(thousandths(rows.mass) == Thousandths{133, 293, 329, 244});
  CHECK(thousandths(quality_on(rows.cos2, 2)) == Thousandths{979, 995, 999, 1000});
  CHECK(thousandths(rows.inertia_share) == Thousandths{111, 259, 88, 543});
  CHECK(thousandths(rows.cos2.col(0)) == Thousandths{836, 956, 18, 965});
  CHECK(thousandths(rows.contributions.col(0)) == Thousandths{107, 286, 2, 605});
  CHECK(thousandths(rows.cos2.col(1)) == Thousandths{143, 39, 981, 35});
  CHECK(thousandths(rows.contributions.col(1)) == Thousandths{121, 76, 657, 145});
  CHECK(thousandths(cols.mass) == Thousandths{270, 53, 397, 258, 22});
  CHECK(thousandths(quality_on(cols.cos2, 2)) == Thousandths{1000, 803, 1000, 1000, 998});
  CHECK(thousandths(cols.inertia_share) == Thousandths{383, 16, 78, 401, 122});
  CHECK(thousandths(cols.cos2.col(0)) == Thousandths{907, 770, 39, 969, 934});
  CHECK(thousandths(cols.contributions.col(0)) == Thousandths{401, 14, 4, 449, 132});
  CHECK(thousandths(cols.cos2.col(1)) == Thousandths{93, 33, 961, 30, 64});
  CHECK(thousandths(cols.contributions.col(1)) == Thousandths{271, 4, 572, 93, 60});
}

TEST_CASE("a table with empty cells as in R's ca") {
  using Thousandths = std::vector<long>;
  const TableAnalysis analysis = analysed(formula_table(), 2);
  CHECK(std::abs(analysis.axes[0].singular_value - 0.62836458622744917) < 1e-12);
  CHECK(std::abs(analysis.axes[1].singular_value - 0.55508898261578843) < 1e-12);
  CHECK(axis_difference(analysis.rows.coordinates, 1,
                        {-0.22956064539902582, 0.052062905220069414, 0.82442347440247266, -0.59888052427494187,
                         -0.19285570446810038, 0.12958464630489328, -0.77138336924503526, 1.2402012853302786,
                         -0.30220872493270512, -0.31229483728294655, 0.088232168167213451, -0.27700831336902743}) <
        1e-12);
  CHECK(axis_difference(
            analysis.cols.coordinates, 0,
            {-1.1108129764527457, 0.26569831281205153, 0.21213346221282278, 0.21742891302223794, 0.56749135206197643,
             -1.1777481310287807, 0.45372996833385248, 0.21234000364353403, 0.39785060219113516}) < 1e-12);
  CHECK(thousandths(quality_on(analysis.rows.cos2, 2)) ==
        Thousandths{694, 4, 840, 504, 78, 888, 405, 908, 150, 248, 910, 330});
  CHECK(thousandths(analysis.rows.inertia_share) == Thousandths{52, 47, 70, 86, 78, 112, 70, 147, 54, 92, 107, 86});
  CHECK(thousandths(analysis.cols.cos2.col(1)) == Thousandths{1, 141, 58, 776, 182, 4, 0, 316, 712});
  CHECK(thousandths(analysis.cols.contributions.col(1)) == Thousandths{1, 62, 13, 310, 120, 2, 0, 133, 359});
}

TEST_CASE("supplementary rows and columns as in R's ca") {
  const CountTable all = formula_table();
  // ca(N, suprow = c(3, 7), supcol = 2): neither takes part, and the supplementary column is no column of those rows.
  const CountTable active = cols_of(rows_of(all, {0, 1, 3, 4, 5, 7, 8, 9, 10, 11}), {0, 2, 3, 4, 5, 6, 7, 8});
  const TableAnalysis analysis = analysed(active);
  CHECK(std::abs(analysis.axes[0].singular_value - 0.65475877436443708) < 1e-12);
  const SupplementaryPoints rows = supplementary_rows(analysis, rows_of(all, {2, 6}));
  CHECK(labels_of(rows.labels) == std::vector<std::string>{"r2", "r6"});
  CHECK(rows.unknown == std::vector<std::string>{"c1"});
  CHECK(rows.unknown_count == 10);
  CHECK(axis_difference(rows.coordinates, 0, {0.41960987503950103, 0.49920186919171805}) < 1e-12);
  CHECK(axis_difference(rows.coordinates, 1, {-0.78235839911825966, 0.69974075427896154}) < 1e-12);
  const double distances[] = {1.2327661658118252, 1.6732840596615817};  // R's rowdist^2
  for (Index i = 0; i < 2; ++i) {
    CHECK(std::abs(rows.cos2(i, 0) - std::pow(rows.coordinates(i, 0), 2) / distances[i]) < 1e-12);
  }
  const SupplementaryPoints cols =
      supplementary_cols(analysis, cols_of(rows_of(all, {0, 1, 3, 4, 5, 7, 8, 9, 10, 11}), {1}));
  CHECK(cols.unknown.empty());
  CHECK(axis_difference(cols.coordinates, 0, {0.36932413091214944}) < 1e-12);
  CHECK(axis_difference(cols.coordinates, 1, {0.27989256725404560}) < 1e-12);
  CHECK(std::abs(cols.cos2(0, 1) - std::pow(cols.coordinates(0, 1), 2) / 1.796563836360958) < 1e-12);
}

TEST_CASE("a row or column of the table given as supplementary lands on itself, in whatever order its labels come") {
  for (const CountTable& table : {fisher_table(), formula_table(), random_table(40, 25, 0.2, 3)}) {
    const TableAnalysis analysis = analysed(table, 6);
    std::vector<Index> reversed_cols, reversed_rows;
    for (Index j = table.counts.cols(); j-- > 0;) reversed_cols.push_back(j);
    for (Index i = table.counts.rows(); i-- > 0;) reversed_rows.push_back(i);
    const SupplementaryPoints rows = supplementary_rows(analysis, cols_of(table, reversed_cols));
    CHECK((rows.coordinates - analysis.rows.coordinates).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((rows.cos2 - analysis.rows.cos2).cwiseAbs().maxCoeff() < 1e-12);
    const SupplementaryPoints cols = supplementary_cols(analysis, rows_of(table, reversed_rows));
    CHECK((cols.coordinates - analysis.cols.coordinates).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((cols.cos2 - analysis.cols.cos2).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("what holds for every analysis, by the formulas written out") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const CountTable table = random_table(15 + static_cast<Index>(seed), 12, 0.1 * static_cast<double>(seed), seed);
    const TableAnalysis analysis = analysed(table);
    CHECK(analysis.total_inertia == doctest::Approx(sum_of_squares(textbook_matrix(table))).epsilon(1e-12));
    CHECK(analysis.axes.back().cumulative == doctest::Approx(1).epsilon(1e-10));
    const MatrixD counts = table.counts.dense();
    const double n = counts.sum();
    for (const TablePoints* points : {&analysis.rows, &analysis.cols}) {
      CHECK(points->mass.sum() == doctest::Approx(1));
      CHECK(points->inertia_share.sum() == doctest::Approx(1));
      CHECK((points->cos2.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-9);  // all axes are there
      for (Index k = 0; k < std::ssize(analysis.axes); ++k) {
        const TableAxis& axis = analysis.axes[k];
        CHECK(points->contributions.col(k).sum() == doctest::Approx(1));
        // Points balance in the origin, and the mean of their squares is the axis' inertia.
        CHECK(std::abs(points->mass.dot(points->coordinates.col(k))) < 1e-12);
        CHECK(points->mass.dot(points->coordinates.col(k).cwiseAbs2()) == doctest::Approx(axis.inertia));
      }
    }
    for (Index i = 0; i < counts.rows(); ++i) {
      double distance = 0;
      for (Index j = 0; j < counts.cols(); ++j) {
        const double c = counts.col(j).sum() / n;
        distance += std::pow(counts(i, j) / counts.row(i).sum() - c, 2) / c;
      }
      CHECK(analysis.rows.coordinates.row(i).squaredNorm() == doctest::Approx(distance));
      CHECK(analysis.rows.inertia_share[i] ==
            doctest::Approx(counts.row(i).sum() / n * distance / analysis.total_inertia));
    }
  }
}

TEST_CASE("a table of independent variables has no axes; a point in the origin has no cosine") {
  MatrixD product(3, 4);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 4; ++j) product(i, j) = static_cast<double>((i + 1) * (j + 2));
  const TableAnalysis flat = analysed(make_table(product));
  CHECK(flat.axes.empty());
  CHECK(flat.total_inertia < 1e-30);
  CHECK(flat.rows.coordinates.cols() == 0);
  MatrixD middle(3, 2);
  middle << 4, 2, 2, 4, 3, 3;  // the last row is the average
  const TableAnalysis analysis = analysed(make_table(middle));
  REQUIRE(analysis.axes.size() == 1);
  CHECK(analysis.rows.cos2(2, 0) == 0);
  CHECK(analysis.rows.cos2(0, 0) == doctest::Approx(1));
  const TableAnalysis one_row = analysed(make_table(MatrixD::Constant(1, 3, 2)));
  CHECK(one_row.axes.empty());
}

TEST_CASE("tables that cannot be analysed") {
  MatrixD counts = MatrixD::Ones(2, 3);
  counts.col(1).setZero();
  const CountTable table = make_table(counts);
  expect_error(ErrorCode::data, "count table: the column \"c1\" has no counts; leave it out",
               [&] { analyse_table(table, MatrixD::Zero(2, 1), VectorD::Zero(1), MatrixD::Zero(3, 1)); });
  CHECK_THROWS_AS(analyse_table(table, MatrixD::Zero(3, 1), VectorD::Zero(1), MatrixD::Zero(3, 1)), Error);
  const TableAnalysis analysis = analysed(fisher_table());
  expect_error(ErrorCode::data,
               "supplementary row \"r0\": no counts that the analysed table knows; leave it out, or check its labels",
               [&] { supplementary_rows(analysis, make_table(MatrixD::Ones(1, 2))); });
  expect_error(
      ErrorCode::data,
      "supplementary column \"c0\": no counts that the analysed table knows; leave it out, or check its labels",
      [&] { supplementary_cols(analysis, make_table(MatrixD::Ones(2, 1))); });
}
