// Telling a header from data.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// True when a TSV's first line seems to name its columns: each of those to be read (from 0) is called as people call
/// columns (left, question, en, label...), or one is and no line below has a single word in each of them. Text in
/// columns that happens to begin so is rare enough to ask.
bool looks_like_header(std::string_view first_line, std::span<const std::string> lines_below,
                       const std::vector<std::size_t>& columns);

}  // namespace couplet
