// What every long operation is given.
#pragma once

#include <cstdint>

#include "couplet/base/memory.h"
#include "couplet/base/observer.h"
#include "couplet/base/parallel.h"
#include "couplet/base/stop.h"
#include "couplet/base/team.h"

namespace couplet {

class SegmentStore;  // segment_store.h

/// Threads, memory, seed, where progress goes, when to stop, and who works along. The defaults suit a library user:
/// `Run run;`.
struct Run {
  Pool pool;
  MemoryBudget memory;
  std::uint64_t seed = 1;
  Observer* observer = &Observer::silent();
  const StopToken* stop = &StopToken::never();
  Team* team = &Team::solo();
  SegmentStore* store = nullptr;  // null: segment sums are not kept
  bool balance = false;           // a process of the team takes its segments one by one from a queue, not all at once
};

}  // namespace couplet
