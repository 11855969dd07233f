#include "couplet/methods/vectors/kept_table.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/methods/vectors/vectors_schema.h"
#include "couplet/model/container.h"

namespace couplet {
namespace {

std::span<const double> values_of(const auto& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

VectorD vector_of(std::span<const double> values) {
  return Eigen::Map<const VectorD>(values.data(), static_cast<Index>(values.size()));
}

MatrixD matrix_of(std::span<const double> values, Index rows, Index cols) {
  return Eigen::Map<const MatrixD>(values.data(), rows, cols);
}

/// What each context adds to vector.other, for labels that are rows of `cells`: scale * cell * (contexts S^(p-1)
/// other).
void add_contexts(const CsrMatrix<double>& cells, std::int64_t label, double scale, const MatrixD& contexts,
                  const VectorD& s, double power, const VectorD& other, const Vocabulary& names, double length,
                  std::vector<Reason>& reasons) {
  const VectorD weighted = other.cwiseProduct(VectorD(s.array().pow(power - 1)));
  for (std::int64_t at = cells.offsets()[label]; at < cells.offsets()[label + 1]; ++at) {
    const Index context = cells.columns()[at];
    const double value = scale * cells.values()[at] * contexts.row(context).dot(weighted) / length;
    reasons.push_back({"context", std::string(names.word(context)), "", value});
  }
}

}  // namespace

void write_kept(const KeptTable& kept, ModelWriter& writer) {
  kept.table.write(writer, "table");
  const Difference<double>& d = kept.difference;
  const Index rows = d.sparse.rows(), cols = d.sparse.cols(), axes = kept.decomposition.s.size();
  writer.add("difference.offsets", std::span<const std::int64_t>(d.sparse.offsets()), {rows + 1});
  writer.add("difference.columns", std::span<const std::int32_t>(d.sparse.columns()), {d.sparse.nonzeros()});
  writer.add("difference.values", std::span<const double>(d.sparse.values()), {d.sparse.nonzeros()});
  writer.add("kept.u", values_of(kept.decomposition.u), {rows, axes});
  writer.add("kept.v", values_of(kept.decomposition.v), {cols, axes});
  writer.add("kept.s", values_of(kept.decomposition.s), {axes});
  writer.add("kept.row_scale", values_of(d.row_scale), {rows});
  writer.add("kept.col_scale", values_of(d.col_scale), {cols});
  writer.add("kept.related", std::vector<std::int32_t>{kept.related ? 1 : 0}, {1});
}

KeptTable load_kept(const ModelFile& file, const std::string& pipeline) {
  KeptTable kept;
  kept.table = CountTable::load(file, "table", pipeline);
  const Index rows = kept.table.rows.size(), cols = kept.table.cols.size();
  const auto offsets = file.integers("difference.offsets", rows + 1, 1);
  const auto columns = file.integers32("difference.columns", -1, 1);
  const auto values = file.doubles("difference.values", static_cast<std::int64_t>(columns.size()), 1);
  try {
    kept.difference.sparse = CsrMatrix<double>(rows, cols, {offsets.begin(), offsets.end()},
                                               {columns.begin(), columns.end()}, {values.begin(), values.end()});
  } catch (const Error& error) {
    throw Error(ErrorCode::model, file.path(), "table 'difference': " + error.problem(), "fit the model again");
  }
  Decomposition& d = kept.decomposition;
  d.s = vector_of(file.doubles("kept.s", -1, 1));
  if (d.s.size() > 0 && !(d.s.minCoeff() > 0))
    throw Error(ErrorCode::model, file.path(), "a singular value is not positive", "fit the model again");
  d.u = matrix_of(file.doubles("kept.u", rows, d.s.size()), rows, d.s.size());
  d.v = matrix_of(file.doubles("kept.v", cols, d.s.size()), cols, d.s.size());
  d.row_scale = kept.difference.row_scale = vector_of(file.doubles("kept.row_scale", rows, 1));
  d.col_scale = kept.difference.col_scale = vector_of(file.doubles("kept.col_scale", cols, 1));
  kept.related = file.integers32("kept.related", 1, 1)[0] != 0;
  return kept;
}

std::vector<Reason> context_reasons(const KeptTable& kept, const ModelHeader& header, std::int64_t label,
                                    std::span<const float> vector, std::span<const float> other) {
  if (kept.related)
    throw Error(ErrorCode::usage, "", "a kernel relates labels: contexts do not add up to the score",
                "fit without --row-kernel and --col-kernel");
  const auto [which, power] = coordinates_in(header);
  const VectorD target = Eigen::Map<const VectorF>(other.data(), static_cast<Index>(other.size())).cast<double>();
  double aa = 0;
  for (const float x : vector) aa += static_cast<double>(x) * x;
  const double length = std::sqrt(aa) * target.norm();
  std::vector<Reason> reasons;
  if (!(length > 0)) return reasons;
  const Decomposition& d = kept.decomposition;
  const CsrMatrix<double>& cells = kept.difference.sparse;
  using enum Coordinates;
  if (which == f || which == u || which == sum)
    add_contexts(cells, label, which == u ? 1 : d.row_scale[label], d.v, d.s, power, target, kept.table.cols, length,
                 reasons);
  if (which == g || which == v || which == sum)
    add_contexts(cells.transposed(), label, which == v ? 1 : d.col_scale[label], d.u, d.s, power, target,
                 kept.table.rows, length, reasons);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& x, const Reason& y) { return std::abs(x.value) > std::abs(y.value); });
  return reasons;
}

}  // namespace couplet
