// Which of OpenBLAS's kernels this processor gets. Debian 12's OpenBLAS knows processors by their numbers: newer ones
// than itself (Intel's Emerald Rapids) get kernels of 2004, at a fifth of the speed, and AMD's with AVX-512 (Zen 4,
// Zen 5) those for AVX2, at half of it. So the linker sends its choice here (--wrap, cmake/blas.cmake), and where what
// it chose is less than the processor can do, it chooses again by what that can do.
#include "couplet/linalg/blas_processor.h"

#include <cstdlib>

extern "C" {
void __real_gotoblas_dynamic_init();
void __wrap_gotoblas_dynamic_init();
void gotoblas_dynamic_quit();
char* openblas_get_corename();
}

namespace couplet {
namespace {

constexpr const char* variable = "OPENBLAS_CORETYPE";
constexpr std::string_view for_avx2 = "Haswell", for_avx512 = "SkylakeX";

}  // namespace

std::string_view better_kernels(std::string_view chosen, bool avx2, bool avx512) {
  const bool newest = chosen == for_avx512 || chosen == "Cooperlake" || chosen == "SapphireRapids";
  if (newest) return {};
  if (avx512) return for_avx512;
  const bool good = chosen == for_avx2 || chosen == "Zen";
  return avx2 && !good ? for_avx2 : std::string_view();
}

std::string_view blas_kernels() { return openblas_get_corename(); }

}  // namespace couplet

/// The user's choice stands. Ours is gone from the environment before another OpenBLAS in the process could read it.
void __wrap_gotoblas_dynamic_init() {
  __real_gotoblas_dynamic_init();
#ifdef __x86_64__
  if (std::getenv(couplet::variable) != nullptr) return;
  __builtin_cpu_init();  // we are called before main()
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  const std::string_view better = couplet::better_kernels(openblas_get_corename(), avx2, avx512);
  if (better.empty()) return;
  setenv(couplet::variable, better.data(), 1);
  gotoblas_dynamic_quit();
  __real_gotoblas_dynamic_init();
  unsetenv(couplet::variable);
#endif
}
