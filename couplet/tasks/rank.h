// rank: candidates in the order that fits a query.
#pragma once

#include "couplet/model/capabilities.h"
#include "couplet/tasks/candidates.h"
#include "couplet/tasks/prepared_collection.h"
#include "couplet/tasks/task.h"

namespace couplet {

struct RankOptions {
  std::int64_t top = 10;        // rows of a query; 0: all
  Side side = Side::left;       // of the queries
  std::string index = "exact";  // how a collection is searched: see make_vector_index
  std::int64_t margin = 0;      // see search_divisors; more than 0: every candidate is looked at
};

/// The best of a whole collection for each query: rows "rank" with the text of each.
void rank_among(const LoadedModel& model, const Items& queries, const Items& targets, const RankOptions& options,
                RowSink& rows, const Run& run);

/// The same from a collection prepared before; the queries are of the other side.
void rank_among(const PreparedCollection& targets, const Items& queries, const CollectionSearch& how, RowSink& rows,
                const Run& run);

/// The candidates of each list, best first; without a score last: rows "rank".
void rank_lists(const LoadedModel& model, const CandidateData& data, std::int64_t top, RowSink& rows, const Run& run);

Task rank_task();

}  // namespace couplet
