// Choosing encoders, ridge and power of `fit phsic` by pairs that are held out of the training data.
#pragma once

#include <string>
#include <vector>

#include "couplet/model/method.h"

namespace couplet {

struct PhsicTrial {
  std::string encoder;
  double whiten = 0, power = 0, value = 0;
};

struct PhsicTuning {
  std::vector<PhsicTrial> trials;  // in the order tried
  PhsicTrial best;                 // the first of the best
  std::string edge;                // where the best is at the edge of what was tried, and beyond may be better
  Index learned = 0, held_out = 0;
  Index left_out = 0;  // pairs that share a right text with a held-out one: not learned from

  /// What was tried, the best of each encoder; what was chosen; the edge.
  void add_to(FitReport& report, const std::string& metric) const;
};

/// --tune METRIC: r1, mrr or auc of held-out pairs, whose right text stands among nine of other held-out pairs; the
/// parts are those of split_for_tuning, with its errors. Tried are --encoder's list ("sum,lsa:300+shape"), or some that
/// suit the data; ridges and powers that were not given. While the best has the smallest or largest ridge, one beyond
/// is tried, twice at most; then powers in the same way.
PhsicTuning tune_phsic(const Data& data, const Fitting& fitting);

}  // namespace couplet
