// Gram matrices on disk: NumPy's .npy, or LIBSVM's text format for precomputed kernels.
#pragma once

#include <span>
#include <string>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Writes a square matrix, atomically: .npy (double) when the name ends so, else a line an item: its label, 0:number
/// from 1, then
/// 1:K(i,1) 2:K(i,2) ... with all digits. labels: one an item, for the text format.
void write_gram(const std::string& path, const MatrixD& gram, std::span<const int> labels);

/// Reads either format, told by content. Error(data) when it is not items x items, not symmetric, or has entries that
/// are not finite numbers; labels of the text format are not looked at.
MatrixD read_gram(const std::string& path, Index items, const Run& run);

}  // namespace couplet
