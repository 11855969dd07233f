// Columns of a line without quotes.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace couplet {

/// The pieces of a line between its tabs, empty ones included; at least one. Views into the line.
inline std::vector<std::string_view> tab_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

}  // namespace couplet
