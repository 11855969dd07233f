// Gini's variance of categories, and the covariance that the best rotation of one side onto the other gives.
#pragma once

#include "couplet/methods/vectors/count_table.h"
#include "couplet/methods/vectors/decomposition.h"

namespace couplet {

/// Niitsuma & Lee 2018, equations 11 to 29 and 42. With A = K_r^1/2 M K_c^1/2 = U S V^T the covariance
/// max 1/2 tr(R^T K_r M K_c) over R^T K_r R K_c = 1 is half the sum of S, at R = K_r^-1/2 U V^T K_c^-1/2.
struct RotatedGini {
  double row_variance = 0, col_variance = 0;  // (1 - sum of squared shares) / 2
  double covariance = 0;                      // of the axes there are: all of them unless fewer were asked for
  MatrixD rotation;                           // R, rows x cols
  const CountTable* table = nullptr;          // what it is of
};

/// decomposition: of the table, with diagonal kernels. Memory: rows x cols numbers.
RotatedGini rotated_gini(const CountTable& table, const Decomposition& decomposition, const Run& run);

}  // namespace couplet
