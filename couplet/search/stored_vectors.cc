#include "couplet/search/stored_vectors.h"

#include <cmath>
#include <string>

#include "couplet/base/error.h"

namespace couplet {
namespace {

/// The square of a row's length; Error(data) when it is not finite. Doubles cannot overflow here: any sum of squares of
/// finite floats is finite.
double square_of(const float* values, Index n, const char* what, Index number) {
  const double square = exact_dot(values, values, n);
  if (!std::isfinite(square))
    throw Error(ErrorCode::data, std::string(what) + " " + std::to_string(number), "not all its numbers are finite");
  return square;
}

}  // namespace

void prepare_rows(MatrixF& rows, Similarity similarity, const char* what, Index first) {
  for (Index row = 0; row < rows.rows(); ++row) {
    float* values = rows.data() + row * rows.cols();
    const double square = square_of(values, rows.cols(), what, first + row);
    if (similarity == Similarity::inner_product || square == 0) continue;
    const double norm = std::sqrt(square);
    for (Index i = 0; i < rows.cols(); ++i) values[i] = static_cast<float>(values[i] / norm);
  }
}

SharedRows prepared(SharedRows vectors, Similarity similarity) {
  if (similarity == Similarity::cosine) {
    MatrixF scaled = vectors.matrix();
    prepare_rows(scaled, similarity, "vector");
    return scaled;
  }
  for (Index row = 0; row < vectors.rows(); ++row) square_of(vectors.row(row), vectors.cols(), "vector", row + 1);
  return vectors;
}

void require_search(const ConstRef<float>& queries, Index k, Index dimension) {
  if (k < 1) throw Error(ErrorCode::usage, "search", "fewer than 1 neighbour asked for");
  if (queries.cols() != dimension)
    throw Error(
        ErrorCode::usage, "search",
        "queries have " + std::to_string(queries.cols()) + " dimensions, the index " + std::to_string(dimension));
}

double exact_dot(const float* a, const float* b, Index n) {
  constexpr Index lanes = 8;
  double sums[lanes] = {};
  Index i = 0;
  for (; i + lanes <= n; i += lanes)
    for (Index lane = 0; lane < lanes; ++lane) sums[lane] += static_cast<double>(a[i + lane]) * b[i + lane];
  for (Index lane = 0; i < n; ++i, ++lane) sums[lane] += static_cast<double>(a[i]) * b[i];
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

}  // namespace couplet
