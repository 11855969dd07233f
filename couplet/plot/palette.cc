#include "couplet/plot/palette.h"

#include <fmt/format.h>

namespace couplet::palette {

std::string dark_style() {
  struct Dark {
    std::string_view colour, instead;
  };
  static constexpr Dark colours[] = {{paper, "#0d1117"},     {ink, "#e6e8eb"},       {axis, "#a8b0ba"},
                                     {grid, "#2b313a"},      {origin, "#6d7682"},    {leader, "#6d7683"},
                                     {mark, "#dfe3e8"},      {blue, "#6ba3dc"},      {red, "#e58290"},
                                     {grey, "#9aa1aa"},      {blue_text, "#a3ccf2"}, {red_text, "#f4b0ba"},
                                     {curves[2], "#4fb862"}, {curves[3], "#d8b640"}, {curves[4], "#66ccee"},
                                     {curves[5], "#e07ab0"}, {curves[6], "#a5a5a5"}};
  std::string rules;
  for (const auto& [colour, instead] : colours)
    for (const char* const property : {"fill", "stroke"})
      rules += fmt::format("[{0}=\"{1}\"]{{{0}:{2}}}", property, colour, instead);
  return "<style>@media (prefers-color-scheme: dark) {" + rules + "}</style>\n";
}

}  // namespace couplet::palette
