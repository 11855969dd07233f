// Rows of a matrix that the processes of a team compute between them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "couplet/base/team.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Process r has computed the rows [begins[r], begins[r + 1]); afterwards all have all. begins: team.size() + 1,
/// rising.
template <class T>
void exchange_rows(MutableRef<T> rows, const std::vector<Index>& begins, Team& team);

/// The rows of this process, [first, second), where process r has those from begins[r] up to begins[r + 1] of each
/// block of begins.back() rows; begins empty: all have all.
std::vector<std::pair<Index, Index>> own_ranges(Index rows, const std::vector<Index>& begins, const Team& team);

/// exchange_rows of each such block.
template <class T>
void exchange_blocks(MutableRef<T> rows, const std::vector<Index>& begins, Team& team);

/// `count` rows in even shares, as far as blocks of `block` rows allow.
std::vector<Index> even_rows(Index count, Index block, const Team& team);

/// The rows of a sparse matrix, with about as many entries for each process. offsets: rows + 1.
std::vector<Index> rows_of_even_entries(std::span<const std::int64_t> offsets, const Team& team);

}  // namespace couplet
