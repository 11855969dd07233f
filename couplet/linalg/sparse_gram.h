// The dense Gram matrix of a sparse one.
#pragma once

#include "couplet/linalg/operators.h"

namespace couplet {

/// out += z^T z, its lower triangle only (row i, columns up to i); out: z.cols() x z.cols(). Rows are added up in the
/// order of z's rows, so threads change nothing. Half the sum over rows of z of their non-zeros squared, in
/// multiplications. T = float: sums in double, rounded once. A team shares the work; of a z that belongs to processes
/// the sums travel from one to the next, not the rows: z.cols()^2 / 2 doubles, however many rows there are.
template <class T>
void add_sparse_gram(const CsrOperator<double>& z, Matrix<T>& out, const Run& run);

}  // namespace couplet
