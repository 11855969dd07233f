#include "couplet/methods/bridge/opca_matrices.h"

#include <cmath>

namespace couplet {
namespace {

/// sum of factor_i * part_i.
CsrMatrix<double> combined(const std::vector<CsrMatrix<double>>& parts, const std::vector<double>& factors) {
  std::vector<Triplet<double>> triplets;
  for (std::size_t m = 0; m < parts.size(); ++m)
    for (Index i = 0; i < parts[m].rows(); ++i)
      for (std::int64_t e = parts[m].offsets()[i]; e < parts[m].offsets()[i + 1]; ++e)
        triplets.push_back({i, parts[m].columns()[e], parts[m].values()[e] * factors[m]});
  return CsrMatrix<double>::from_triplets(parts[0].rows(), parts[0].cols(), std::move(triplets));
}

}  // namespace

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

CsrMatrix<double> text_differences(const std::vector<CsrMatrix<double>>& texts) {
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

CentredTexts::CentredTexts(const std::vector<CsrMatrix<double>>& texts)
    : n_(texts[0].rows()),
      stacked_(stacked(texts, 1 / std::sqrt(static_cast<double>(n_)))),
      means_(static_cast<Index>(texts.size()), texts[0].cols()) {
  for (std::size_t m = 0; m < texts.size(); ++m)
    means_.row(static_cast<Index>(m)) = texts[m].col_sums().transpose() / static_cast<double>(n_);
  means_ /= std::sqrt(static_cast<double>(n_));
}

void CentredTexts::apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const {
  stacked_.apply(x, out, run);
  const MatrixD shift = means_ * x;
  for (Index m = 0; m < means_.rows(); ++m) out.middleRows(m * n_, n_).rowwise() -= shift.row(m);
}

void CentredTexts::apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const {
  stacked_.apply_transposed(x, out, run);
  MatrixD sums(means_.rows(), x.cols());
  for (Index m = 0; m < means_.rows(); ++m) sums.row(m) = x.middleRows(m * n_, n_).colwise().sum();
  out.noalias() -= means_.transpose() * sums;
}

}  // namespace couplet
