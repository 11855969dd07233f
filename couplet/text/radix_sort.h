// Sorting many integers.
#pragma once

#include <cstdint>
#include <vector>

namespace couplet {

/// Sorts by all bits but the lowest `ignored_bits` (0 to 63), in passes from low digits to high: linear in the values,
/// and only over the bits in which they differ. scratch grows to the same size and is left with no meaning.
void radix_sort(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& scratch, int ignored_bits);

}  // namespace couplet
