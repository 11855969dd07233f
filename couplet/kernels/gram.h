// Gram matrices of a whole set of items, for small data.
#pragma once

#include "couplet/base/run.h"
#include "couplet/kernels/kernel.h"

namespace couplet {

/// K(i, j) = k(row i of x, row j of y); n x m, parallel over fixed blocks of rows. run.memory is asked first.
MatrixD gram(const Kernel& kernel, const ConstRef<double>& x, const ConstRef<double>& y, const Run& run);

/// H K H with H = I - 11^T / n: every row and column of the result sums to 0. K: n x n, not necessarily symmetric.
MatrixD centred(const ConstRef<double>& k);

}  // namespace couplet
