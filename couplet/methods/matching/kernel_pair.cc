#include "couplet/methods/matching/kernel_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/kernels/gram.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

constexpr Index kernel_rows = 128;  // rows a task

/// The median of the distances of up to 1000 rows, evenly taken.
double median_distance(const ConstRef<double>& rows) {
  const Index n = rows.rows(), taken = std::min<Index>(n, 1000);
  std::vector<double> distances;
  for (Index a = 0; a < taken; ++a)
    for (Index b = 0; b < a; ++b) distances.push_back((rows.row(a * n / taken) - rows.row(b * n / taken)).norm());
  if (distances.empty()) return 0;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

/// "auto" or "auto:X" as the share of the median distance; negative: another spec.
double auto_width(const std::string& spec) {
  if (spec == "auto") return 0.35;
  if (spec.rfind("auto:", 0) != 0) return -1;
  double width = 0;
  const char *const begin = spec.data() + 5, *const end = spec.data() + spec.size();
  const auto [stop, problem] = std::from_chars(begin, end, width);
  if (problem != std::errc() || stop != end || !(width > 0))
    throw Error(ErrorCode::usage, "--kernel", "'" + spec + "' is not auto:X with X > 0", "write auto:0.35");
  return width;
}

}  // namespace

MatrixF sparse_row_products(const CsrMatrix<double>& rows, const Run& run) {
  const Index n = rows.rows();
  run.memory.require(n * n * 4, "the similarities of one collection");
  const CsrMatrix<double> columns = rows.transposed();
  MatrixF out(n, n);
  run.pool.for_blocks(n, kernel_rows, [&](Index begin, Index end) {
    VectorD sums(n);
    for (Index i = begin; i < end; ++i) {
      sums.setZero();
      for (auto e = rows.offsets()[i]; e < rows.offsets()[i + 1]; ++e) {
        const Index term = rows.columns()[e];
        const double value = rows.values()[e];
        for (auto f = columns.offsets()[term]; f < columns.offsets()[term + 1]; ++f)
          sums[columns.columns()[f]] += value * columns.values()[f];
      }
      out.row(i) = sums.cast<float>().transpose();
    }
  });
  return out;
}

std::string feature_kernel_spec(const ConstRef<double>& rows, const std::string& spec) {
  const double width = auto_width(spec);
  if (width < 0) return spec;
  const double median = median_distance(rows);
  if (!(median > 0))
    throw Error(ErrorCode::data, "--kernel", "most of the feature rows are equal, so no width can be chosen",
                "give a kernel, like rbf:sigma=1");
  return fmt::format("rbf:sigma={}", width * median);
}

MatrixF feature_kernel(const ConstRef<double>& rows, const std::string& spec, const Run& run) {
  return gram(Kernel::parse(feature_kernel_spec(rows, spec)), rows, rows, run).cast<float>();
}

MatrixF checked_gram(const ConstRef<double>& gram, const std::string& path) {
  if (gram.rows() != gram.cols())
    throw Error(ErrorCode::data, path, fmt::format("{} x {} is no Gram matrix", gram.rows(), gram.cols()),
                "leave --gram out for features");
  const double largest = gram.cwiseAbs().maxCoeff();
  for (Index i = 0; i < gram.rows(); ++i)
    for (Index j = 0; j < i; ++j)
      if (std::abs(gram(i, j) - gram(j, i)) > 1e-6 * largest)
        throw Error(ErrorCode::data, path,
                    fmt::format("not symmetric: row {}, column {} is {:.6g}, but {:.6g} the other way round", i + 1,
                                j + 1, gram(i, j), gram(j, i)),
                    "a Gram matrix holds each similarity twice");
  return (0.5 * (gram + gram.transpose())).cast<float>();
}

Negatives parse_negatives(const std::string& word) {
  return word == "shift" ? Negatives::shift : word == "clip" ? Negatives::clip : Negatives::refuse;
}

void mend_negatives(MatrixF& kernel, Negatives how, const std::string& name) {
  if (kernel.size() == 0) return;
  const float least = kernel.minCoeff();
  if (!(least < 0)) return;
  if (how == Negatives::refuse)
    throw Error(ErrorCode::data, name,
                fmt::format("{} of {} similarities are negative (to {:.4g}), and have no p-th power",
                            (kernel.array() < 0).count(), kernel.size(), least),
                "use --negative shift or clip, or --method ks");
  if (how == Negatives::shift)
    kernel.array() -= least;
  else
    kernel = kernel.cwiseMax(0.0F);
}

MatrixF smoothed(const MatrixF& kernel, double power, const Run& run) {
  const Index n = kernel.rows();
  MatrixF rows(n, n), out(n, n);
  run.pool.for_blocks(n, kernel_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double squares = 0;
      for (Index j = 0; j < n; ++j) {
        const double value =
            power == 1 ? static_cast<double>(kernel(i, j)) : std::pow(static_cast<double>(kernel(i, j)), power);
        rows(i, j) = static_cast<float>(value);
        squares += value * value;
      }
      if (squares > 0) rows.row(i) *= static_cast<float>(1 / std::sqrt(squares));
    }
  });
  run.pool.for_blocks(n, kernel_rows, [&](Index begin, Index end) {
    gemm(Transpose::no, Transpose::yes, 1.0F, rows.middleRows(begin, end - begin), rows, 0.0F,
         out.middleRows(begin, end - begin));
  });
  return out;
}

void centre(MatrixF& kernel) {
  const Index n = kernel.rows();
  VectorD means(n);
  for (Index i = 0; i < n; ++i) means[i] = kernel.row(i).cast<double>().mean();
  const double grand = n > 0 ? means.mean() : 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      kernel(i, j) = static_cast<float>(static_cast<double>(kernel(i, j)) - (means[i] + means[j]) + grand);
}

KernelPair shaped(const KernelPair& kernels, const KernelShape& shape, const Run& run) {
  const auto shape_one = [&](const MatrixF& kernel) {
    MatrixF result = shape.power > 0 ? smoothed(kernel, shape.power, run) : kernel;
    if (shape.zero_diagonal) result.diagonal().setZero();
    centre(result);
    return result;
  };
  return {shape_one(kernels.left), shape_one(kernels.right)};
}

KernelPair without_diagonals(KernelPair kernels) {
  kernels.left.diagonal().setZero();
  kernels.right.diagonal().setZero();
  return kernels;
}

double frobenius_norm(const MatrixF& kernel) {
  double squares = 0;
  for (Index i = 0; i < kernel.rows(); ++i) squares += kernel.row(i).cast<double>().squaredNorm();
  return std::sqrt(squares);
}

}  // namespace couplet
