// Orthonormal bases of tall thin panels.
#pragma once

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Replaces the n x b panel w by q (n x rank, orthonormal columns) and returns r (rank x b), w = q r up to directions
/// of norm `drop` or less, which are left out: rank = r.rows() may be less than b, and 0.
///
/// Cholesky QR with Gram matrices summed in double over fixed blocks of rows; where a panel is too ill-conditioned for
/// it, a tree of Householder QRs and the SVD of its small factor. 4 n b^2 flops. Same bits at any thread count. The
/// processes of a team share the blocks of a long panel; all have all of it before and after.
template <class T>
MatrixD orthonormalise(Matrix<T>& w, double drop, const Run& run);

}  // namespace couplet
