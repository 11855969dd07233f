// Labels that say yes or no, and grades.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace couplet {

/// True for "1", false for "0", nothing for all else.
inline std::optional<bool> binary_label(std::string_view label) {
  if (label != "0" && label != "1") return std::nullopt;
  return label == "1";
}

inline constexpr std::string_view grade_range = "a grade from 0 to 100";

/// A grade: a number from 0 to 100; nothing for all else.
inline std::optional<double> grade_of(std::string_view label) {
  double grade = -1;
  const auto [end, failure] = std::from_chars(label.data(), label.data() + label.size(), grade);
  if (failure != std::errc() || end != label.data() + label.size() || !(grade >= 0) || !(grade <= 100))
    return std::nullopt;
  return grade;
}

/// What an Error says of another label.
inline std::string label_problem(std::string_view label, std::string_view expected = "0 or 1") {
  return "the label is '" + std::string(label) + "', expected " + std::string(expected);
}

}  // namespace couplet
