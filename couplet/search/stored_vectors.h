// What every index does to vectors and queries before it compares them, and the one way a score is computed.
#pragma once

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/search/nearest_neighbours.h"

namespace couplet {

/// Checks that all numbers are finite (Error(data), place `what` and number, rows counting from `first`) and scales the
/// rows to unit length for cosine; zero rows stay.
void prepare_rows(MatrixF& rows, Similarity similarity, const char* what, Index first = 1);

/// Vectors as they are compared: themselves, or a copy at unit length for cosine. Checked as by prepare_rows.
SharedRows prepared(SharedRows vectors, Similarity similarity);

/// Throws Error(usage) for k < 1 or queries of another dimension.
void require_search(const ConstRef<float>& queries, Index k, Index dimension);

/// a.b of n floats. Each product is exact in double and the order of adding is fixed, so equal vectors have equal
/// scores wherever they are stored.
double exact_dot(const float* a, const float* b, Index n);

/// Better score first, then lower id.
inline bool ranks_before(const Neighbour& a, const Neighbour& b) {
  return a.score != b.score ? a.score > b.score : a.id < b.id;
}

}  // namespace couplet
