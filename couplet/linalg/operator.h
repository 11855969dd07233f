// Matrices known only by what they do to blocks of vectors.
#pragma once

#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// A linear map A of rows() x cols(), T = float or double. Implementations are const, safe to share, and give the same
/// bits at any thread count.
template <class T>
class LinearOperator {
 public:
  virtual ~LinearOperator() = default;
  virtual Index rows() const = 0;
  virtual Index cols() const = 0;
  /// out = A x;  x: cols() x b, out: rows() x b.
  virtual void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const = 0;
  /// The same, where rows of A belong to the processes of a team: each computes its own, of which `begins` are told as
  /// by OwnedRows; the others are not known afterwards. Empty: all rows are.
  virtual std::vector<Index> apply_own(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const {
    apply(x, out, run);
    return {};
  }
  /// out = A^T x;  x: rows() x b, out: cols() x b.
  virtual void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const = 0;
  /// The same of a panel in single precision, added up in T.
  virtual void apply_transposed_single(const ConstRef<float>& x, MutableRef<T> out, const Run& run) const {
    apply_transposed(x.template cast<T>(), out, run);
  }
};

}  // namespace couplet
