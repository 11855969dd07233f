// The work buffers of OpenBLAS, which asks for one at every call. Debian's build without threads hands them out without
// a lock, so that two threads may be given the same one and both compute nonsense; and when there is no memory it asks
// for ever. So the linker sends these calls here (--wrap, cmake/blas.cmake), and we pass them on one at a time, when
// there is room.
#include <sys/mman.h>

#include <cstddef>
#include <mutex>
#include <new>

extern "C" {
// OpenBLAS's own, as the linker calls them. A program that is linked without --wrap lacks them: better no program.
void* __real_blas_memory_alloc(int kind);
void __real_blas_memory_free(void* buffer);
void* __wrap_blas_memory_alloc(int kind);
void __wrap_blas_memory_free(void* buffer);
}

namespace {

constexpr std::size_t buffer_bytes = (std::size_t{128} << 20) + 4096;  // what OpenBLAS 0.3 maps for a buffer on x86-64

std::mutex giving;
int given = 0, mapped = 0;  // buffers in use; at most so many so far, all of which OpenBLAS keeps

bool has_room() {
  void* const address = mmap(nullptr, buffer_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) return false;
  munmap(address, buffer_bytes);
  return true;
}

}  // namespace

/// Throws std::bad_alloc through OpenBLAS, which holds nothing yet and has unwinding tables.
void* __wrap_blas_memory_alloc(int kind) {
  const std::lock_guard lock(giving);
  if (given == mapped) {
    if (!has_room()) throw std::bad_alloc();
    ++mapped;
  }
  ++given;
  return __real_blas_memory_alloc(kind);
}

void __wrap_blas_memory_free(void* buffer) {
  const std::lock_guard lock(giving);
  --given;
  __real_blas_memory_free(buffer);
}
