// How many dimensions a space of opposites needs: tried on questions, from one decomposition.
#pragma once

#include <string>
#include <vector>

#include "couplet/lexicon/inflections.h"
#include "couplet/methods/opposites/choice_questions.h"
#include "couplet/methods/opposites/pilsa_space.h"

namespace couplet {

struct DimensionTrial {
  Index dimensions = 0;
  double precision = 0, f1 = 0;
};

/// The first dimensions of the decomposition, as many as 50, 100, 200, 300, 400, 500, 750, 1000, 2000 and 3000 as it
/// has, and all of them, each asked the closest-opposite questions. Ascending. Cost: space_of() for each.
std::vector<DimensionTrial> try_dimensions(const SignedEntries& entries, const Inflections& inflections,
                                           const TruncatedSvd<float>& svd, double leak,
                                           const std::vector<ChoiceQuestion>& questions, const Run& run);

/// The trial with the highest precision, of equals the one with fewest dimensions.
const DimensionTrial& best_of(const std::vector<DimensionTrial>& trials);

/// Precision over dimensions, the best ringed (SVG).
std::string dimensions_svg(const std::vector<DimensionTrial>& trials);

/// The first `dimensions` of a decomposition.
TruncatedSvd<float> first_of(const TruncatedSvd<float>& svd, Index dimensions);

}  // namespace couplet
