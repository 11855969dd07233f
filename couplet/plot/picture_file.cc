#include "couplet/plot/picture_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "couplet/base/error.h"

namespace couplet {

void check_picture_name(const std::string& option, const std::string& path) {
  std::string ending = std::filesystem::path(path).extension();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (path == "-" || path.starts_with("/dev/") || ending == ".svg") return;
  const std::string svg = std::filesystem::path(path).replace_extension(".svg");
  std::string remedy = "write " + svg;
  for (const char* const other : {"png", "pdf", "ps", "eps"})
    if (ending == std::string(".") + other)
      remedy += fmt::format(", then run: rsvg-convert -f {} -o {} {}", other, path, svg);
  throw Error(ErrorCode::usage, option, "pictures are SVG, and '" + path + "' does not end in .svg", remedy);
}

}  // namespace couplet
