// Work over items that a team shares: every process reads all of them, computes some, and gets the results of all.
#pragma once

#include <string>
#include <vector>

#include "couplet/base/part_bytes.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/item_slices.h"

namespace couplet {

/// Shares are whole blocks of so many items, which models compute together: their sizes, and with them the rounding of
/// matrix products, are those of a process alone.
inline constexpr Index shared_block = 1024;

/// This run without its team, for what a process does alone.
inline Run alone(const Run& run) {
  Run inner = run;
  inner.team = &Team::solo();
  return inner;
}

/// work(batch, run) -> std::vector<Result> of plain values, one a pair.
template <class Result, class Work>
std::vector<Result> shared_results(const PairBatch& batch, const Run& run, Work&& work) {
  Team& team = *run.team;
  if (team.size() == 1) return work(batch, run);
  const auto begins = even_rows(batch.size(), shared_block, team);
  const Index first = begins[team.rank()], last = begins[team.rank() + 1];
  std::vector<Result> all;
  PartWriter mine;
  if (last > first) {
    const PairBatch some{slice(batch.left, first, last - first), slice(batch.right, first, last - first),
                         batch.first + first};
    mine.put_list(work(some, alone(run)));
  }
  for (const std::string& bytes : team.gather(mine.take())) {
    PartReader reader(bytes);
    if (reader.at_end()) continue;
    const auto part = reader.get_list<Result>();
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

/// The scores of the pairs of a batch.
inline std::vector<PairScore> shared_scores(const ScoresPairs& scorer, const PairBatch& batch, const Run& run) {
  return shared_results<PairScore>(batch, run,
                                   [&](const PairBatch& some, const Run& inner) { return scorer.score(some, inner); });
}

}  // namespace couplet
