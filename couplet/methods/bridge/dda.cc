#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/linalg/generalised_eigen.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/svd_dense.h"
#include "couplet/methods/bridge/opca_matrices.h"
#include "couplet/methods/bridge/projection.h"

namespace couplet {
namespace {

/// The columns of a block, renumbered.
OwnedRows<double> columns_of(const OwnedRows<double>& all, const std::vector<Index>& block_of, Index block,
                             const std::vector<Index>& place, Index count) {
  const CsrMatrix<double>& texts = all.matrix;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (Index i = 0; i < texts.rows(); ++i) {
    for (std::int64_t e = texts.offsets()[i]; e < texts.offsets()[i + 1]; ++e) {
      const auto column = static_cast<std::size_t>(texts.columns()[e]);
      if (block_of[column] != block) continue;
      columns.push_back(static_cast<std::int32_t>(place[column]));
      values.push_back(texts.values()[e]);
    }
    offsets.push_back(std::ssize(columns));
  }
  return {CsrMatrix<double>(texts.rows(), count, std::move(offsets), std::move(columns), std::move(values)),
          all.begins};
}

/// The directions of each block side by side, zero outside it; terms x (sum of the blocks' dimensions).
MatrixD stage_one(const std::vector<OwnedRows<double>>& texts, const std::vector<Index>& block_of, Index blocks,
                  ProjectionOptions options, const Run& run) {
  options.asked = false;
  const Index terms = std::ssize(block_of);
  std::vector<Index> place(block_of.size()), sizes(static_cast<std::size_t>(blocks), 0);
  for (std::size_t term = 0; term < block_of.size(); ++term) place[term] = sizes[block_of[term]]++;
  MatrixD all(terms, 0);
  for (Index block = 0; block < blocks; ++block) {
    const Index size = sizes[block];
    if (size == 0) continue;
    std::vector<OwnedRows<double>> parts;
    for (const OwnedRows<double>& language : texts) parts.push_back(columns_of(language, block_of, block, place, size));
    const Projection found = opca(parts, options, run);
    const Index before = all.cols();
    all.conservativeResizeLike(MatrixD::Zero(terms, before + found.terms.cols()));
    for (Index term = 0; term < terms; ++term)
      if (block_of[term] == block) all.row(term).tail(found.terms.cols()) = found.terms.row(place[term]);
  }
  return all;
}

}  // namespace

Projection dda(const std::vector<OwnedRows<double>>& texts, const std::vector<Index>& block_of, Index blocks,
               const ProjectionOptions& options, const Run& run) {
  if (std::ssize(block_of) != texts[0].matrix.cols() || blocks < 1)
    throw Error(ErrorCode::internal, "dda", "the blocks do not fit the terms");
  const MatrixD basis = stage_one(texts, block_of, blocks, options, run);
  const Stage stage(*run.observer, "second stage");
  const Index size = basis.cols();
  const CentredTexts f(texts, *run.team);
  const CsrOperator<double> z(text_differences(texts), *run.team);
  const RidgeMatrix n(z, VectorD::Constant(z.cols(), options.regulariser));
  MatrixD projected(f.rows(), size), n_basis(basis.rows(), size), s2(size, size), n2(size, size);
  f.apply(basis, projected, run);
  gemm(Transpose::yes, Transpose::no, 1.0, projected, projected, 0.0, s2);
  n.apply(basis, n_basis, run);
  gemm(Transpose::yes, Transpose::no, 1.0, basis, n_basis, 0.0, n2);
  const MatrixD root = inverse_square_root(n2, 0);
  const SymmetricEigen eigen = eigen_symmetric(root * s2 * root);
  Index kept = 0;
  while (kept < std::min(options.dimension, size) && eigen.values[kept] > eigenvalue_noise(size) * eigen.values[0])
    ++kept;
  Projection result;
  result.values = eigen.values.head(kept);
  result.terms = basis * (root * eigen.vectors.leftCols(kept));
  result.route = "two stages";
  MatrixD none(0, kept);
  fix_signs(result.terms, none);
  check_dimension(result, options, run);
  return result;
}

}  // namespace couplet
