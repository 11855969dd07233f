// Ctrl-C and its like, broken pipes, files that change under a map; and the three descriptors every program has.
#pragma once

#include "couplet/base/stop.h"

namespace couplet {

/// Puts something in the place of standard input, output and error where they are closed, so that no file that is
/// opened later gets their numbers. Reading or writing it fails. To be called before anything else.
void fill_standard_descriptors();

/// From now on the first SIGINT, SIGTERM or SIGHUP sets the token returned. When the program has not ended half a
/// second later (a read may wait for ever) and is not writing a file whole (WholeWrite), or at the second signal,
/// temporary files are removed and it ends with code 130. Writing to a closed pipe or beyond the limit of a file's size
/// becomes an ordinary failed write. A file that loses its end while it is mapped ends the program with code 6. A
/// signal that the parent ignores stays ignored. json: the last words are JSON. silent: a stop has none.
const StopToken& watch_signals(bool json, bool silent = false);

/// From now on the first signal leaves as much time as the work needs to end by itself.
void let_work_finish();

}  // namespace couplet
