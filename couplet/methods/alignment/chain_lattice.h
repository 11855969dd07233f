// Forward and backward through the positions of a pair of texts.
#pragma once

#include <algorithm>
#include <span>

#include "couplet/methods/alignment/word_aligner.h"

namespace couplet {

/// Chances of every state at every word of y. I words of x, J words of y; row-major, states along a row.
struct ChainLattice {
  MatrixF emission;            // J x (I + 1): e(y_j | x_i), the last column of no word
  Eigen::MatrixXi entries;     // J x (I + 1): where t(y_j | x_i) stands in the table; -1: nowhere
  MatrixF at, none;            // J x I: forward chances of a_j = i, and of none with i the last position; rows add to 1
  std::vector<double> scale;   // P(y_j | y_1 .. y_j-1, x)
  std::vector<float> weights;  // s(d), d = -(I - 1) .. I - 1
  std::vector<float> inverse;  // 1 / sum over k of s(k - i')
};

/// Fills all of it. x and y must not be empty.
void chain_forward(const WordAligner::Numbers& numbers, std::span<const std::int32_t> x,
                   std::span<const std::int32_t> y, ChainLattice& lattice);

/// What is expected of one pair: take(j, i, chance) for every state (i = I: none), and jumps added to.
struct ChainPosteriors {
  MatrixF chances;                                         // J x (I + 1)
  std::array<double, WordAligner::jump_kinds> jumps = {};  // expected number of each
};
void chain_posteriors(const ChainLattice& lattice, ChainPosteriors& result);

/// The kind of a jump over d positions.
constexpr Index jump_kind(Index d) {
  return std::clamp<Index>(d, -WordAligner::near - 1, WordAligner::near + 1) + WordAligner::near + 1;
}

}  // namespace couplet
