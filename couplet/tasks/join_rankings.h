// Rankings of several models made one.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/tasks/collected_rows.h"

namespace couplet {

/// Without learning anything: a candidate's score is the sum over the rankings of 1 / (60 + its rank) (reciprocal rank
/// fusion, Cormack, Clarke & Büttcher 2009), equal scores of a ranking having the same rank; of equals the one that an
/// earlier ranking has. rankings: rows "rank", one or more. Candidates without a score count for nothing. top: rows of
/// a query, 0 for all.
void join_rankings(const std::vector<CollectedRows>& rankings, std::int64_t top, RowSink& rows);

}  // namespace couplet
