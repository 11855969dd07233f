// Labels that say yes or no.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace couplet {

/// True for "1", false for "0", nothing for all else.
inline std::optional<bool> binary_label(std::string_view label) {
  if (label != "0" && label != "1") return std::nullopt;
  return label == "1";
}

/// What an Error says of another label.
inline std::string label_problem(std::string_view label, std::string_view expected = "0 or 1") {
  return "the label is '" + std::string(label) + "', expected " + std::string(expected);
}

}  // namespace couplet
