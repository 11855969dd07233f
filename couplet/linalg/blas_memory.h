// The work memory of OpenBLAS, where address space is scarce.
#pragma once

namespace couplet {

/// OpenBLAS maps 128 MB for every call that runs at the same time as others, keeps them, and tries for ever when there
/// is no room. Where the address space of the process is limited (ulimit -v), this takes them now, for as many threads
/// as there is room for, and returns that number; where it is not, it does nothing and returns what it was given.
/// threads 0: as many as there are cores. Error(io) when there is no room for one.
int threads_with_blas(int threads);

}  // namespace couplet
