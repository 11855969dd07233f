#include "couplet/methods/vectors/table_biplot.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_tables.h"

using namespace couplet;

TEST_CASE("symmetric plot: both sides in principal coordinates") {
  const TableAnalysis analysis = analysed(fisher_table());
  const Biplot plot = make_biplot(analysis, BiplotKind::symmetric);
  CHECK(plot.x_label == "Axis 1 (86.6 %)");
  CHECK(plot.y_label == "Axis 2 (13.1 %)");
  REQUIRE(plot.rows.size() == 4);
  REQUIRE(plot.cols.size() == 5);
  for (Index i = 0; i < 4; ++i) {
    CHECK(plot.rows[i].x == analysis.rows.coordinates(i, 0));
    CHECK(plot.rows[i].y == analysis.rows.coordinates(i, 1));
  }
  CHECK(plot.cols[4].label == "black");
  CHECK(plot.cols[4].weight ==
        doctest::Approx(118.0 / 5387 * (std::pow(plot.cols[4].x, 2) + std::pow(plot.cols[4].y, 2))));
  for (const char* name : {"fair", "red", "black", "blue", "light"})
    CHECK(biplot_svg(plot).find(std::string(">") + name + "</text>") != std::string::npos);
}

TEST_CASE("row and column plots: a point is the mean of the other side's, weighted by its profile") {
  const CountTable table = formula_table();
  const MatrixD counts = table.counts.dense();
  const TableAnalysis analysis = analysed(table);
  const Biplot rows = make_biplot(analysis, BiplotKind::rows, 1, 2),
               cols = make_biplot(analysis, BiplotKind::cols, 1, 2);
  CHECK(rows.x_label.starts_with("Axis 2 ("));
  for (Index i = 0; i < counts.rows(); ++i) {
    double x = 0;
    for (Index j = 0; j < counts.cols(); ++j) x += counts(i, j) / counts.row(i).sum() * rows.cols[j].x;
    CHECK(rows.rows[i].x == doctest::Approx(x));
  }
  for (Index j = 0; j < counts.cols(); ++j) {
    double y = 0;
    for (Index i = 0; i < counts.rows(); ++i) y += counts(i, j) / counts.col(j).sum() * cols.rows[i].y;
    CHECK(cols.cols[j].y == doctest::Approx(y));
  }
}

TEST_CASE("supplementary points are hollow and lie where the analysis puts them") {
  const TableAnalysis analysis = analysed(fisher_table());
  Biplot plot = make_biplot(analysis, BiplotKind::rows);
  add_supplementary_rows(plot, analysis, supplementary_rows(analysis, fisher_table()), BiplotKind::rows);
  add_supplementary_cols(plot, analysis, supplementary_cols(analysis, fisher_table()), BiplotKind::rows);
  REQUIRE(plot.rows.size() == 8);
  REQUIRE(plot.cols.size() == 10);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(plot.rows[4 + i].supplementary);
    CHECK(plot.rows[4 + i].x == doctest::Approx(plot.rows[i].x));
    CHECK(plot.rows[4 + i].y == doctest::Approx(plot.rows[i].y));
  }
  for (std::size_t j = 0; j < 5; ++j) CHECK(plot.cols[5 + j].x == doctest::Approx(plot.cols[j].x));
}

TEST_CASE("one axis is a line; axes there are not are refused") {
  MatrixD two(2, 3);
  two << 5, 1, 2, 1, 7, 3;
  const TableAnalysis line = analysed(make_table(two));
  const Biplot plot = make_biplot(line, BiplotKind::symmetric);
  CHECK(plot.x_label == "Axis 1 (100.0 %)");
  CHECK(plot.y_label.empty());
  for (const BiplotPoint& point : plot.cols) CHECK(point.y == 0);
  CHECK(biplot_svg(plot).ends_with("</svg>\n"));
  const TableAnalysis three = analysed(fisher_table());
  expect_error(ErrorCode::usage, "axes: the table has 3 axes; choose among those",
               [&] { make_biplot(three, BiplotKind::symmetric, 0, 3); });
  expect_error(ErrorCode::usage, "axes: the table has 3 axes; choose among those",
               [&] { make_biplot(three, BiplotKind::symmetric, -1, 1); });
  expect_error(ErrorCode::usage, "axes: the table has 0 axes; choose among those",
               [&] { make_biplot(analysed(make_table(MatrixD::Ones(2, 2))), BiplotKind::symmetric); });
}
