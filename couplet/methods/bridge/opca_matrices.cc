#include "couplet/methods/bridge/opca_matrices.h"

#include <algorithm>
#include <cmath>

#include "couplet/linalg/shared_pieces.h"

namespace couplet {
namespace {

/// Room for the cells of all parts: growing step by step would copy them all as often again.
void reserve_cells(const std::vector<OwnedRows<double>>& parts, std::vector<std::int32_t>& columns,
                   std::vector<double>& values) {
  std::int64_t cells = 0;
  for (const OwnedRows<double>& part : parts) cells += part.matrix.offsets().back();
  columns.reserve(static_cast<std::size_t>(cells));
  values.reserve(static_cast<std::size_t>(cells));
}

/// sum of factor_i * part_i.
OwnedRows<double> combined(const std::vector<OwnedRows<double>>& parts, const std::vector<double>& factors) {
  const Index rows = parts[0].matrix.rows();
  std::vector<std::int64_t> offsets{0}, next(parts.size(), 0);
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  reserve_cells(parts, columns, values);
  for (Index i = 0; i < rows; ++i) {
    const auto column_of = [&](std::size_t m) {  // the next one in the row
      const CsrMatrix<double>& part = parts[m].matrix;
      return next[m] < part.offsets()[i + 1] ? Index{part.columns()[next[m]]} : part.cols();
    };
    for (;;) {
      Index column = parts[0].matrix.cols();
      for (std::size_t m = 0; m < parts.size(); ++m) column = std::min(column, column_of(m));
      if (column == parts[0].matrix.cols()) break;
      double sum = 0;
      for (std::size_t m = 0; m < parts.size(); ++m)
        if (column_of(m) == column) sum += parts[m].matrix.values()[next[m]++] * factors[m];
      columns.push_back(static_cast<std::int32_t>(column));
      values.push_back(sum);
    }
    offsets.push_back(std::ssize(columns));
  }
  return {CsrMatrix<double>(rows, parts[0].matrix.cols(), std::move(offsets), std::move(columns), std::move(values)),
          parts[0].begins};
}

}  // namespace

OwnedRows<double> stacked(const std::vector<OwnedRows<double>>& parts) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  Index rows = 0;
  reserve_cells(parts, columns, values);
  for (const auto& [part, begins] : parts) {
    const std::int64_t before = std::ssize(columns);
    for (Index i = 0; i < part.rows(); ++i) offsets.push_back(before + part.offsets()[i + 1]);
    columns.insert(columns.end(), part.columns().begin(), part.columns().end());
    values.insert(values.end(), part.values().begin(), part.values().end());
    rows += part.rows();
  }
  return {CsrMatrix<double>(rows, parts[0].matrix.cols(), std::move(offsets), std::move(columns), std::move(values)),
          parts[0].begins};
}

OwnedRows<double> text_differences(const std::vector<OwnedRows<double>>& texts) {
  const double n = static_cast<double>(texts[0].matrix.rows()), languages = static_cast<double>(texts.size());
  if (texts.size() == 2) return combined(texts, {1 / std::sqrt(2 * n), -1 / std::sqrt(2 * n)});
  std::vector<OwnedRows<double>> parts;
  for (std::size_t m = 0; m < texts.size(); ++m) {
    std::vector<double> factors(texts.size(), -1 / languages / std::sqrt(n));
    factors[m] += 1 / std::sqrt(n);
    parts.push_back(combined(texts, factors));
  }
  return stacked(parts);
}

MatrixD column_sums(const OwnedRows<double>& columns, Index blocks, Team& team) {
  const CsrMatrix<double>& own = columns.matrix;
  MatrixD sums = MatrixD::Zero(own.rows(), blocks);
  const Index block = own.cols() / blocks;
  for (Index term = 0; term < own.rows(); ++term)
    for (std::int64_t at = own.offsets()[term]; at < own.offsets()[term + 1]; ++at)
      sums(term, own.columns()[at] / block) += own.values()[at];
  if (columns.shared()) exchange_rows<double>(sums, columns.begins, team);
  return sums;
}

CentredTexts::CentredTexts(const std::vector<OwnedRows<double>>& texts, Team& team) : n_(texts[0].matrix.rows()) {
  OwnedRows<double> rows = stacked(texts), columns = transposed_in_team(rows, team);
  const double n = static_cast<double>(n_);
  means_ = column_sums(columns, std::ssize(texts), team).transpose() / n;
  means_ /= std::sqrt(n);
  const auto scaled = [factor = 1 / std::sqrt(n)](double value) { return value * factor; };
  stacked_ = std::make_unique<CsrOperator<double>>(std::move(rows).mapped(scaled), std::move(columns).mapped(scaled));
}

void CentredTexts::apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const {
  exchange_blocks<double>(out, apply_own(x, out, run), *run.team);
}

std::vector<Index> CentredTexts::apply_own(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const {
  const OwnedRows<double>& rows = stacked_->own_rows();
  if (rows.shared())
    multiply_own(rows, x, out, run);
  else
    stacked_->apply(x, out, run);
  const MatrixD shift = means_ * x;
  for (Index m = 0; m < means_.rows(); ++m) {
    auto language = out.middleRows(m * n_, n_);
    for (const auto& [first, last] : own_ranges(n_, rows.begins, *run.team))
      language.middleRows(first, last - first).rowwise() -= shift.row(m);
  }
  return rows.begins;
}

void CentredTexts::apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const {
  stacked_->apply_transposed(x, out, run);
  subtract_means<double>(x, out, run);
}

void CentredTexts::apply_transposed_single(const ConstRef<float>& x, MutableRef<double> out, const Run& run) const {
  multiply_single_in_team(stacked_->own_columns(), x, out, run);
  subtract_means<float>(x, out, run);
}

/// out -= mu 1^T x, of each language.
template <class X>
void CentredTexts::subtract_means(const ConstRef<X>& x, MutableRef<double> out, const Run& run) const {
  constexpr Index piece = 4096;
  const SharedPieces shared(n_, piece, run);
  MatrixD sums = MatrixD::Zero(means_.rows(), x.cols());
  for (Index m = 0; m < means_.rows(); ++m) {
    const auto language = x.middleRows(m * n_, n_);
    std::vector<MatrixD> parts((n_ + piece - 1) / piece);
    shared.for_own(piece, [&](Index begin, Index end) {
      MatrixD& part = parts[begin / piece] = MatrixD::Zero(1, x.cols());
      for (Index i = begin; i < end; ++i) part += language.row(i).template cast<double>();
    });
    shared.exchange(parts, 1, x.cols());
    for (const MatrixD& part : parts) sums.row(m) += part;
  }
  out.noalias() -= means_.transpose() * sums;
}

}  // namespace couplet
