// Single pairs of rows of two matrices, each with a coefficient that changes: the sparse part of S2Net's gradient.
#pragma once

#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Links between rows of a left and a right matrix, findable from both ends.
class Links {
 public:
  struct Link {
    Index left = 0, right = 0;
  };
  /// Rows in [0, n_left) and [0, n_right), checked by the caller.
  Links(std::vector<Link> links, Index n_left, Index n_right);

  std::size_t size() const { return links_.size(); }

  /// Inner products of the linked rows, in double.
  template <class T>
  std::vector<double> products(const Matrix<T>& left, const Matrix<T>& right, const Run& run) const;

  /// sum += coefficient * (the other end), over the links of a left row, in the order of the links; likewise of a right
  /// row. sum: as long as the rows of other. O(links of the row).
  template <class T>
  void add_to_left(Index row, std::span<const double> coefficients, const Matrix<T>& right, VectorD& sum) const;
  template <class T>
  void add_to_right(Index row, std::span<const double> coefficients, const Matrix<T>& left, VectorD& sum) const;

 private:
  /// Numbers of the links of each row.
  struct Lists {
    std::vector<std::size_t> offsets, links;
    std::span<const std::size_t> of(Index row) const {
      const auto at = static_cast<std::size_t>(row);
      return std::span(links).subspan(offsets[at], offsets[at + 1] - offsets[at]);
    }
  };
  static Lists group(const std::vector<Link>& links, Index Link::*end, Index rows);

  std::vector<Link> links_;
  Lists by_left_, by_right_;
};

}  // namespace couplet
