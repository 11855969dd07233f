// Search that compares the query with every vector: the truth that approximate indexes are measured against.
#pragma once

#include <memory>

#include "couplet/search/nearest_neighbours.h"

namespace couplet {

/// Exact search. Blocks of queries and vectors are multiplied in float; every vector whose float score comes within the
/// rounding error bound of the k-th best is scored again in double, so the result is that of double arithmetic, ties
/// included, whatever the blocks. Cost: one GEMM of queries x vectors; extra memory: 256 KB a thread and O(q k), and a
/// copy of the vectors for cosine.
std::unique_ptr<VectorIndex> make_exact_index(SharedRows vectors, Similarity similarity);

}  // namespace couplet
