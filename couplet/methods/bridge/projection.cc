#include "couplet/methods/bridge/projection.h"

#include <fmt/format.h>

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/generalised_eigen.h"
#include "couplet/linalg/truncated_svd.h"

namespace couplet {
namespace {

/// The matrices below each other, each times its factor.
CsrMatrix<double> stacked(const std::vector<CsrMatrix<double>>& parts, double factor) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  Index rows = 0;
  for (const CsrMatrix<double>& part : parts) {
    for (Index i = 0; i < part.rows(); ++i) offsets.push_back(part.offsets()[i + 1] + std::ssize(columns));
    columns.insert(columns.end(), part.columns().begin(), part.columns().end());
    for (const double value : part.values()) values.push_back(value * factor);
    rows += part.rows();
  }
  return CsrMatrix<double>(rows, parts[0].cols(), std::move(offsets), std::move(columns), std::move(values));
}

/// sum of factor_i * part_i.
CsrMatrix<double> combined(const std::vector<CsrMatrix<double>>& parts, const std::vector<double>& factors) {
  std::vector<Triplet<double>> triplets;
  for (std::size_t m = 0; m < parts.size(); ++m)
    for (Index i = 0; i < parts[m].rows(); ++i)
      for (std::int64_t e = parts[m].offsets()[i]; e < parts[m].offsets()[i + 1]; ++e)
        triplets.push_back({i, parts[m].columns()[e], parts[m].values()[e] * factors[m]});
  return CsrMatrix<double>::from_triplets(parts[0].rows(), parts[0].cols(), std::move(triplets));
}

/// Z with Z^T Z = sum_m (D_m - Dbar)^T (D_m - Dbar) / n. Two languages: (D_1 - D_2) / sqrt(2 n).
CsrMatrix<double> differences(const std::vector<CsrMatrix<double>>& texts) {
  const double n = static_cast<double>(texts[0].rows()), languages = static_cast<double>(texts.size());
  if (texts.size() == 2) return combined(texts, {1 / std::sqrt(2 * n), -1 / std::sqrt(2 * n)});
  std::vector<CsrMatrix<double>> parts;
  for (std::size_t m = 0; m < texts.size(); ++m) {
    std::vector<double> factors(texts.size(), -1 / languages / std::sqrt(n));
    factors[m] += 1 / std::sqrt(n);
    parts.push_back(combined(texts, factors));
  }
  return stacked(parts, 1);
}

/// F = D - 1 mu^T for each language's rows of the stacked texts, over sqrt(n); F^T F = S.
class CentredTexts final : public LinearOperator<double> {
 public:
  explicit CentredTexts(const std::vector<CsrMatrix<double>>& texts)
      : n_(texts[0].rows()),
        stacked_(stacked(texts, 1 / std::sqrt(static_cast<double>(n_)))),
        means_(static_cast<Index>(texts.size()), texts[0].cols()) {
    for (std::size_t m = 0; m < texts.size(); ++m)
      means_.row(static_cast<Index>(m)) = texts[m].col_sums().transpose() / static_cast<double>(n_);
    means_ /= std::sqrt(static_cast<double>(n_));
  }
  Index rows() const override { return stacked_.rows(); }
  Index cols() const override { return stacked_.cols(); }
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    stacked_.apply(x, out, run);
    const MatrixD shift = means_ * x;
    for (Index m = 0; m < means_.rows(); ++m) out.middleRows(m * n_, n_).rowwise() -= shift.row(m);
  }
  void apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    stacked_.apply_transposed(x, out, run);
    MatrixD sums(means_.rows(), x.cols());
    for (Index m = 0; m < means_.rows(); ++m) sums.row(m) = x.middleRows(m * n_, n_).colwise().sum();
    out.noalias() -= means_.transpose() * sums;
  }

 private:
  Index n_;
  CsrOperator<double> stacked_;
  MatrixD means_;  // language x terms, over sqrt(n)
};

}  // namespace

void check_dimension(const Projection& projection, const ProjectionOptions& options, const Run& run) {
  const Index found = projection.values.size();
  if (found == 0)
    throw Error(ErrorCode::data, "", "the documents do not differ: there is no direction to learn",
                "give documents with different words");
  if (options.asked && found < options.dimension)
    run.observer->warn(
        fmt::format("the rank of the documents is {}: so many dimensions, not {}", found, options.dimension));
  if (!projection.converged)
    run.observer->warn(fmt::format("the decomposition did not settle: residual {:.1e}", projection.residual));
}

Projection cl_lsi(const CsrMatrix<double>& documents, const ProjectionOptions& options, const Run& run) {
  const CsrOperator<double> texts(documents);
  TruncatedSvd<double> svd = truncated_svd<double>(texts, options.dimension, {.exact = options.exact}, run);
  Projection result{std::move(svd.v), std::move(svd.s), svd.iterations > 0 ? "Lanczos" : "dense", svd.residual,
                    svd.converged};
  check_dimension(result, options, run);
  return result;
}

Projection opca(const std::vector<CsrMatrix<double>>& texts, const ProjectionOptions& options, const Run& run) {
  const CentredTexts f(texts);
  const CsrOperator<double> z(differences(texts));
  const RidgeMatrix n(z, VectorD::Constant(z.cols(), options.regulariser));
  try {
    GeneralisedEigen eigen = generalised_eigen(f, n, options.dimension, {.exact = options.exact}, run);
    Projection result{std::move(eigen.vectors), std::move(eigen.values), std::string(describe(eigen.route)),
                      eigen.residual, eigen.converged};
    check_dimension(result, options, run);
    return result;
  } catch (const Error& error) {
    if (options.regulariser > 0 || error.code() != ErrorCode::data) throw;
    throw Error(ErrorCode::data, "--regulariser", "0 leaves the matrix N of differences singular", "use 0.1");
  }
}

}  // namespace couplet
