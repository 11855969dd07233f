// The decomposition all members of the family share: K_r^1/2 M K_c^1/2 ~ U S V^T, and the coordinates it gives.
#pragma once

#include <string_view>

#include "couplet/methods/vectors/difference.h"

namespace couplet {

/// What a label's vector is, for the rows (f, u) or the columns (g, v) of the table.
///   f, g   K^1/2 U S^p, K^1/2 V S^p: principal coordinates with p = 1
///   u, v   U S^p, V S^p
///   sum    f + g, for tables whose rows and columns have the same labels
enum class Coordinates { f, u, g, v, sum };

struct Decomposition {
  MatrixD u, v;                  // rows x d, cols x d; each axis' largest-magnitude row coordinate (of f) is positive
  VectorD s;                     // d, descending, > 0
  VectorD row_scale, col_scale;  // diagonals of the square roots of the kernels
  double residual = 0;           // the largest |A^T u - s v| / s
  bool converged = true;
};

struct DecompositionOptions {
  Index dimensions = 100;
  bool exact = false;  // singular values to 1e-8 in double; else to 1e-3 in float, unless the table is small
  std::optional<Index> rounds = {};  // so many rounds of subspace iteration instead, settled or not (subspace_svd.h)
};

/// d = min(dimensions, rank). Tables with a side up to 2000 are decomposed in double, exactly. Memory: two copies of
/// the table's cells and 3 d (rows + cols) numbers.
/// share: in a team, what each process has of the table (make_difference).
Decomposition decompose(const CountTable& table, const FamilyOptions& family, const DecompositionOptions& options,
                        const Run& run, const TableShare* share = nullptr);

/// labels x d. Error(usage) for `sum` when rows and columns have other labels, and for u and v with a kernel that
/// relates labels.
MatrixD coordinates_of(const Decomposition& decomposition, const FamilyOptions& family, Coordinates which,
                       double power);

}  // namespace couplet
