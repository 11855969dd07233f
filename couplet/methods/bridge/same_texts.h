// Which texts are one and the same to a model.
#pragma once

#include <vector>

#include "couplet/linalg/shared_sparse.h"

namespace couplet {

/// For each row the first row that is equal to it (rows are told apart by 64 bits of hash); a row without a word is
/// like no other. Call it in all processes.
std::vector<Index> first_alike(const OwnedRows<double>& texts, Team& team);

}  // namespace couplet
