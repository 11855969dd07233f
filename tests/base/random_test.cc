#include "couplet/base/random.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("first outputs, from an independent xoshiro256++ checked against its published values") {
  Random zero(0), one(1), answer(42), stream(42, 7);
  for (const std::uint64_t expected :
       {0x53175d61490b23dfu, 0x61da6f3dc380d507u, 0x5c0fdf91ec9a7bfcu, 0x2eebf8c3bbe5e1au})
    CHECK(zero.next() == expected);
  for (const std::uint64_t expected :
       {0xcfc5d07f6f03c29bu, 0xbf424132963fe08du, 0x19a37d5757aaf520u, 0xbf08119f05cd56d6u})
    CHECK(one.next() == expected);
  for (const std::uint64_t expected :
       {0xd0764d4f4476689fu, 0x519e4174576f3791u, 0xfbe07cfb0c24ed8cu, 0xb37d9f600cd835b8u})
    CHECK(answer.next() == expected);
  for (const std::uint64_t expected : {0xaf125999a2d876f5u, 0xbd96f11940d156c5u}) CHECK(stream.next() == expected);
}

TEST_CASE("seeds and streams give different generators") {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    for (std::uint64_t stream = 0; stream < 30; ++stream) seen.insert(Random(seed, stream).next());
  CHECK(seen.size() == 900);
}

TEST_CASE("below() stays in range and is the same for the same seed") {
  CHECK(rc::check("0 <= below(n) < n", [](std::uint64_t seed) {
    const auto n = *rc::gen::inRange<std::int64_t>(1, std::numeric_limits<std::int64_t>::max());
    Random a(seed), b(seed);
    for (int i = 0; i < 20; ++i) {
      const std::int64_t value = a.below(n);
      RC_ASSERT(value >= 0);
      RC_ASSERT(value < n);
      RC_ASSERT(value == b.below(n));
    }
  }));
  Random random(3);
  CHECK(random.below(1) == 0);
  expect_error(ErrorCode::internal, "Random::below: the bound must be positive", [&] { random.below(0); });
}

TEST_CASE("below() is uniform") {
  // Pearson's chi-square over 7 cells: 6 degrees of freedom, 22.46 is passed by chance once in a thousand seeds.
  Random random(11);
  constexpr int draws = 70'000;
  std::vector<int> counts(7);
  for (int i = 0; i < draws; ++i) ++counts[random.below(7)];
  double chi_square = 0;
  for (const int count : counts) chi_square += (count - draws / 7.0) * (count - draws / 7.0) / (draws / 7.0);
  CHECK(chi_square < 22.46);
  // n = 3 * 2^61 does not divide 2^64. Without refusing any draw, next() modulo n would hit the lowest third in 3 of 8
  // draws, and the high word of next() * n would be a multiple of 3 in 3 of 8.
  constexpr std::int64_t large = 3ll << 61;
  int lowest_third = 0, multiples = 0;
  for (int i = 0; i < 30'000; ++i) {
    const std::int64_t value = random.below(large);
    lowest_third += value < large / 3;
    multiples += value % 3 == 0;
  }
  CHECK(std::abs(lowest_third - 10'000) < 410);  // five standard deviations
  CHECK(std::abs(multiples - 10'000) < 410);
}

TEST_CASE("uniform() fills [0, 1)") {
  Random random(5);
  double sum = 0, low = 1, high = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double value = random.uniform();
    sum += value;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  CHECK(low >= 0);
  CHECK(low < 1e-3);
  CHECK(high < 1);
  CHECK(high > 1 - 1e-3);
  CHECK(std::abs(sum / 100'000 - 0.5) < 5 * std::sqrt(1.0 / 12 / 100'000));
}

TEST_CASE("normal() has the moments of a standard normal") {
  Random random(9);
  constexpr int n = 200'000;
  double sum = 0, squares = 0, fourth = 0;
  int inside = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    inside += std::abs(x) < 1;
  }
  CHECK(std::abs(sum / n) < 5 / std::sqrt(n));
  CHECK(std::abs(squares / n - 1) < 5 * std::sqrt(2.0 / n));
  CHECK(std::abs(fourth / n - 3) < 5 * std::sqrt(96.0 / n));
  CHECK(std::abs(inside / double{n} - std::erf(std::sqrt(0.5))) < 5 * std::sqrt(0.22 / n));
}

TEST_CASE("a permutation holds every number once") {
  CHECK(rc::check("permutation(n) sorted is 0..n-1", [](std::uint64_t seed) {
    const auto n = *rc::gen::inRange<std::int64_t>(0, 300);
    std::vector<std::int64_t> order = Random(seed).permutation(n);
    RC_ASSERT(order == Random(seed).permutation(n));
    std::sort(order.begin(), order.end());
    RC_ASSERT(static_cast<std::int64_t>(order.size()) == n);
    for (std::int64_t i = 0; i < n; ++i) RC_ASSERT(order[i] == i);
  }));
}

TEST_CASE("shuffle gives every order equally often") {
  Random random(13);
  std::vector<int> counts(6);
  for (int i = 0; i < 60'000; ++i) {
    std::vector<int> items{0, 1, 2};
    random.shuffle(std::span(items));
    ++counts[items[0] * 2 + (items[1] > items[2])];
  }
  for (const int count : counts) CHECK(std::abs(count - 10'000) < 460);  // five standard deviations
}
