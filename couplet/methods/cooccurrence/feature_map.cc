#include "couplet/methods/cooccurrence/feature_map.h"

#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/linalg/incomplete_cholesky.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {

FeatureMap::FeatureMap(BlockedKernel kernel, Index input_dimension)
    : kernel_(std::move(kernel)), dimension_(input_dimension) {}

FeatureMap FeatureMap::by_pivots(BlockedKernel kernel, const MatrixD& rows, Index rank, const std::string& side,
                                 const Run& run) {
  const auto block = [&](Index first, std::span<const Index> pivots, MutableRef<double> out) {
    MatrixD chosen(static_cast<Index>(pivots.size()), rows.cols());
    for (std::size_t j = 0; j < pivots.size(); ++j) chosen.row(static_cast<Index>(j)) = rows.row(pivots[j]);
    kernel.evaluate(rows.middleRows(first, out.rows()), chosen, out);
  };
  constexpr double tolerance = 1e-12;  // of the trace: what is left then is rounding
  const IncompleteCholesky icd = incomplete_cholesky(kernel.diagonal(rows), block, rank, tolerance, run);
  const auto found = static_cast<Index>(icd.pivots.size());
  if (found == 0)
    throw Error(ErrorCode::data, side + " side", "the kernel is zero on every text", "check --kernel and the input");
  if (found < rank)
    run.observer->warn(fmt::format("{} side: --rank {} asked, the kernel's rank on these data is {}; using {}", side,
                                   rank, found, found));
  FeatureMap map(std::move(kernel), found);
  map.pivots_.resize(found, rows.cols());
  for (Index j = 0; j < found; ++j) map.pivots_.row(j) = rows.row(icd.pivots[j]);
  map.triangular_ = pivot_rows(icd);
  return map;
}

MatrixD FeatureMap::map(MatrixD rows, const Run& run) const {
  if (pivots_.size() == 0) {
    kernel_.features(rows);
    return rows;
  }
  MatrixD features(rows.rows(), dimension_);
  kernel_.evaluate(rows, pivots_, features);
  extend_features(triangular_, features, run);
  return features;
}

void FeatureMap::write(ModelWriter& writer, const std::string& prefix) const {
  if (pivots_.size() == 0) return;
  add_matrix(writer, prefix + ".pivots", pivots_);
  add_matrix(writer, prefix + ".triangular", triangular_);
}

FeatureMap FeatureMap::load(const ModelFile& file, const std::string& prefix, BlockedKernel kernel,
                            Index input_dimension) {
  FeatureMap map(std::move(kernel), input_dimension);
  if (map.kernel_.has_explicit_features()) return map;
  map.pivots_ = load_matrix<double>(file, prefix + ".pivots", -1, input_dimension);
  map.dimension_ = map.pivots_.rows();
  map.triangular_ = load_matrix<double>(file, prefix + ".triangular", map.dimension_, map.dimension_);
  if ((map.triangular_.diagonal().array() <= 0).any())
    throw Error(ErrorCode::model, prefix + ".triangular", "has a diagonal that is not positive", "fit the model again");
  return map;
}

std::uint64_t FeatureMap::fingerprint() const {
  Fingerprint print;
  print.add(kernel_.spec());
  for (const MatrixD* matrix : {&pivots_, &triangular_})
    print.add(
        {reinterpret_cast<const char*>(matrix->data()), static_cast<std::size_t>(matrix->size()) * sizeof(double)});
  return print.value();
}

}  // namespace couplet
