// Gram matrices of rewriting kernels.
#pragma once

#include <span>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/methods/rewriting/rewriting_index.h"

namespace couplet {

/// K(i, j) = K_k(query i, pair j of the index): whole numbers, exact up to 2^53. queries x index.size(); parallel, with
/// progress under the name `stage`. both_ways: adds K_k of the query with its two sentences exchanged, for relations
/// without a direction (symmetric where typing.wires is). run.memory is asked first.
MatrixD rewriting_gram(const RewritingIndex& index, std::span<const SymbolPair> queries, const SymbolTyping& typing,
                       bool both_ways, std::string_view stage, const Run& run);

}  // namespace couplet
