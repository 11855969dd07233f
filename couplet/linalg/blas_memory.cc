#include "couplet/linalg/blas_memory.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/memory.h"
#include "couplet/base/parallel.h"

extern "C" {  // OpenBLAS's own
void* blas_memory_alloc(int kind);
void blas_memory_free(void* buffer);
}

namespace couplet {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;
constexpr std::size_t buffer_bytes = 128 * megabyte;
constexpr std::size_t thread_bytes = 16 * megabyte;  // a stack, and what is computed on it
constexpr int most_buffers = 64;                     // beyond that a thread more gains nothing

bool has_room(std::size_t bytes) {
  void* address = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) return false;
  munmap(address, bytes);
  return true;
}

}  // namespace

int threads_with_blas(int threads) {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return threads;
  const int wanted = std::min(Pool(threads).threads(), most_buffers);
  int possible = 0;
  while (possible < wanted && has_room((possible + 1) * (buffer_bytes + thread_bytes))) ++possible;
  if (possible == 0)
    throw Error(
        ErrorCode::io, "",
        "out of memory: the address space is limited to " + format_bytes(static_cast<std::int64_t>(limit.rlim_cur)),
        "raise ulimit -v");
  std::vector<void*> buffers;
  for (int i = 0; i < possible; ++i) buffers.push_back(blas_memory_alloc(0));
  for (void* buffer : buffers) blas_memory_free(buffer);
  return possible;
}

}  // namespace couplet
