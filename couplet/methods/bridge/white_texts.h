// One language's texts made white: coordinates in which their covariance, with the regulariser, is the identity.
#pragma once

#include <memory>

#include "couplet/linalg/shared_sparse.h"

namespace couplet {

/// W (terms x size) with W^T (C + g I) W = I on the texts' own directions, C the covariance; and the centred texts X =
/// (D - 1 mu^T) W / sqrt(n).
class WhiteTexts {
 public:
  virtual ~WhiteTexts() = default;
  virtual Index size() const = 0;
  virtual Index terms() const = 0;
  virtual Index documents() const = 0;
  /// W x; x: size x c.
  virtual MatrixD whiten(const ConstRef<double>& x, const Run& run) const = 0;
  /// X x; x: size x c.
  virtual MatrixD texts(const ConstRef<double>& x, const Run& run) const = 0;
  /// X^T x; x: documents x c.
  virtual void texts_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const = 0;
};

/// Through the eigenvectors of the n x n Gram matrix: for few texts. size = their rank. texts: n x v, g > 0, else
/// Error(data).
std::unique_ptr<WhiteTexts> white_by_gram(const OwnedRows<double>& texts, double g, const Run& run);
/// Through the Cholesky factor of the covariance. size = terms. Error(data) when g is 0 and it is singular.
std::unique_ptr<WhiteTexts> white_by_cholesky(const OwnedRows<double>& texts, double g, const Run& run);

}  // namespace couplet
