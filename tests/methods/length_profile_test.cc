#include "couplet/methods/cooccurrence/length_profile.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

std::string text(int length) { return std::string(length, 'x'); }

/// Right texts of 18 to 22 letters for left ones of 10: the log ratio has its median at log(21/11).
LengthProfile usual() {
  LengthProfile profile;
  for (int round = 0; round < 100; ++round)
    for (int length = 18; length <= 22; ++length) profile.count(text(10), text(length));
  profile.finish();
  return profile;
}

}  // namespace

TEST_CASE("the median ratio is no deviation, half of it is a large one") {
  const LengthProfile profile = usual();
  CHECK(std::abs(profile.deviation(text(10), text(20))) < 0.5);
  CHECK(profile.penalty(text(10), text(20)) == 0);
  CHECK(profile.deviation(text(10), text(10)) < -3);
  CHECK(profile.deviation(text(10), text(60)) > 3);
  const double deviation = profile.deviation(text(10), text(8));
  CHECK(profile.penalty(text(10), text(8)) == doctest::Approx(std::pow(-deviation - 1, 1.5)));
  CHECK(profile.penalty(text(10), text(5)) > profile.penalty(text(10), text(8)));
}

TEST_CASE("a third of truncated pairs does not move what is usual") {
  LengthProfile noisy;
  for (int i = 0; i < 600; ++i) noisy.count(text(10), text(i % 3 == 0 ? 9 : 18 + i % 5));
  noisy.finish();
  CHECK(std::abs(noisy.deviation(text(10), text(20))) < 1);
  CHECK(noisy.deviation(text(10), text(9)) < -2);
}

TEST_CASE("lengths are counted in code points") {
  const LengthProfile profile = usual();
  const std::string ten = "äöüßéñçøåż", twenty = ten + ten;
  CHECK(profile.deviation(ten, twenty) == profile.deviation(text(10), text(20)));
}

TEST_CASE("a class without pairs is judged by its neighbours") {
  const LengthProfile profile = usual();
  CHECK(std::abs(profile.deviation(text(40), text(78))) < 2);
  CHECK(profile.deviation(text(40), text(20)) < -3);
  CHECK(profile.deviation("", "") < -1);
}

TEST_CASE("nothing counted, nothing said") {
  LengthProfile empty;
  CHECK(empty.deviation("abc", "abcdef") == 0);
  CHECK(empty.penalty("abc", "abcdef") == 0);
}

TEST_CASE("counts add up and can be taken out again") {
  LengthProfile whole = usual(), part;
  part.count(text(3), text(30), 7);
  LengthProfile sum = whole;
  sum.add(part);
  CHECK_FALSE(std::equal(sum.counts().begin(), sum.counts().end(), whole.counts().begin()));
  sum.add(part, -1);
  CHECK(std::equal(sum.counts().begin(), sum.counts().end(), whole.counts().begin()));
  const LengthProfile saved(whole.counts());
  CHECK(saved.deviation(text(10), text(12)) == whole.deviation(text(10), text(12)));
}

TEST_CASE("lengths beyond every class and ratio count at the ends") {
  LengthProfile profile;
  profile.count("", text(100000));
  profile.count(text(100000), "");
  profile.finish();
  CHECK(std::isfinite(profile.deviation(text(50), text(3))));
}

TEST_CASE("damaged counts are refused") {
  const std::string expected = "length_profile: does not hold the counts of a length profile; fit the model again";
  const LengthProfile whole = usual();
  std::vector<std::int64_t> counts(whole.counts().begin(), whole.counts().end());
  counts[3] = -1;
  expect_error(ErrorCode::model, expected, [&] { LengthProfile{counts}; });
  counts.assign(17, 0);
  expect_error(ErrorCode::model, expected, [&] { LengthProfile{counts}; });
}
