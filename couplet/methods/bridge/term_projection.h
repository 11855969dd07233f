// What a term adds to a text's vector: a row of a dense or a sparse matrix, owned or in a mapped file.
#pragma once

#include <memory>
#include <span>

#include "couplet/linalg/sparse.h"
#include "couplet/methods/bridge/term_space.h"
#include "couplet/model/container.h"

namespace couplet {

/// rows (terms) x dimension. Immutable, cheap to copy. Stored in float, added up in double.
class TermProjection {
 public:
  explicit TermProjection(const MatrixD& dense);
  explicit TermProjection(const Matrix<float>& dense);
  /// The identity, or a translation of words.
  explicit TermProjection(CsrMatrix<float> sparse);
  /// Tensor "projection", or the parts of a sparse one. Error(model) when the shapes do not fit.
  TermProjection(const ModelFile& file, Index rows);

  void write(ModelWriter& writer) const;
  bool dense() const { return !sparse_; }
  Index rows() const { return rows_; }
  Index dimension() const { return dimension_; }
  /// sum += weight * row for each term; sum: dimension().
  void add(std::span<const WeightedTerm> terms, VectorD& sum) const;
  /// Inner product of two rows.
  double product(Index a, Index b) const;

 private:
  Index rows_ = 0, dimension_ = 0;
  std::span<const float> values_;  // of a dense one, row-major
  std::shared_ptr<const void> owner_;
  std::shared_ptr<const CsrMatrix<float>> sparse_;
};

}  // namespace couplet
