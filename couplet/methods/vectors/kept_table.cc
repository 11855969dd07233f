#include "couplet/methods/vectors/kept_table.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/methods/vectors/vectors_schema.h"
#include "couplet/model/saved_matrix.h"
#include "couplet/model/saved_sparse.h"

namespace couplet {
namespace {

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
  add_sparse(writer, "difference", d.sparse);
  add_matrix(writer, "kept.u", kept.decomposition.u);
  add_matrix(writer, "kept.v", kept.decomposition.v);
  add_vector(writer, "kept.s", kept.decomposition.s);
  add_vector(writer, "kept.row_scale", d.row_scale);
  add_vector(writer, "kept.col_scale", d.col_scale);
  writer.add("kept.related", std::vector<std::int32_t>{kept.related ? 1 : 0}, {1});
}

KeptTable load_kept(const ModelFile& file, const std::string& pipeline) {
  KeptTable kept;
  kept.table = CountTable::load(file, "table", pipeline);
  const Index rows = kept.table.rows.size(), cols = kept.table.cols.size();
  kept.difference.sparse = load_sparse<double>(file, "difference", rows, cols);
  Decomposition& d = kept.decomposition;
  d.s = load_vector<double>(file, "kept.s");
  if (d.s.size() > 0 && !(d.s.minCoeff() > 0))
    throw Error(ErrorCode::model, file.path(), "a singular value is not positive", "fit the model again");
  d.u = load_matrix<double>(file, "kept.u", rows, d.s.size());
  d.v = load_matrix<double>(file, "kept.v", cols, d.s.size());
  d.row_scale = kept.difference.row_scale = load_vector<double>(file, "kept.row_scale", rows);
  d.col_scale = kept.difference.col_scale = load_vector<double>(file, "kept.col_scale", cols);
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
