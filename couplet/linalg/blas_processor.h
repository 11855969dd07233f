// What OpenBLAS makes of a processor that it does not know.
#pragma once

#include <string_view>

namespace couplet {

/// The kernels that a processor with these instructions should have in the place of those chosen for it (OpenBLAS's
/// names of them); empty: they are good.
std::string_view better_kernels(std::string_view chosen, bool avx2, bool avx512);

/// OpenBLAS's name of the kernels in use. Those of another name round otherwise.
std::string_view blas_kernels();

}  // namespace couplet
