#include "couplet/kernels/exponential.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace couplet {
namespace {

constexpr Index chunk =
    32;  // a fixed trip count: the compiler makes vector code only, no scalar remainder with other rounding

/// exp(x) = 2^n exp(r), r = x - n ln 2, |r| <= ln 2 / 2, and Taylor's polynomial of degree 13 for exp(r).
void exponentials_of_chunk(double* values) {
  constexpr double log2_e = 0x1.71547652b82fep+0;
  constexpr double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
  constexpr double shift = 0x1.8p52;  // adding it rounds to a whole number, kept in the low bits
  constexpr double inverse_factorial[] = {
      1.0,        1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
      1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  for (Index i = 0; i < chunk; ++i) {
    const double x = values[i] < -708.0 ? -708.0 : values[i];
    const double shifted = x * log2_e + shift;
    const double n = shifted - shift;
    const double r = (x - n * ln2_high) - n * ln2_low;
    double sum = inverse_factorial[13];
    for (int k = 12; k >= 0; --k) sum = sum * r + inverse_factorial[k];
    const std::uint64_t power = (std::bit_cast<std::uint64_t>(shifted) << 52) + (std::uint64_t{1023} << 52);
    const double result = sum * std::bit_cast<double>(power);
    values[i] = values[i] < -708.0 ? 0.0 : result;
  }
}

}  // namespace

void exponentials(double* values, Index count) {
  Index at = 0;
  for (; at + chunk <= count; at += chunk) exponentials_of_chunk(values + at);
  if (at == count) return;
  double rest[chunk] = {};
  std::copy(values + at, values + count, rest);
  exponentials_of_chunk(rest);
  std::copy(rest, rest + (count - at), values + at);
}

}  // namespace couplet
