// Counted pairs to the processes that own their rows.
#pragma once

#include "couplet/text/pair_entries.h"

namespace couplet {

/// In a team: every process gets all pairs that a row of its own has cells from, and forgets the others; process r owns
/// the rows from result[r] up to result[r + 1], about as many cells as any other. symmetric: a pair has a cell in the
/// row of each of its words. Call it in all processes.
std::vector<std::int64_t> exchange_pairs(PairRuns& runs, std::int64_t words, bool symmetric, const Run& run);

}  // namespace couplet
