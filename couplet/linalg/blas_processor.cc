// Which of OpenBLAS's kernels this processor gets. Debian 12's OpenBLAS knows AVX-512 on Intel's processors only: on AMD's
// (Zen 4, Zen 5) it takes its kernels for AVX2, at half of the speed; later ones mend that. So the linker sends its choice
// here (--wrap, cmake/blas.cmake).
#include <cstdlib>

extern "C" {
void __real_gotoblas_dynamic_init();
void __wrap_gotoblas_dynamic_init();
}

namespace {

constexpr const char* variable = "OPENBLAS_CORETYPE";

bool amd_with_avx512() {
#ifdef __x86_64__
  __builtin_cpu_init();  // we are called before main()
  return __builtin_cpu_is("amd") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

}  // namespace

/// The user's choice stands. Ours is gone from the environment before another OpenBLAS in the process could read it.
void __wrap_gotoblas_dynamic_init() {
  if (std::getenv(variable) != nullptr || !amd_with_avx512()) return __real_gotoblas_dynamic_init();
  setenv(variable, "SkylakeX", 1);
  __real_gotoblas_dynamic_init();
  unsetenv(variable);
}
