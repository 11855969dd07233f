// The two kernels of a matching: smoothed, without diagonals, centred.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

/// Left and right objects that belong together, by row from 0.
using ObjectPairs = std::vector<std::pair<Index, Index>>;

/// Similarities within the left collection (n x n) and within the right one (m x m), symmetric. float: 4 bytes an
/// entry.
struct KernelPair {
  MatrixF left, right;
};

/// How the kernels are prepared for one matching.
struct KernelShape {
  double power = 1;            // p of the sub-polynomial smoothing; 0: no smoothing
  bool zero_diagonal = false;  // after the smoothing: an object says nothing about itself
};

/// Inner products of the rows of a sparse matrix; n x n. Parallel over blocks of rows; added in double, in term order.
MatrixF sparse_row_products(const CsrMatrix<double>& rows, const Run& run);

/// Kernel of feature rows (n x d): "auto" is a Gaussian whose sigma is 0.35 of the median distance of two rows,
/// "auto:X" one with X of it; anything else is a spec of kernels/kernel.h. Error(data) when all rows are equal under
/// auto. The spec alone: with auto worked out.
std::string feature_kernel_spec(const ConstRef<double>& rows, const std::string& spec);
MatrixF feature_kernel(const ConstRef<double>& rows, const std::string& spec, const Run& run);

/// A Gram matrix of the user's. Error(data) names the place when it is not square, or not symmetric (to 1e-6 of its
/// largest entry).
MatrixF checked_gram(const ConstRef<double>& gram, const std::string& path);

/// What to do with negative similarities, which have no p-th power.
enum class Negatives { refuse, shift, clip };
Negatives parse_negatives(const std::string& word);
/// refuse: Error(data) that says which collection, how many, and offers the others. shift: the smallest entry is taken
/// off all.
/// clip: they become 0. Matrices without negatives stay.
void mend_negatives(MatrixF& kernel, Negatives how, const std::string& name);

/// K^p entry by entry, rows to unit length, then the products of the rows (Jagarlamudi, Juarez & Daume, section
/// "Sub-polynomial kernel"). Entries >= 0; power > 0. A row of zeros stays. One n^3 product.
MatrixF smoothed(const MatrixF& kernel, double power, const Run& run);

/// Rows and columns summing to 0: H K H.
void centre(MatrixF& kernel);

/// Both kernels smoothed as asked for, then centred.
KernelPair shaped(const KernelPair& kernels, const KernelShape& shape, const Run& run);

/// Shaped kernels with their diagonals set to 0, so that in K P L no match supports itself.
KernelPair without_diagonals(KernelPair kernels);

/// sum of squares, square root; in double.
double frobenius_norm(const MatrixF& kernel);

}  // namespace couplet
