#include "couplet/text/radix_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace couplet {
namespace {

constexpr int widest_digit = 9;          // 512 places to write to: as many as the cache and the TLB bear
constexpr std::size_t few_values = 512;  // a comparison sort is faster up to here
using Buckets = std::array<std::size_t, std::size_t{1} << widest_digit>;

}  // namespace

void radix_sort(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& scratch, int ignored_bits) {
  if (values.size() <= few_values) {
    std::sort(values.begin(), values.end());
    return;
  }
  std::uint64_t differing = 0;
  for (const std::uint64_t value : values) differing |= value ^ values[0];
  const auto bits = static_cast<int>(std::bit_width(differing >> ignored_bits));
  if (bits == 0) return;
  const int passes = (bits + widest_digit - 1) / widest_digit, digit_bits = (bits + passes - 1) / passes;
  const std::uint64_t mask = (std::uint64_t{1} << digit_bits) - 1;

  std::vector<Buckets> places(passes, Buckets{});
  for (const std::uint64_t value : values) {
    std::uint64_t rest = value >> ignored_bits;
    for (Buckets& counts : places) {
      ++counts[rest & mask];
      rest >>= digit_bits;
    }
  }
  scratch.resize(values.size());
  int shift = ignored_bits;
  for (Buckets& place : places) {
    std::size_t sum = 0;
    for (std::size_t& count : place) sum += std::exchange(count, sum);
    for (const std::uint64_t value : values) scratch[place[(value >> shift) & mask]++] = value;
    values.swap(scratch);
    shift += digit_bits;
  }
}

}  // namespace couplet
