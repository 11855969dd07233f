// Runs on so many threads, for the tests that results do not depend on them.
#pragma once

#include "couplet/base/run.h"

namespace couplet {

inline Run with_threads(int threads, std::uint64_t seed = 1) {
  Run run;
  run.pool = Pool(threads);
  run.seed = seed;
  return run;
}

}  // namespace couplet
