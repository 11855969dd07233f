// filter: keep the pairs that go together, in their order; say why the others went.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "couplet/model/capabilities.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// Which pairs stay: exactly one of the first four is set.
struct FilterRule {
  std::optional<double> keep_fraction, min_z, min_quality;
  std::optional<std::int64_t> keep_best;
  double length_weight = 0.5;  // how much an odd length ratio counts
  bool name_faults = false;    // a model that can say what is wrong with a pair says it: the work is done twice
};

/// Every pair as judged, and why it goes.
struct FilteredPairs {
  std::vector<PairQuality> judged;
  std::vector<std::string> reasons;  // empty: the pair stays
  double cut = 0;                    // the smallest quality that stays
  double random_quality = 0;         // of a random pair, on average
  std::int64_t skipped = 0;          // bad lines
};

/// Judges all pairs and decides. Error(usage) for a rule that makes no sense.
FilteredPairs filter_pairs(const LoadedModel& model, const Data& pairs, const FilterRule& rule, const Run& run);

/// Rows "filter": how many pairs were kept and dropped, by reason, with their mean quality.
void show_filtered(const FilteredPairs& filtered, RowSink& rows);

/// Rows "judged": every pair with its quality and why it goes (empty: it stays), and last what a random pair has.
void show_judged(const FilteredPairs& filtered, RowSink& rows);

/// A histogram of the qualities (SVG). name: of the pairs.
std::string filter_picture(const FilteredPairs& filtered, const std::string& name);

Task filter_task();

}  // namespace couplet
