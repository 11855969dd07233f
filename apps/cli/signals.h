// Ctrl-C, SIGTERM and broken pipes.
#pragma once

#include "couplet/base/stop.h"

namespace couplet {

/// From now on the first SIGINT or SIGTERM sets the token returned, and the second removes temporary files and ends the
/// program with code 130. Writing to a closed pipe becomes an ordinary failed write. A SIGINT that the parent ignores
/// stays ignored.
const StopToken& watch_signals();

}  // namespace couplet
