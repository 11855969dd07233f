// The colours of pictures: written as for white paper, with what stands in for each where a reader prefers the dark.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace couplet::palette {

inline constexpr std::string_view paper = "white", ink = "black", axis = "#555", grid = "#e4e4e4", origin = "#999",
                                  leader = "#aaa", mark = "#222";
inline constexpr std::string_view blue = "#4477aa", red = "#cc6677", grey = "#8c8c8c";  // of bars and points
inline constexpr std::string_view blue_text = "#24507c", red_text = "#a03048";
/// Of curves; all are dark enough for a thin line on white.
inline constexpr std::array<std::string_view, 8> curves = {blue,      red,       "#228833", "#a07800",
                                                           "#2b95b8", "#aa3377", "#777777", mark};

/// A style sheet for the dark: whatever is filled or stroked in a colour above gets its dark form.
std::string dark_style();

}  // namespace couplet::palette
