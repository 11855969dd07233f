// Weights of pairs on a common scale, and how sure each match is by them.
#pragma once

#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Takes the means of rows and columns off and divides by the standard deviation, in double; zeros stay zeros. n x m.
void standardise(MatrixF& weights);

/// One match as it is reported.
struct Match {
  Index left = 0, right = 0;
  double confidence = 0;  // in [0, 1]
  double margin = 0;      // what the total weight loses at least without this match, in deviations of the weights
  Index runner_up = -1;   // the right object that would cost least instead; -1: there is none
  bool seed = false;
  bool tied = false;  // it, or its partner, has an equal in its collection: swapping the two changes nothing
};

/// Judges matches by standardised weights (n x m). Confidence: the geometric mean of the match's share among its row's
/// and among its column's, shares being exp(b w) over their sum, b the mean weight of the matches (what a Gaussian
/// model of right and wrong pairs says, held to [0.5, 4]). Margin and runner-up come from the prices of the assignment
/// by these weights with the given matches: by the smallest slack of the row and the column. Seeds have confidence 1.
/// Sorted by left.
std::vector<Match> judge_matches(const MatrixF& weights, const std::vector<Index>& right_of_left,
                                 const std::vector<char>& is_seed, const Run& run);

}  // namespace couplet
