// From argv to Arguments.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/arguments.h"

namespace couplet {

/// Parses the arguments after the program's name.
///
/// Common options may stand anywhere, a verb's own after the verb, before or between or after its positional arguments.
/// "-" is a positional argument and "--" ends the options. --name=value and --name value are the same; -qv is -q -v; of
/// an option given twice the last one counts. A flag may be unset with --name=false. Error(usage) for an unknown verb,
/// method or option (with the nearest known one), a missing or bad value, and too few or too many positional arguments.
/// Nothing but syntax is checked when help is asked for.
Arguments parse_arguments(const std::vector<std::string>& words);

}  // namespace couplet
