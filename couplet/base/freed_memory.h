// What becomes of memory that is freed.
#pragma once

namespace couplet {

/// For programs, at their start: freed memory stays with the process, up to 128 MB of it, for the next allocation. To
/// get it from the system each time takes about as long as a pass over it: a third of the time of a net's training.
/// A library leaves this to the program that it is in.
void keep_freed_memory();

}  // namespace couplet
