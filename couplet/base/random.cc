#include "couplet/base/random.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "couplet/base/error.h"

namespace couplet {
namespace {

__extension__ using Wide = unsigned __int128;

/// The finaliser of splitmix64: a bijection of 64-bit words that maps 0 to 0.
std::uint64_t mix(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
  return word ^ (word >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) {
  // Stream 0 is plain splitmix64 seeding; the others start it at places scattered by mix, so that neither neighbouring
  // seeds nor neighbouring streams meet.
  std::uint64_t counter = seed ^ mix(stream);
  for (std::uint64_t& word : state_) word = mix(counter += 0x9e3779b97f4a7c15u);
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::int64_t Random::below(std::int64_t n) {
  if (n <= 0) throw Error(ErrorCode::internal, "Random::below", "the bound must be positive");
  // Lemire's multiply-and-reject: the high word of next() * n is uniform once the low words below 2^64 mod n are
  // refused.
  const auto bound = static_cast<std::uint64_t>(n);
  Wide product = static_cast<Wide>(next()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t refused = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < refused) product = static_cast<Wide>(next()) * bound;
  }
  return static_cast<std::int64_t>(product >> 64);
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  double x, y, square;
  do {
    x = 2 * uniform() - 1;
    y = 2 * uniform() - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  const double scale = std::sqrt(-2 * std::log(square) / square);
  spare_normal_ = y * scale;
  has_spare_ = true;
  return x * scale;
}

std::vector<std::int64_t> Random::permutation(std::int64_t n) {
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  shuffle(std::span(order));
  return order;
}

}  // namespace couplet
