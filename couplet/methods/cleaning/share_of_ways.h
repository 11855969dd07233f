// In which of the known ways the wrong pairs of a corpus are wrong.
#pragma once

#include <span>
#include <vector>

#include "couplet/methods/cleaning/clue_weights.h"

namespace couplet {

/// What is most to be said against a pair, and how much: a number below fault_kinds. prior: added to its log odds.
inline constexpr std::size_t fault_kinds = 3 * clue_count;
std::size_t fault_of(const ClueWeights& weights, const ClueValues& values, double prior);

/// Share of each of `count` ways to spoil a pair, so that pairs spoilt in these shares have the corpus's faults as
/// often as its wrong pairs have them: the mixture of the ways' faults that makes them likeliest, by
/// expectation-maximisation. Half of each share is what all ways have alike, since real noise is of no known way. 0 for
/// a way that no pair was spoilt in. faults, doubts: of the corpus's pairs, and how likely each is wrong; spoilt, ways:
/// of pairs spoilt on purpose.
std::vector<double> shares_of_ways(std::span<const std::size_t> faults, std::span<const double> doubts,
                                   std::span<const std::size_t> spoilt, std::span<const std::size_t> ways,
                                   std::size_t count);

}  // namespace couplet
