#include "couplet/methods/vectors/contingency_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/eval/multiple_comparisons.h"
#include "couplet/eval/special_functions.h"

namespace couplet {
namespace {

constexpr double most_cells_visited = 1e6;
constexpr std::int64_t most_cells_given = std::int64_t{1} << 40;  // more than fit in memory

struct Margins {
  VectorD rows, cols;
  double total;
  double expected(Index i, Index j) const { return rows[i] / total * cols[j]; }
};

Margins margins_of(const CountTable& table) {
  Margins margins{table.row_sums(), table.col_sums(), 0};
  margins.total = margins.rows.sum();
  if (!(margins.total > 0) || !(margins.rows.array() > 0).all() || !(margins.cols.array() > 0).all())
    throw Error(ErrorCode::data, "count table", "a row or column has no counts", "leave it out");
  return margins;
}

/// Share of cells with rows[i] cols[j] / n < bound, without visiting them all.
double share_below(const Margins& margins, double bound) {
  std::vector<double> rows(margins.rows.begin(), margins.rows.end()), cols(margins.cols.begin(), margins.cols.end());
  std::sort(rows.begin(), rows.end());
  std::sort(cols.begin(), cols.end(), std::greater<>());
  double count = 0;
  std::size_t at = 0;  // cols from here on are small enough; grows with the row's sum
  for (const double row : rows) {
    while (at < cols.size() && row / margins.total * cols[at] >= bound) ++at;
    count += static_cast<double>(cols.size() - at);
  }
  return count / static_cast<double>(rows.size()) / static_cast<double>(cols.size());
}

CellResidual residual_of(const Margins& margins, Index i, Index j, double count) {
  CellResidual cell{i, j, count, margins.expected(i, j), 0, 1, 1};
  const double r = margins.rows[i] / margins.total, c = margins.cols[j] / margins.total;
  const double variance = cell.expected * (1 - r) * (1 - c);
  if (variance > 0) cell.residual = (count - cell.expected) / std::sqrt(variance);
  return cell;
}

double two_sided_p(const CellResidual& cell) { return std::min(1.0, 2 * normal_upper_tail(std::abs(cell.residual))); }

bool stands_before(const CellResidual& a, const CellResidual& b) {
  const double x = std::abs(a.residual), y = std::abs(b.residual);
  return x != y ? x > y : a.row != b.row ? a.row < b.row : a.col < b.col;
}

void keep_first(std::vector<CellResidual>& cells, std::size_t most) {
  if (cells.size() <= most) return;
  std::nth_element(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(most), cells.end(), stands_before);
  cells.resize(most);
}

std::vector<CellResidual> all_cells(const CountTable& table, const Margins& margins) {
  std::vector<CellResidual> cells;
  cells.reserve(table.counts.rows() * table.counts.cols());
  for (Index i = 0; i < table.counts.rows(); ++i) {
    std::int64_t at = table.counts.offsets()[i];
    const std::int64_t end = table.counts.offsets()[i + 1];
    for (Index j = 0; j < table.counts.cols(); ++j) {
      const bool stored = at < end && table.counts.columns()[at] == j;
      cells.push_back(residual_of(margins, i, j, stored ? table.counts.values()[at++] : 0));
    }
  }
  return cells;
}

std::vector<CellResidual> largest_stored(const CountTable& table, const Margins& margins, std::size_t most) {
  std::vector<CellResidual> cells;
  for (Index i = 0; i < table.counts.rows(); ++i)
    for (std::int64_t at = table.counts.offsets()[i]; at < table.counts.offsets()[i + 1]; ++at) {
      cells.push_back(residual_of(margins, i, table.counts.columns()[at], table.counts.values()[at]));
      if (cells.size() >= 2 * most + 1024) keep_first(cells, most);
    }
  keep_first(cells, most);
  return cells;
}

/// p-values, and Benjamini-Hochberg over `tested` cells of which only the most significant are known, in order: the
/// step-up minimum runs over those, so the values are never too small.
void bound_adjusted(std::vector<CellResidual>& cells, double tested) {
  double least = 1;
  for (std::size_t k = cells.size(); k-- > 0;) {
    cells[k].p = two_sided_p(cells[k]);
    least = std::min(least, cells[k].p * tested / static_cast<double>(k + 1));
    cells[k].adjusted_p = least;
  }
}

}  // namespace

ContingencyTests test_independence(const CountTable& table) {
  const Margins margins = margins_of(table);
  const CsrMatrix<double>& counts = table.counts;
  ContingencyTests tests;
  tests.total = margins.total;
  for (Index i = 0; i < counts.rows(); ++i) {
    const std::int64_t begin = counts.offsets()[i], end = counts.offsets()[i + 1];
    double expected_here = 0;
    for (std::int64_t at = begin; at < end; ++at) {
      const double count = counts.values()[at], expected = margins.expected(i, counts.columns()[at]);
      tests.chi2 += (count - expected) * (count - expected) / expected;
      tests.g += 2 * count * std::log(count / expected);
      expected_here += expected;
      tests.whole_counts = tests.whole_counts && count == std::floor(count);
    }
    // A cell without a count adds its expected count.
    if (end - begin < counts.cols()) tests.chi2 += std::max(0.0, margins.rows[i] - expected_here);
  }
  tests.g = std::max(0.0, tests.g);
  tests.degrees = static_cast<double>(counts.rows() - 1) * static_cast<double>(counts.cols() - 1);
  if (tests.degrees > 0) {
    tests.chi2_p = chi2_upper_tail(tests.chi2, tests.degrees);
    tests.g_p = chi2_upper_tail(tests.g, tests.degrees);
    const double most = static_cast<double>(std::min(counts.rows(), counts.cols()) - 1);
    tests.cramers_v = std::min(1.0, std::sqrt(tests.chi2 / margins.total / most));
  }
  tests.smallest_expected = margins.rows.minCoeff() / margins.total * margins.cols.minCoeff();
  tests.below_five = share_below(margins, 5);
  return tests;
}

CellResiduals cell_residuals(const CountTable& table, std::int64_t most) {
  const Margins margins = margins_of(table);
  const double tested = static_cast<double>(table.counts.rows()) * static_cast<double>(table.counts.cols());
  const std::size_t wanted = static_cast<std::size_t>(std::clamp<std::int64_t>(most, 0, most_cells_given));
  CellResiduals result;
  result.every_cell = tested <= most_cells_visited;
  if (!result.every_cell) {
    result.cells = largest_stored(table, margins, wanted);
    std::sort(result.cells.begin(), result.cells.end(), stands_before);
    bound_adjusted(result.cells, tested);
    return result;
  }
  result.cells = all_cells(table, margins);
  std::vector<double> p;
  p.reserve(result.cells.size());
  for (CellResidual& cell : result.cells) p.push_back(cell.p = two_sided_p(cell));
  const std::vector<double> adjusted = adjust_p_values(p, Adjustment::benjamini_hochberg);
  for (std::size_t k = 0; k < p.size(); ++k) result.cells[k].adjusted_p = adjusted[k];
  keep_first(result.cells, wanted);
  std::sort(result.cells.begin(), result.cells.end(), stands_before);
  return result;
}

}  // namespace couplet
