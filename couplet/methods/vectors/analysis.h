// Correspondence analysis of a table as R's ca and FactoMineR report it: axes, contributions, squared cosines and
// supplementary points.
#pragma once

#include <string>
#include <vector>

#include "couplet/linalg/matrix.h"
#include "couplet/methods/vectors/count_table.h"

namespace couplet {

/// One axis of the analysis.
struct TableAxis {
  double singular_value;
  double inertia;     // its square
  double share;       // of the total inertia of the table, whether or not all axes were computed
  double cumulative;  // shares up to this axis
};

/// Rows or columns of the table as points; a number a point, or points x axes.
struct TablePoints {
  Vocabulary labels;
  VectorD mass;           // sum over the table's total
  VectorD inertia_share;  // of the total inertia
  MatrixD coordinates;    // principal
  MatrixD contributions;  // of the point to the axis' inertia; each column adds up to 1
  MatrixD cos2;           // share of the point's inertia that lies on the axis; 0 for a point in the origin
};

/// How much of each point's inertia the first `axes` axes show: the sum of their cos2, at most 1.
VectorD quality_on(const MatrixD& cos2, Index axes);

struct TableAnalysis {
  double total_inertia = 0;  // chi-squared / n
  std::vector<TableAxis> axes;
  TablePoints rows, cols;
};

/// Reports on D(r)^-1/2 (P - r c^T) D(c)^-1/2 = u diag(s) v^T, P = counts / n with margins r and c.
/// table: m x n without empty rows or columns (drop_empty), else Error(data). u: m x d, v: n x d, orthonormal columns;
/// s: d, descending. Axes with s <= 1e-12, which carry nothing, are left out. O(nonzeros + (m + n) d).
TableAnalysis analyse_table(const CountTable& table, const ConstRef<double>& u, const VectorD& s,
                            const ConstRef<double>& v);

/// Points that took no part in the analysis, placed in it.
struct SupplementaryPoints {
  Vocabulary labels;
  MatrixD coordinates;  // points x axes, principal
  MatrixD cos2;
  std::vector<std::string> unknown;  // labels of the other side that the analysis does not know: left out
  double unknown_count = 0;          // counts left out with them
};

/// Places further rows, counted against columns of the analysed table (by label, in any order; absent ones count 0):
/// f = (x / sum x) D(c)^-1/2 v. A row of the analysed table lands on itself. Error(data) naming a row without any
/// count in known columns. O(nonzeros of extra x axes).
SupplementaryPoints supplementary_rows(const TableAnalysis& analysis, const CountTable& extra);

/// The same for columns: extra has the analysed table's rows, and the further columns.
SupplementaryPoints supplementary_cols(const TableAnalysis& analysis, const CountTable& extra);

}  // namespace couplet
