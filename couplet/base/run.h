// What every long operation is given.
#pragma once

#include <cstdint>

#include "couplet/base/memory.h"
#include "couplet/base/observer.h"
#include "couplet/base/parallel.h"
#include "couplet/base/stop.h"

namespace couplet {

/// Threads, memory, seed, where progress goes and when to stop. The defaults suit a library user: `Run run;`.
struct Run {
  Pool pool;
  MemoryBudget memory;
  std::uint64_t seed = 1;
  Observer* observer = &Observer::silent();
  const StopToken* stop = &StopToken::never();
};

}  // namespace couplet
