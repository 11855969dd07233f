// Sparse matrices from rows of entries in any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "couplet/linalg/sparse.h"

namespace couplet {

/// Makes a matrix row by row, each from entries in any order.
template <class T>
class RowBuilder {
 public:
  /// Room for so many entries.
  void reserve(std::int64_t entries) {
    columns_.reserve(static_cast<std::size_t>(entries));
    values_.reserve(static_cast<std::size_t>(entries));
  }
  void add(std::int32_t column, double value) { row_.emplace_back(column, value); }
  /// Entries of one column are added up; value(column, sum) is what is kept, unless 0. Returns the sum of the squares
  /// of what is kept, in the order of the columns.
  template <class Value>
  double finish_row(const Value& value) {
    std::sort(row_.begin(), row_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    double squares = 0;
    for (std::size_t i = 0; i < row_.size();) {
      double sum = 0;
      const std::int32_t column = row_[i].first;
      for (; i < row_.size() && row_[i].first == column; ++i) sum += row_[i].second;
      const double kept = value(column, sum);
      if (kept == 0) continue;
      columns_.push_back(column);
      values_.push_back(static_cast<T>(kept));
      squares += kept * kept;
    }
    offsets_.push_back(std::ssize(columns_));
    row_.clear();
    return squares;
  }
  /// Rows without an entry.
  void add_empty(std::int64_t rows) {
    offsets_.insert(offsets_.end(), static_cast<std::size_t>(rows), offsets_.back());
  }
  /// The values of the row finished last, to be scaled.
  std::span<T> last_row() { return std::span(values_).subspan(offsets_[offsets_.size() - 2]); }
  /// Uses up the builder.
  CsrMatrix<T> matrix(Index cols) {
    const Index rows = std::ssize(offsets_) - 1;
    return CsrMatrix<T>(rows, cols, std::move(offsets_), std::move(columns_), std::move(values_));
  }

 private:
  std::vector<std::pair<std::int32_t, double>> row_;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> columns_;
  std::vector<T> values_;
};

}  // namespace couplet
