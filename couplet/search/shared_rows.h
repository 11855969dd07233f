// Rows of numbers that several may hold and nobody changes: a matrix, or a place in a file.
#pragma once

#include <memory>
#include <utility>

#include "couplet/linalg/matrix.h"

namespace couplet {

class SharedRows {
 public:
  SharedRows(MatrixF matrix) : SharedRows(std::make_shared<const MatrixF>(std::move(matrix))) {}
  /// values: rows x cols, row-major, kept alive by `owner`.
  SharedRows(const float* values, Index rows, Index cols, std::shared_ptr<const void> owner)
      : owner_(std::move(owner)), values_(values), rows_(rows), cols_(cols) {}

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  const float* row(Index number) const { return values_ + number * cols_; }
  /// Valid while a copy of this object lives.
  Eigen::Map<const MatrixF> matrix() const { return {values_, rows_, cols_}; }

 private:
  explicit SharedRows(const std::shared_ptr<const MatrixF>& matrix)
      : SharedRows(matrix->data(), matrix->rows(), matrix->cols(), matrix) {}

  std::shared_ptr<const void> owner_;
  const float* values_;
  Index rows_, cols_;
};

}  // namespace couplet
