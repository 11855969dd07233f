// match: pair up two collections.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "couplet/methods/matching/match_job.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// Which matches are shown.
struct ShownMatches {
  std::optional<double> min_confidence;
  std::optional<double> one_to_many;  // also other right objects that have this share of a left one's weight
  bool texts = false;                 // beside the rows
};

/// Rows "match".
void show_matches(const Matching& matching, const Collection& left, const Collection& right,
                  const ShownMatches& options, RowSink& rows);

/// Rows "explain": the match of one left object, and the `top` others that support it most (0: all); the values add up
/// to its weight. Error(usage) when it has no match.
void explain_matched(const Matching& matching, Index left, std::int64_t top, RowSink& rows);

Task match_task();

}  // namespace couplet
