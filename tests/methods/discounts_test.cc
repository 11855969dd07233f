#include "couplet/methods/ngram/discounts.h"

#include <doctest/doctest.h>

using namespace couplet;

namespace {

CountsOfCounts of(std::initializer_list<int> n) {
  CountsOfCounts counts;
  std::uint64_t r = 0;
  for (const int times : n) {
    ++r;
    for (int i = 0; i < times; ++i) counts.add(r);
  }
  return counts;
}

}  // namespace

TEST_CASE("modified Kneser-Ney discounts") {
  // Y = 100 / (100 + 2 * 40); D1 = 1 - 2 Y 40 / 100, D2 = 2 - 3 Y 20 / 40, D3 = 3 - 4 Y 12 / 20.
  const Discounts discounts(Smoothing::kneser_ney, of({100, 40, 20, 12}));
  const double y = 100.0 / 180;
  CHECK(discounts.kept(1) == doctest::Approx(2 * y * 0.4));
  CHECK(discounts.kept(2) == doctest::Approx(3 * y * 0.5));
  CHECK(discounts.kept(3) == doctest::Approx(4 * y * 0.6));
  CHECK(discounts.kept(10) == doctest::Approx(10 - (3 - 4 * y * 0.6)));
  CHECK(discounts.fallback().empty());
}

TEST_CASE("Good-Turing discounts small counts only") {
  const Discounts discounts(Smoothing::good_turing, of({1000, 300, 150, 90, 60, 42}));
  const double common = 6 * 42.0 / 1000;
  CHECK(discounts.kept(1) == doctest::Approx((2 * 300.0 / 1000 - common) / (1 - common)));
  CHECK(discounts.kept(5) == doctest::Approx(5 * ((6 * 42.0 / 60 / 5 - common) / (1 - common))));
  CHECK(discounts.kept(6) == 6);
  CHECK(discounts.fallback().empty());
}

TEST_CASE("what is done when the counts of counts do not allow it") {
  CHECK(Discounts(Smoothing::kneser_ney, of({5, 0, 3})).fallback() == "0.5, 1 and 1.5 taken off");
  CHECK(Discounts(Smoothing::kneser_ney, of({5, 0, 3})).kept(2) == 1);
  CHECK(Discounts(Smoothing::absolute, of({})).kept(3) == 2.5);
  CHECK(Discounts(Smoothing::good_turing, of({1000, 300, 150})).fallback() == "counts up to 2 instead of 5 discounted");
  CHECK(Discounts(Smoothing::good_turing, of({0, 0, 5})).fallback() == "absolute discounting, 0.5 taken off");
}
