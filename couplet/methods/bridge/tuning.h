// Choosing the number of dimensions and the regulariser by how well development texts find their counterparts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/methods/bridge/projection.h"

namespace couplet {

/// What is tuned.
struct TuningPlan {
  bool dimension = false, regulariser = false;
};

/// "dimensions", "regulariser" or both with a comma; Error(usage) otherwise, and for a regulariser where there is none.
TuningPlan parse_tuning(std::string_view text, bool has_regulariser);

struct TuningTrial {
  Index dimension = 0;
  double regulariser = 0;
  double accuracy = 0, mrr = 0;  // over both directions
};

struct Tuned {
  Projection projection;            // of the best trial
  TuningTrial best;                 // the highest mrr; of equals the one with fewer dimensions
  std::vector<TuningTrial> trials;  // by regulariser, then dimension, ascending
  std::string edge;                 // where the best is at the edge of what was tried, and beyond may be better
};

/// solve(g, k): the projection with a regulariser and k dimensions, or as many as there are; directions in order, so
/// that fewer dimensions are its first columns: k halved again and again, down to 8. Regularisers tried: a hundredth, a
/// tenth, once, 10 and 100 times g. While the best has the most dimensions, twice as many are tried, and while it has
/// the smallest or largest regulariser, a tenth or ten times that: twice at most each. left, right: development texts
/// over the projection's terms, row i of both is a document. Cost: a solve for each regulariser, n^2 k products for
/// each trial.
Tuned tune_projection(const TuningPlan& plan, double g, Index k, const std::function<Projection(double, Index)>& solve,
                      const OwnedRows<double>& left, const OwnedRows<double>& right, const Run& run);

/// The curve of a tuning: mrr over dimensions, a line for each regulariser, the best trial ringed (SVG).
std::string tuning_svg(const Tuned& tuned, std::string_view method);

}  // namespace couplet
