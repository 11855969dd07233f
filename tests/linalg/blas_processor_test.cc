#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "couplet/linalg/lapack.h"

extern "C" char* openblas_get_corename();

TEST_CASE("OpenBLAS takes kernels for AVX-512 on AMD's processors too, and says nothing of it to others") {
  CHECK(std::getenv("OPENBLAS_CORETYPE") == nullptr);
  if (__builtin_cpu_is("amd") && __builtin_cpu_supports("avx512vl"))
    CHECK(std::string(openblas_get_corename()) == "SkylakeX");
}
