// The matrices of OPCA: texts of all languages, centred, and their differences from the mean over the languages.
#pragma once

#include <vector>

#include "couplet/linalg/operators.h"

namespace couplet {

/// The matrices below each other, each times its factor.
CsrMatrix<double> stacked(const std::vector<CsrMatrix<double>>& parts, double factor);

/// Z with Z^T Z = sum_m (D_m - Dbar)^T (D_m - Dbar) / n. Two languages: (D_1 - D_2) / sqrt(2 n).
CsrMatrix<double> text_differences(const std::vector<CsrMatrix<double>>& texts);

/// F = D - 1 mu^T for each language's rows of the stacked texts, over sqrt(n); F^T F = S.
class CentredTexts final : public LinearOperator<double> {
 public:
  explicit CentredTexts(const std::vector<CsrMatrix<double>>& texts);
  Index rows() const override { return stacked_.rows(); }
  Index cols() const override { return stacked_.cols(); }
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override;
  void apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override;

 private:
  Index n_;
  CsrOperator<double> stacked_;
  MatrixD means_;  // language x terms, over sqrt(n)
};

}  // namespace couplet
