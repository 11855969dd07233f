// How a table differs from what its margins make one expect, ready for the decomposition.
#pragma once

#include "couplet/base/run.h"
#include "couplet/methods/vectors/family.h"
#include "couplet/methods/vectors/table_share.h"

namespace couplet {

/// D(row_scale) M D(col_scale) = sparse - u v^T: nothing of the size of the table is ever formed densely.
/// The scales are the square roots of the diagonal kernels; T = float or double, computed in double.
template <class T>
struct Difference {
  CsrMatrix<T> sparse;
  CsrMatrix<T> sparse_columns;   // in a team: the transpose's rows that are this process's
  VectorD u, v;                  // empty: no rank-one term
  VectorD row_scale, col_scale;  // coordinates are row_scale U S and col_scale V S
};

/// The member's difference with its own kernels and the diagonal ones of the user; kernels that relate labels are left
/// to the decomposition (decomposition.h). Error(data) for a table without counts or with an empty row or column
/// (named; see drop_empty); Error(usage) for options that do not fit the member. Time and memory are those of the
/// non-zeros (with a similarity kernel, of the products S N and N S). share: in a team, each process has the cells of
/// its rows (not with a similarity kernel).
template <class T>
Difference<T> make_difference(const CountTable& table, const FamilyOptions& options, const Run& run,
                              const TableShare* share = nullptr);

}  // namespace couplet
