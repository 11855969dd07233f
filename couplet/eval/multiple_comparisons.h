// p-values when several comparisons are made at once: each function returns adjusted values, in the order given.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace couplet {

enum class Adjustment { none, bonferroni, holm, benjamini_hochberg };

/// Compare an adjusted value with the level wanted. Bonferroni and Holm bound the chance of any false finding (Holm is
/// never weaker), Benjamini-Hochberg the share of false ones among the findings.
/// Throws Error(usage) for a value outside [0, 1]. O(n log n).
std::vector<double> adjust_p_values(std::span<const double> p_values, Adjustment adjustment);

}  // namespace couplet
