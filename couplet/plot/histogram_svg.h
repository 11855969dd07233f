// The picture of a filter: how the scores are spread and where the cut is.
#pragma once

#include <limits>
#include <span>
#include <string>

namespace couplet {

/// A value of the x axis worth a line; NaN: none.
struct HistogramMarks {
  double cut = std::numeric_limits<double>::quiet_NaN();     // the smallest kept
  double random = std::numeric_limits<double>::quiet_NaN();  // of random pairs
};

/// A histogram of `values` in two colours: kept[i] != 0 and not; values that are not finite were not scored, and are
/// counted apart. Values far out (three quartile distances beyond the quartiles, and beyond the marks, unless those are
/// further out still) stand together in a bar of their own at the end, which says how many they are.
std::string histogram_svg(std::span<const double> values, std::span<const char> kept, const HistogramMarks& marks,
                          const std::string& title, const std::string& x_label);

}  // namespace couplet
