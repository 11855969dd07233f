// Tests of independence against R 4.2.2: chisq.test(N) with its $stdres, pchisq, p.adjust(method = "BH").
#include "couplet/methods/vectors/contingency_tests.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/eval/special_functions.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_tables.h"

using namespace couplet;

namespace {

/// Adjusted residuals of all cells by the formula.
MatrixD naive_residuals(const MatrixD& counts) {
  MatrixD residuals = counts;
  const double n = counts.sum();
  const VectorD rows = counts.rowwise().sum(), cols = counts.colwise().sum();
  for (Index i = 0; i < counts.rows(); ++i)
    for (Index j = 0; j < counts.cols(); ++j) {
      const double r = rows[i], c = cols[j], e = r * c / n;
      residuals(i, j) = (counts(i, j) - e) / std::sqrt(e * (1 - r / n) * (1 - c / n));
    }
  return residuals;
}

/// A table of more than a million cells, few of them filled.
CountTable big_table() {
  LabelledCounts read;
  const std::int64_t side = 1100;
  for (std::int64_t i = 0; i < side; ++i) {
    read.rows.add("r" + std::to_string(i));
    read.cols.add("c" + std::to_string(i));
  }
  for (std::int64_t i = 0; i < side; ++i) {
    read.entries.push_back({i, i, static_cast<double>(1 + i % 13)});
    read.entries.push_back({i, (i * 7 + 3) % side, static_cast<double>(1 + i % 5)});
    read.entries.push_back({i, 5, 30});
  }
  return from_entries(std::move(read));
}

}  // namespace

TEST_CASE("chi-squared and G of Fisher's table") {
  const ContingencyTests tests = test_independence(fisher_table());
  CHECK(tests.total == 5387);
  CHECK(tests.degrees == 12);
  CHECK(tests.chi2 == doctest::Approx(1240.0389573306632).epsilon(1e-12));
  CHECK(tests.chi2_p == doctest::Approx(4.1239928702436867e-258).epsilon(1e-9));
  CHECK(tests.g == doctest::Approx(1218.3139619303417).epsilon(1e-12));
  CHECK(tests.g_p == doctest::Approx(1.9702572495211193e-253).epsilon(1e-9));
  CHECK(tests.cramers_v == doctest::Approx(std::sqrt(1240.0389573306632 / 5387 / 3)).epsilon(1e-12));
  CHECK(tests.whole_counts);
  CHECK(tests.below_five == 0);
  CHECK(tests.smallest_expected == doctest::Approx(718.0 * 118 / 5387));
}

TEST_CASE("tests with empty cells, small counts and fractions") {
  const ContingencyTests tests = test_independence(formula_table());
  CHECK(tests.degrees == 88);
  CHECK(tests.chi2 == doctest::Approx(2165.8906185050064).epsilon(1e-12));
  CHECK(tests.g == doctest::Approx(2195.2549156714135).epsilon(1e-12));
  MatrixD small(3, 3);
  small << 12, 9, 6, 7, 4, 2, 5, 11, 8;
  const ContingencyTests few = test_independence(make_table(small));
  CHECK(few.chi2 == doctest::Approx(5.0085470085470085).epsilon(1e-12));
  CHECK(few.chi2_p == doctest::Approx(0.2864216424970048).epsilon(1e-12));
  CHECK(few.g == doctest::Approx(5.22431103848354006).epsilon(1e-12));
  CHECK(few.g_p == doctest::Approx(0.26504627957303539).epsilon(1e-12));
  CHECK(few.smallest_expected == doctest::Approx(3.25));
  CHECK(few.below_five == doctest::Approx(3.0 / 9));
  CHECK_FALSE(test_independence(make_table(small / 2)).whole_counts);
  CHECK(test_independence(make_table(small / 2)).chi2 == doctest::Approx(few.chi2 / 2));
}

TEST_CASE("the share of small expected counts is what counting gives") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const CountTable table = random_table(17, 11, 0.05 * static_cast<double>(seed), seed);
    const MatrixD counts = table.counts.dense();
    double small = 0;
    for (Index i = 0; i < counts.rows(); ++i)
      for (Index j = 0; j < counts.cols(); ++j)
        small += counts.row(i).sum() / counts.sum() * counts.col(j).sum() < 5 ? 1 : 0;
    CHECK(test_independence(table).below_five == doctest::Approx(small / static_cast<double>(counts.size())));
  }
}

TEST_CASE("independent variables, and a table with one row") {
  MatrixD product(3, 4);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 4; ++j) product(i, j) = static_cast<double>((i + 1) * (j + 2));
  const ContingencyTests flat = test_independence(make_table(product));
  CHECK(flat.chi2 < 1e-20);
  CHECK(flat.chi2_p == doctest::Approx(1));
  CHECK(flat.g >= 0);
  CHECK(flat.g_p == doctest::Approx(1));
  const CountTable row = make_table(MatrixD::Constant(1, 3, 4));
  CHECK(test_independence(row).degrees == 0);
  CHECK(test_independence(row).chi2_p == 1);
  for (const CellResidual& cell : cell_residuals(row, 10).cells) {
    CHECK(cell.residual == 0);
    CHECK(cell.p == 1);
  }
  for (const auto& test :
       {+[](const CountTable& t) { test_independence(t); }, +[](const CountTable& t) { cell_residuals(t, 1); }}) {
    MatrixD counts = MatrixD::Ones(2, 2);
    counts.row(0).setZero();
    expect_error(ErrorCode::data, "count table: a row or column has no counts; leave it out",
                 [&] { test(make_table(counts)); });
  }
}

TEST_CASE("residuals of Fisher's table as chisq.test has them") {
  const CellResiduals residuals = cell_residuals(fisher_table(), 100);
  CHECK(residuals.every_cell);
  REQUIRE(residuals.cells.size() == 20);
  const double expected[4][5] = {
      {11.9239155227853306, -0.021307067338922781, -3.5912822146232415, -6.9060342580956418, -3.4856520953977586},
      {17.6083727685010203, 4.286660154633137765, -2.6169175868702763, -15.0419571514076456, -6.2581791107417706},
      {-8.8896062712146353, -1.316667626095122667, 12.1639252293099833, -3.0519026302884842, -2.5468465784694336},
      {-18.3714461986722952, -3.085927066373800542, -7.6929954363415973, 24.7458487500536357, 12.1772693299602341}};
  for (const CellResidual& cell : residuals.cells)
    CHECK(std::abs(cell.residual - expected[cell.row][cell.col]) < 1e-11);
  CHECK(residuals.cells[0].row == 3);
  CHECK(residuals.cells[0].col == 3);
  CHECK(residuals.cells[0].count == 681);
  CHECK(residuals.cells[0].expected == doctest::Approx(1315.0 * 1391 / 5387));
}

TEST_CASE("residuals, p-values and their adjustment where cells are empty") {
  const CellResiduals residuals = cell_residuals(formula_table(), 60);
  REQUIRE(residuals.cells.size() == 60);
  struct Known {
    std::size_t rank;
    Index row, col;
    double residual, p, adjusted;
  };
  for (const Known& known : {Known{0, 7, 8, 13.8004741742979746, 2.5318177958501145e-43, 2.7343632195181238e-41},
                             Known{4, 11, 4, 11.2449018188899093, 2.4536953878471569e-29, 5.2999820377498592e-28},
                             Known{19, 8, 2, 5.3532103911008075, 8.6407282641315648e-08, 4.6659932626310453e-07},
                             Known{49, 10, 1, -4.0608646985577188, 4.8891300441029548e-05, 1.0560520895262383e-04}}) {
    const CellResidual& cell = residuals.cells[known.rank];
    CHECK(cell.row == known.row);
    CHECK(cell.col == known.col);
    CHECK(cell.residual == doctest::Approx(known.residual).epsilon(1e-12));
    CHECK(cell.p == doctest::Approx(known.p).epsilon(1e-10));
    CHECK(cell.adjusted_p == doctest::Approx(known.adjusted).epsilon(1e-10));
  }
  const MatrixD naive = naive_residuals(formula_table().counts.dense());
  for (std::size_t k = 0; k < 60; ++k) {
    const CellResidual& cell = residuals.cells[k];
    CHECK(cell.residual == doctest::Approx(naive(cell.row, cell.col)).epsilon(1e-12));
    if (k > 0) CHECK(std::abs(cell.residual) <= std::abs(residuals.cells[k - 1].residual));
  }
  CHECK(cell_residuals(formula_table(), 0).cells.empty());
  CHECK(cell_residuals(formula_table(), -3).cells.empty());
}

TEST_CASE("of a big table the largest residuals among stored cells, with adjusted p-values that are not too small") {
  const CountTable table = big_table();
  const MatrixD naive = naive_residuals(table.counts.dense());
  const CellResiduals residuals = cell_residuals(table, 50);
  CHECK_FALSE(residuals.every_cell);
  REQUIRE(residuals.cells.size() == 50);
  std::vector<double> sizes, p_values;
  for (Index i = 0; i < table.counts.rows(); ++i)
    for (std::int64_t at = table.counts.offsets()[i]; at < table.counts.offsets()[i + 1]; ++at)
      sizes.push_back(std::abs(naive(i, table.counts.columns()[at])));
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  for (std::size_t k = 0; k < 50; ++k) {
    CHECK(std::abs(residuals.cells[k].residual) == doctest::Approx(sizes[k]).epsilon(1e-12));
    CHECK(residuals.cells[k].adjusted_p >= residuals.cells[k].p);
  }
  // The exact adjustment over all 1.21 million cells is a lower bound, and equal here: no empty cell ranks so high.
  std::vector<double> all;
  for (Index k = 0; k < naive.size(); ++k) all.push_back(std::abs(naive.data()[k]));
  std::sort(all.begin(), all.end(), std::greater<>());
  double least = 1;
  for (std::size_t k = all.size(); k-- > 0;) {
    least =
        std::min(least, 2 * normal_upper_tail(all[k]) * static_cast<double>(all.size()) / static_cast<double>(k + 1));
    if (k < 50) CHECK(residuals.cells[k].adjusted_p >= least * (1 - 1e-9));
    if (k < 49) CHECK(residuals.cells[k].adjusted_p == doctest::Approx(least).epsilon(1e-9));
  }
  // Asking for all stored cells gives all, and the same first ones.
  const CellResiduals more = cell_residuals(table, 1'000'000'000'000);
  CHECK(std::ssize(more.cells) == table.counts.nonzeros());
  for (std::size_t k = 0; k < 50; ++k) {
    CHECK(more.cells[k].row == residuals.cells[k].row);
    CHECK(more.cells[k].col == residuals.cells[k].col);
  }
}
