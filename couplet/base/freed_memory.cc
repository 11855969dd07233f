#include "couplet/base/freed_memory.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace couplet {

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most that glibc takes; what is larger goes back at once
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
}

}  // namespace couplet
