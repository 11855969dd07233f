// Words by one rule over characters, without UAX 29.
#pragma once

#include <string_view>
#include <vector>

namespace couplet {

/// Appends the runs of letters, marks, numbers and underscores of a text (valid UTF-8).
void split_word_characters(std::string_view text, std::vector<std::string_view>& words);

/// Appends what white space (the Unicode property) separates.
void split_at_white_space(std::string_view text, std::vector<std::string_view>& words);

}  // namespace couplet
