#include "couplet/linalg/blas_processor.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "couplet/linalg/lapack.h"

extern "C" char* openblas_get_corename();

using namespace couplet;

TEST_CASE("a processor that OpenBLAS does not know has kernels for what it can do") {
  CHECK(better_kernels("Prescott", true, true) == "SkylakeX");
  CHECK(better_kernels("Prescott", true, false) == "Haswell");
  CHECK(better_kernels("Zen", true, true) == "SkylakeX");
  for (const char* good : {"Haswell", "Zen"}) CHECK(better_kernels(good, true, false).empty());
  for (const char* good : {"SkylakeX", "Cooperlake", "SapphireRapids"}) CHECK(better_kernels(good, true, true).empty());
  CHECK(better_kernels("Nehalem", false, false).empty());
}

TEST_CASE("OpenBLAS takes kernels for AVX-512 wherever there is some, and says nothing of it to others") {
  CHECK(std::getenv("OPENBLAS_CORETYPE") == nullptr);
  const std::string chosen = openblas_get_corename();
  if (__builtin_cpu_supports("avx512vl"))
    CHECK((chosen == "SkylakeX" || chosen == "Cooperlake" || chosen == "SapphireRapids"));
  CHECK(chosen != "Prescott");
}
