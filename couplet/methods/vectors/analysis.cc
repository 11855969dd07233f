#include "couplet/methods/vectors/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr double least_singular_value = 1e-12;  // of numbers between 0 and 1, computed to about 1e-16

/// Squared chi-squared distance of each row's profile to the average profile:
/// sum_j (p_ij / r_i - c_j)^2 / c_j. counts: points x other side; masses: of the other side.
VectorD squared_distances(const CsrMatrix<double>& counts, const VectorD& sums, const VectorD& masses) {
  VectorD distances(counts.rows());
  for (Index i = 0; i < counts.rows(); ++i) {
    const std::int64_t begin = counts.offsets()[i], end = counts.offsets()[i + 1];
    double distance = 0, mass = 0;
    for (std::int64_t at = begin; at < end; ++at) {
      const double expected = masses[counts.columns()[at]];
      const double difference = counts.values()[at] / sums[i] - expected;
      distance += difference * difference / expected;
      mass += expected;
    }
    // Each cell without a count adds its c_j. A full row has none: 1 - mass would only be rounding.
    if (end - begin < counts.cols()) distance += std::max(0.0, 1 - mass);
    distances[i] = distance;
  }
  return distances;
}

/// coordinates^2 over the squared distance, by row; 0 for a point in the origin.
MatrixD squared_cosines(const MatrixD& coordinates, const VectorD& distances) {
  MatrixD cos2 = coordinates.cwiseAbs2();
  for (Index i = 0; i < cos2.rows(); ++i) {
    const double total = distances[i];
    for (Index k = 0; k < cos2.cols(); ++k) cos2(i, k) = total > 0 ? std::min(1.0, cos2(i, k) / total) : 0;
  }
  return cos2;
}

/// Points whose orthonormal singular vectors are `vectors`. The shares hold inertias until the total is known.
TablePoints make_points(const Vocabulary& labels, const CsrMatrix<double>& counts, const VectorD& mass,
                        const VectorD& sums, const VectorD& other_masses, const ConstRef<double>& vectors,
                        const VectorD& s) {
  TablePoints points;
  points.labels = labels;
  points.mass = mass;
  points.contributions = vectors.cwiseAbs2();
  points.coordinates = mass.cwiseSqrt().cwiseInverse().asDiagonal() * vectors * s.asDiagonal();
  const VectorD distances = squared_distances(counts, sums, other_masses);
  points.cos2 = squared_cosines(points.coordinates, distances);
  points.inertia_share = mass.cwiseProduct(distances);
  return points;
}

void require_full(const Vocabulary& labels, const VectorD& sums, std::string_view what) {
  for (Index i = 0; i < sums.size(); ++i)
    if (!(sums[i] > 0))
      throw Error(ErrorCode::data, "count table", fmt::format("the {} \"{}\" has no counts", what, labels.word(i)),
                  "leave it out");
}

/// A point of `counts` a row, its columns numbered as in `known`; `kind` names a point in errors.
SupplementaryPoints place(const Vocabulary& labels, const CsrMatrix<double>& counts, const Vocabulary& other_labels,
                          const TablePoints& known, const std::vector<TableAxis>& axes, std::string_view kind) {
  SupplementaryPoints points;
  points.labels = labels;
  const Index d = std::ssize(axes);
  std::vector<Index> number(counts.cols());
  for (Index j = 0; j < counts.cols(); ++j) {
    number[j] = known.labels.find(other_labels.word(j));
    if (number[j] < 0) points.unknown.emplace_back(other_labels.word(j));
  }
  VectorD scale(d);  // principal to standard coordinates
  for (Index k = 0; k < d; ++k) scale[k] = 1 / axes[k].singular_value;
  // c^T D(c)^-1/2 v is 0 for exact vectors. Taking it off keeps the origin in place for approximate ones.
  const VectorD origin = known.coordinates.transpose() * known.mass;
  points.coordinates = MatrixD::Zero(counts.rows(), d);
  VectorD distances(counts.rows());
  for (Index i = 0; i < counts.rows(); ++i) {
    const std::int64_t begin = counts.offsets()[i], end = counts.offsets()[i + 1];
    double sum = 0;
    for (std::int64_t at = begin; at < end; ++at) {
      const bool is_known = number[counts.columns()[at]] >= 0;
      (is_known ? sum : points.unknown_count) += counts.values()[at];
    }
    if (!(sum > 0))
      throw Error(ErrorCode::data, fmt::format("supplementary {} \"{}\"", kind, labels.word(i)),
                  "no counts that the analysed table knows", "leave it out, or check its labels");
    double distance = 0, mass = 0;
    Index matched = 0;
    for (std::int64_t at = begin; at < end; ++at) {
      const Index j = number[counts.columns()[at]];
      if (j < 0) continue;
      const double share = counts.values()[at] / sum, expected = known.mass[j];
      points.coordinates.row(i) += share * known.coordinates.row(j);
      distance += (share - expected) * (share - expected) / expected;
      mass += expected;
      ++matched;
    }
    if (matched < known.mass.size()) distance += std::max(0.0, 1 - mass);
    distances[i] = distance;
    points.coordinates.row(i) = (points.coordinates.row(i) - origin.transpose()) * scale.asDiagonal();
  }
  points.cos2 = squared_cosines(points.coordinates, distances);
  return points;
}

}  // namespace

VectorD quality_on(const MatrixD& cos2, Index axes) { return cos2.leftCols(axes).rowwise().sum().cwiseMin(1.0); }

TableAnalysis analyse_table(const CountTable& table, const ConstRef<double>& u, const VectorD& s,
                            const ConstRef<double>& v) {
  if (u.rows() != table.counts.rows() || v.rows() != table.counts.cols() || u.cols() != s.size() ||
      v.cols() != s.size())
    throw Error(ErrorCode::internal, "table analysis", "the singular vectors do not fit the table");
  const VectorD row_sums = table.row_sums(), col_sums = table.col_sums();
  require_full(table.rows, row_sums, "row");
  require_full(table.cols, col_sums, "column");
  const double total = row_sums.sum();
  const VectorD r = row_sums / total, c = col_sums / total;
  Index d = 0;
  while (d < s.size() && s[d] > least_singular_value) ++d;

  TableAnalysis result;
  result.rows = make_points(table.rows, table.counts, r, row_sums, c, u.leftCols(d), s.head(d));
  result.cols = make_points(table.cols, table.counts.transposed(), c, col_sums, r, v.leftCols(d), s.head(d));
  result.total_inertia = result.rows.inertia_share.sum();
  for (TablePoints* points : {&result.rows, &result.cols}) {
    const double inertia = points->inertia_share.sum();
    if (inertia > 0) points->inertia_share /= inertia;
  }
  double cumulative = 0;
  for (Index k = 0; k < d; ++k) {
    const double inertia = s[k] * s[k];
    const double share = result.total_inertia > 0 ? std::min(1.0, inertia / result.total_inertia) : 0;
    cumulative = std::min(1.0, cumulative + share);
    result.axes.push_back({s[k], inertia, share, cumulative});
  }
  return result;
}

SupplementaryPoints supplementary_rows(const TableAnalysis& analysis, const CountTable& extra) {
  return place(extra.rows, extra.counts, extra.cols, analysis.cols, analysis.axes, "row");
}

SupplementaryPoints supplementary_cols(const TableAnalysis& analysis, const CountTable& extra) {
  return place(extra.cols, extra.counts.transposed(), extra.rows, analysis.rows, analysis.axes, "column");
}

}  // namespace couplet
