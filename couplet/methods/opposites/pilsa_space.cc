#include "couplet/methods/opposites/pilsa_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/operators.h"
#include "couplet/methods/opposites/sketch.h"

namespace couplet {

namespace {

/// A row may cancel out, or lie outside a space without leak; explanations divide by the length.
constexpr double least_length = 1e-30;

/// Scales a row to unit length as float; returns the length.
double set_unit(const std::vector<double>& row, std::span<float> out) {
  double square = 0;
  for (const double value : row) square += value * value;
  const double length = std::sqrt(square);
  for (std::size_t j = 0; j < row.size(); ++j) out[j] = static_cast<float>(length > 0 ? row[j] / length : 0);
  return length;
}

}  // namespace

TruncatedSvd<float> decompose(const SignedEntries& entries, Index dimensions, const Run& run) {
  const CsrOperator<float> matrix(entries.matrix());
  const Index most = std::min({dimensions, matrix.rows(), matrix.cols()});
  run.memory.require((matrix.rows() + matrix.cols()) * most * 5 * static_cast<Index>(sizeof(float)),
                     "the singular vectors");
  TruncatedSvd<float> svd = truncated_svd<float>(matrix, dimensions, {}, run);
  if (!svd.converged)
    throw Error(ErrorCode::not_converged, "", fmt::format("the SVD stopped at a residual of {:.2g}", svd.residual),
                "ask for fewer --dimensions");
  return svd;
}

PilsaSpace space_of(const SignedEntries& entries, const TruncatedSvd<float>& svd, double leak, const Run& run) {
  const Index k = svd.s.size(), words = svd.v.rows();
  const CsrMatrix<float> columns = entries.matrix().transposed();
  const SignSketch sketch(k);
  PilsaSpace space{.vectors = std::make_shared<std::vector<float>>(words * k),
                   .lengths = std::vector<float>(words),
                   .singular = {svd.s.data(), svd.s.data() + k},
                   .projection = nullptr};
  std::vector<char> outside(words, 0);
  run.pool.for_blocks(words, 512, [&](Index begin, Index end) {
    std::vector<double> row(k);
    for (Index w = begin; w < end; ++w) {
      double inside = 0, column = 0;
      for (Index j = 0; j < k; ++j) {
        row[j] = static_cast<double>(svd.v(w, j)) * static_cast<double>(svd.s[j]);
        inside += row[j] * row[j];
      }
      for (std::int64_t i = columns.offsets()[w]; i < columns.offsets()[w + 1]; ++i) {
        const auto weight = static_cast<double>(columns.values()[i]);
        column += weight * weight;
        sketch.add(columns.columns()[i], leak * weight, row);
      }
      outside[w] = inside < leak * leak * column;
      space.lengths[w] =
          static_cast<float>(std::max(least_length, set_unit(row, std::span(*space.vectors).subspan(w * k, k))));
    }
  });
  space.outside = std::count(outside.begin(), outside.end(), 1);
  return space;
}

MatrixF projection_of(const TruncatedSvd<float>& svd, double leak, const Run& run) {
  const Index k = svd.s.size();
  const SignSketch sketch(k);
  MatrixF projection(svd.u.rows(), k);
  run.pool.for_blocks(svd.u.rows(), 512, [&](Index begin, Index end) {
    std::vector<double> row(k);
    for (Index i = begin; i < end; ++i) {
      for (Index j = 0; j < k; ++j) row[j] = static_cast<double>(svd.u(i, j));
      sketch.add(i, leak, row);
      for (Index j = 0; j < k; ++j) projection(i, j) = static_cast<float>(row[j]);
    }
  });
  return projection;
}

PilsaSpace space_of(const SignedEntries& entries, const MatrixF& projection, const PilsaSpace& before, const Run& run) {
  const Index k = projection.cols(), words = entries.words().size();
  const CsrMatrix<float> columns = entries.matrix().transposed();
  PilsaSpace space{
      .vectors = std::make_shared<std::vector<float>>(words * k),
      .lengths = std::vector<float>(words),
      .singular = before.singular,
      .projection = std::make_shared<std::vector<float>>(projection.data(), projection.data() + projection.size()),
      .outside = before.outside};
  run.pool.for_blocks(words, 512, [&](Index begin, Index end) {
    std::vector<double> row(k);
    for (Index w = begin; w < end; ++w) {
      std::fill(row.begin(), row.end(), 0.0);
      for (std::int64_t i = columns.offsets()[w]; i < columns.offsets()[w + 1]; ++i) {
        const auto weight = static_cast<double>(columns.values()[i]);
        const float* entry = projection.data() + static_cast<Index>(columns.columns()[i]) * k;
        for (Index j = 0; j < k; ++j) row[j] += weight * static_cast<double>(entry[j]);
      }
      space.lengths[w] =
          static_cast<float>(std::max(least_length, set_unit(row, std::span(*space.vectors).subspan(w * k, k))));
    }
  });
  return space;
}

}  // namespace couplet
