// The best assignment that respects the seeds.
#pragma once

#include "couplet/linalg/assignment.h"
#include "couplet/methods/matching/kernel_pair.h"

namespace couplet {

/// Assigns the objects without a seed among each other and adds the seeds. Remembers prices, so that weights that
/// changed little are solved fast.
class SeededAssignment {
 public:
  /// seeds: rows in range, none twice on a side.
  SeededAssignment(Index left, Index right, const ObjectPairs& seeds, const Run& run);

  /// left -> right, -1 for those left over on the longer side; weights: left x right.
  std::vector<Index> solve(const MatrixF& weights);

  const ObjectPairs& seeds() const { return seeds_; }
  bool is_seed(Index left) const { return seed_of_[left] >= 0; }

 private:
  ObjectPairs seeds_;
  const Run& run_;
  std::vector<Index> seed_of_, free_left_, free_right_;
  VectorD prices_;
  MatrixF free_weights_;
};

/// What a match is judged by when only the surest may enter P.
enum class Sureness { weight, margin };

/// How far each match stands above the best other weight of its row and of its column: w - max(others); n entries, -inf
/// for objects left alone. O(n m).
std::vector<double> margins(const MatrixF& weights, const std::vector<Index>& right_of_left);

/// The `count` surest matches, seeds first, then by falling sureness; equals by rising left row.
ObjectPairs surest_pairs(const SeededAssignment& assignment, const MatrixF& weights,
                         const std::vector<Index>& right_of_left, Sureness sureness, Index count);

}  // namespace couplet
