// Grades: how good a text is for a query.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace couplet {

inline constexpr std::string_view grade_range = "a grade from 0 to 100";

/// A number from 0 to 100; nothing for all else.
inline std::optional<double> grade_of(std::string_view label) {
  double grade = -1;
  const auto [end, failure] = std::from_chars(label.data(), label.data() + label.size(), grade);
  if (failure != std::errc() || end != label.data() + label.size() || !(grade >= 0) || !(grade <= 100))
    return std::nullopt;
  return grade;
}

}  // namespace couplet
