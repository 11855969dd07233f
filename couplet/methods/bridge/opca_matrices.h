// The matrices of OPCA: texts of all languages, centred, and their differences from the mean over the languages.
#pragma once

#include <memory>
#include <vector>

#include "couplet/linalg/operators.h"

namespace couplet {

// In a team each process has the rows of its own documents, here as there.

/// The matrices below each other; of as many rows each where they are shared.
OwnedRows<double> stacked(const std::vector<OwnedRows<double>>& parts);

/// The sums of the columns of a matrix, of each of some blocks of rows by itself, at every process; columns: its
/// transpose. columns.rows() x blocks.
MatrixD column_sums(const OwnedRows<double>& columns, Index blocks, Team& team);

/// Z with Z^T Z = sum_m (D_m - Dbar)^T (D_m - Dbar) / n. Two languages: (D_1 - D_2) / sqrt(2 n).
OwnedRows<double> text_differences(const std::vector<OwnedRows<double>>& texts);

/// F = D - 1 mu^T for each language's rows of the stacked texts, over sqrt(n); F^T F = S.
class CentredTexts final : public LinearOperator<double> {
 public:
  CentredTexts(const std::vector<OwnedRows<double>>& texts, Team& team);
  Index rows() const override { return stacked_->rows(); }
  Index cols() const override { return stacked_->cols(); }
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override;
  std::vector<Index> apply_own(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override;
  void apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override;
  void apply_transposed_single(const ConstRef<float>& x, MutableRef<double> out, const Run& run) const override;

 private:
  template <class X>
  void subtract_means(const ConstRef<X>& x, MutableRef<double> out, const Run& run) const;

  Index n_;
  std::unique_ptr<CsrOperator<double>> stacked_;
  MatrixD means_;  // language x terms, over sqrt(n)
};

}  // namespace couplet
