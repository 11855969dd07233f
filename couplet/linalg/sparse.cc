#include "couplet/linalg/sparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/linalg/team_rows.h"

namespace couplet {
namespace {

constexpr Index panel_width =
    16;  // floats: one cache line a gather, doubles: two (measured best, docs/dependencies.md)
constexpr Index sparse_rows = 256;
constexpr std::size_t cached_bytes = 1 << 19;  // of a panel, while some rows are multiplied with it: half of a small L2

[[noreturn]] void fail(const std::string& problem) { throw Error(ErrorCode::data, "sparse matrix", problem); }

/// Rows [begin, end) of out = A x (Add: +=) for Width columns; x and out start at their first column.
template <Index Width, bool Add, class T, class X>
void multiply_panel(const std::int64_t* offsets, const std::int32_t* columns, const T* values, const X* x,
                    Index x_stride, T* out, Index out_stride, Index begin, Index end) {
  for (Index i = begin; i < end; ++i) {
    T* to = out + i * out_stride;
    T sum[Width];
    for (Index c = 0; c < Width; ++c) sum[c] = Add ? to[c] : T(0);
    for (std::int64_t at = offsets[i]; at < offsets[i + 1]; ++at) {
      const T value = values[at];
      const X* from = x + columns[at] * x_stride;
      for (Index c = 0; c < Width; ++c) sum[c] += value * static_cast<T>(from[c]);
    }
    for (Index c = 0; c < Width; ++c) to[c] = sum[c];
  }
}

/// The same, some rows of the panel after the others, for all rows of A: those stay in the cache that would come from
/// memory for each row of A. Each sum is made in the same order, so its bits are the same.
template <Index Width, class T, class X>
void multiply_cached(const std::int64_t* offsets, const std::int32_t* columns, const T* values, const X* x,
                     Index x_stride, Index x_rows, T* out, Index out_stride, Index begin, Index end) {
  constexpr Index some = cached_bytes / (Width * sizeof(X));
  std::vector<std::int64_t> next(offsets + begin, offsets + end);
  for (Index last = some; last < x_rows + some; last += some)
    for (Index i = begin; i < end; ++i) {
      T* to = out + i * out_stride;
      T sum[Width];
      for (Index c = 0; c < Width; ++c) sum[c] = to[c];
      std::int64_t at = next[i - begin];
      for (; at < offsets[i + 1] && columns[at] < last; ++at) {
        const T value = values[at];
        const X* from = x + columns[at] * x_stride;
        for (Index c = 0; c < Width; ++c) sum[c] += value * static_cast<T>(from[c]);
      }
      next[i - begin] = at;
      for (Index c = 0; c < Width; ++c) to[c] = sum[c];
    }
}

/// Is a panel so long that rows of A would get it from memory again and again, and do they have many entries in what
/// the cache holds of it?
template <Index Width, class X>
bool cache_helps(std::int64_t entries, Index rows, Index x_rows) {
  constexpr Index some = cached_bytes / (Width * sizeof(X)), least_entries = 8;
  return x_rows > 4 * some && entries / least_entries > rows * (x_rows / some);
}

}  // namespace

template <class T>
CsrMatrix<T>::CsrMatrix(Index rows, Index cols, std::vector<std::int64_t> offsets, std::vector<std::int32_t> columns,
                        std::vector<T> values)
    : rows_(rows), cols_(cols), offsets_(std::move(offsets)), columns_(std::move(columns)), values_(std::move(values)) {
  if (rows < 0 || cols < 0 || cols > std::numeric_limits<std::int32_t>::max())
    fail(fmt::format("{} x {} is not a possible shape", rows, cols));
  if (std::ssize(offsets_) != rows + 1 || offsets_[0] != 0) fail("the row offsets do not fit the rows");
  if (columns_.size() != values_.size() || std::ssize(values_) != offsets_.back())
    fail("columns and values do not fit the row offsets");
  for (Index i = 0; i < rows; ++i)
    if (offsets_[i + 1] < offsets_[i]) fail(fmt::format("row {}: its offset falls", i));
  for (Index i = 0; i < rows; ++i)
    for (std::int64_t at = offsets_[i]; at < offsets_[i + 1]; ++at) {
      if (columns_[at] < 0 || columns_[at] >= cols) fail(fmt::format("row {}: column {} is outside", i, columns_[at]));
      if (at > offsets_[i] && columns_[at] <= columns_[at - 1]) fail(fmt::format("row {}: columns do not ascend", i));
      if (!std::isfinite(values_[at])) fail(fmt::format("row {}, column {}: not a finite number", i, columns_[at]));
    }
}

template <class T>
CsrMatrix<T> CsrMatrix<T>::from_triplets(Index rows, Index cols, std::vector<Triplet<T>> triplets) {
  if (rows < 0 || cols < 0) fail(fmt::format("{} x {} is not a possible shape", rows, cols));
  for (const Triplet<T>& t : triplets)
    if (t.row < 0 || t.row >= rows || t.col < 0 || t.col >= cols)
      fail(fmt::format("entry ({}, {}) is outside {} x {}", t.row, t.col, rows, cols));
  std::stable_sort(triplets.begin(), triplets.end(), [](const Triplet<T>& a, const Triplet<T>& b) {
    return a.row != b.row ? a.row < b.row : a.col < b.col;
  });
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(rows) + 1, 0);
  std::vector<std::int32_t> columns;
  std::vector<T> values;
  columns.reserve(triplets.size());
  values.reserve(triplets.size());
  for (std::size_t i = 0; i < triplets.size();) {
    const Triplet<T>& first = triplets[i];
    double sum = 0;
    for (; i < triplets.size() && triplets[i].row == first.row && triplets[i].col == first.col; ++i)
      sum += static_cast<double>(triplets[i].value);
    columns.push_back(static_cast<std::int32_t>(first.col));
    values.push_back(static_cast<T>(sum));
    ++offsets[static_cast<std::size_t>(first.row) + 1];
  }
  for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
  return CsrMatrix(rows, cols, std::move(offsets), std::move(columns), std::move(values));
}

template <class T>
CsrMatrix<T> CsrMatrix<T>::with_values(std::vector<T> values) const {
  return CsrMatrix(rows_, cols_, offsets_, columns_, std::move(values));
}

template <class T>
CsrMatrix<T> CsrMatrix<T>::transposed() const {
  if (rows_ > std::numeric_limits<std::int32_t>::max()) fail("too many rows for a transpose");
  CsrMatrix result;
  result.rows_ = cols_;
  result.cols_ = rows_;
  result.offsets_.assign(static_cast<std::size_t>(cols_) + 1, 0);
  for (const std::int32_t column : columns_) ++result.offsets_[static_cast<std::size_t>(column) + 1];
  for (std::size_t j = 1; j < result.offsets_.size(); ++j) result.offsets_[j] += result.offsets_[j - 1];
  result.columns_.resize(columns_.size());
  result.values_.resize(values_.size());
  std::vector<std::int64_t> next(result.offsets_.begin(), result.offsets_.end() - 1);
  for (Index i = 0; i < rows_; ++i)
    for (std::int64_t at = offsets_[i]; at < offsets_[i + 1]; ++at) {
      const std::int64_t to = next[columns_[at]]++;
      result.columns_[to] = static_cast<std::int32_t>(i);
      result.values_[to] = values_[at];
    }
  return result;
}

template <class T>
template <bool Add, class X>
void CsrMatrix<T>::multiply_rows(const ConstRef<X>& x, MutableRef<T> out, Index first_row, Index last_row,
                                 const Run& run) const {
  if (x.rows() != cols_ || out.rows() != rows_ || x.cols() != out.cols())
    throw Error(ErrorCode::internal, "sparse product", "shapes do not fit");
  for (Index first = 0; first < x.cols(); first += panel_width) {
    const Index width = std::min(panel_width, x.cols() - first);
    // Gathers from a contiguous panel: in a wide matrix every row would be another page. A narrow last panel is padded
    // with zeros so that there is one kernel only.
    Matrix<X> packed;
    Matrix<T> result;
    const X* from = x.data() + first;
    Index from_stride = x.outerStride();
    const bool pack = width < panel_width || from_stride > 2 * panel_width;
    if (pack) {
      packed.setZero(cols_, panel_width);
      run.pool.for_blocks(cols_, 4096, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
          for (Index c = 0; c < width; ++c) packed(i, c) = x(i, first + c);
      });
      from = packed.data();
      from_stride = panel_width;
    }
    T* to = out.data() + first;
    Index to_stride = out.outerStride();
    if (width < panel_width) {
      result.resize(rows_, panel_width);
      to = result.data();
      to_stride = panel_width;
    }
    run.pool.for_blocks(last_row - first_row, sparse_rows, [&](Index begin, Index end) {
      begin += first_row;
      end += first_row;
      if (Add && width < panel_width)
        for (Index i = begin; i < end; ++i)
          for (Index c = 0; c < panel_width; ++c) result(i, c) = c < width ? out(i, first + c) : T(0);
      if (cache_helps<panel_width, X>(offsets_[end] - offsets_[begin], end - begin, cols_)) {
        if (!Add)
          for (Index i = begin; i < end; ++i) std::fill_n(to + i * to_stride, panel_width, T(0));
        multiply_cached<panel_width>(offsets_.data(), columns_.data(), values_.data(), from, from_stride, cols_, to,
                                     to_stride, begin, end);
      } else {
        multiply_panel<panel_width, Add>(offsets_.data(), columns_.data(), values_.data(), from, from_stride, to,
                                         to_stride, begin, end);
      }
      if (width < panel_width)
        for (Index i = begin; i < end; ++i)
          for (Index c = 0; c < width; ++c) out(i, first + c) = result(i, c);
    });
  }
}

template <class T>
void CsrMatrix<T>::multiply_in_team(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const {
  Team& team = *run.team;
  if (team.size() == 1) return multiply(x, out, run);
  // Rows of about as many entries for each; a row is summed by one process, so how many there are changes nothing.
  const std::vector<Index> begins = rows_of_even_entries(offsets_, team);
  multiply_rows(x, out, begins[team.rank()], begins[team.rank() + 1], run);
  exchange_rows<T>(out, begins, team);
}

template <class T>
void CsrMatrix<T>::add_product(const ConstRef<T>& x, MutableRef<T> out, Index first_row, Index last_row,
                               const Run& run) const {
  multiply_rows<true>(x, out, first_row, last_row, run);
}

template <class T>
void CsrMatrix<T>::multiply_single(const ConstRef<float>& x, MutableRef<T> out, Index first_row, Index last_row,
                                   const Run& run) const {
  multiply_rows<false, float>(x, out, first_row, last_row, run);
}

template <class T>
VectorD CsrMatrix<T>::row_sums() const {
  VectorD sums = VectorD::Zero(rows_);
  for (Index i = 0; i < rows_; ++i)
    for (std::int64_t at = offsets_[i]; at < offsets_[i + 1]; ++at) sums[i] += static_cast<double>(values_[at]);
  return sums;
}

template <class T>
VectorD CsrMatrix<T>::col_sums() const {
  VectorD sums = VectorD::Zero(cols_);
  for (std::size_t at = 0; at < values_.size(); ++at) sums[columns_[at]] += static_cast<double>(values_[at]);
  return sums;
}

template <class T>
Matrix<T> CsrMatrix<T>::dense() const {
  Matrix<T> result = Matrix<T>::Zero(rows_, cols_);
  for (Index i = 0; i < rows_; ++i)
    for (std::int64_t at = offsets_[i]; at < offsets_[i + 1]; ++at) result(i, columns_[at]) = values_[at];
  return result;
}

template class CsrMatrix<float>;
template class CsrMatrix<double>;

}  // namespace couplet
