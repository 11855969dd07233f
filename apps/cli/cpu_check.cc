// Says so, rather than dying of an illegal instruction, when the processor lacks what the build was made for.
// This file alone is compiled for the oldest x86-64, and runs before every other initialiser.
#if defined(COUPLET_CHECK_AVX2) && defined(__x86_64__)
#include <unistd.h>

namespace {

__attribute__((constructor(101))) void check_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return;
  static const char line[] =
      "couplet: this program was built for processors with AVX2 and FMA, which this one lacks; "
      "build it with -DCOUPLET_ARCH=x86-64\n";
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, line, sizeof(line) - 1);
  _exit(6);
}

}  // namespace
#endif
