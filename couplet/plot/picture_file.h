// Where a picture may be written.
#pragma once

#include <string>

namespace couplet {

/// Pictures are SVG: Error(usage) for a file whose name promises something else, with the command that makes it of an
/// SVG. Standard output ("-") and devices take anything.
void check_picture_name(const std::string& option, const std::string& path);

}  // namespace couplet
