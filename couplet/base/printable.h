// Texts of the user's in messages: nothing that a terminal obeys, and no more than a line can hold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace couplet {

/// Length of the well-formed UTF-8 sequence at the start of `rest`, which is not empty; 0: there is none.
std::size_t utf8_length(std::string_view rest);

/// The text on one line: control characters and bytes that are no UTF-8 are written \n, \t or \x1B, and of what stands
/// in quotes at most 80 bytes are left. Again: the same.
std::string printable(std::string_view text);

/// At most `most` bytes of printable text: of a longer one the beginning, "…" and the end.
std::string shortened(std::string text, std::size_t most);

}  // namespace couplet
