// A text without the blanks around it.
#pragma once

#include <string_view>

namespace couplet {

/// Blanks and tabs at both ends are left out. A view into the text.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace couplet
