// Options that a user repeats, kept in a file.
#pragma once

#include <string>
#include <vector>

namespace couplet {

/// What --config FILE says for a verb (and the method it fits, or ""), as words of a command line: "--top=5". The file
/// has lines `name = value` under [VERB] or [fit.METHOD]; above the first section stand options of every verb; # begins
/// a comment; a value is true, false, a number or "text": a small part of TOML. Error(data) with file:line for what is
/// none of this, and for a section that is no verb's; Error(io).
std::vector<std::string> words_of_config(const std::string& path, const std::string& verb, const std::string& method);

}  // namespace couplet
