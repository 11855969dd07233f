// Normal forms of a text: NFKC and lower case.
#pragma once

#include <string>
#include <string_view>

namespace couplet {

/// The text in Unicode normal form KC. Valid UTF-8 in and out. Cheap when it already is.
void to_nfkc(std::string_view text, std::string& out);

/// The text in lower case by the rules of no particular language; a final sigma is seen as such.
void to_lower(std::string_view text, std::string& out);

/// to_lower for ASCII text; gigabytes a second.
void to_lower_ascii(std::string_view text, std::string& out);

}  // namespace couplet
