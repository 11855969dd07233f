#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "couplet/base/parallel.h"
#include "couplet/base/random.h"
#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

constexpr int items = 300;

/// Where each stage fails (-1: nowhere), and what was taken before.
struct Line {
  int read_fails = -1, work_fails_first = -1, work_fails_second = -1, take_fails = -1;
  std::vector<int> taken;
  int read = 0;
  std::atomic<int> in_flight{0}, most_in_flight{0};

  void run(int threads) {
    Pool(threads).stream(
        [&]() -> std::optional<std::unique_ptr<int>> {
          if (read == read_fails) throw Error(ErrorCode::data, "read " + std::to_string(read), "bad");
          if (read == items) return std::nullopt;
          const int now = ++in_flight;
          if (now > most_in_flight) most_in_flight = now;  // only one thread reads at a time
          return std::make_unique<int>(read++);
        },
        [&](std::unique_ptr<int>&& item) {
          // Uneven work, so that later items overtake earlier ones.
          Random random(1, static_cast<std::uint64_t>(*item));
          for (std::int64_t i = random.below(20'000); i > 0; --i) random.next();
          if (*item == work_fails_first || *item == work_fails_second)
            throw Error(ErrorCode::data, "work " + std::to_string(*item), "bad");
          return std::move(item);
        },
        [&](std::unique_ptr<int>&& item) {
          if (*item == take_fails) throw Error(ErrorCode::data, "take " + std::to_string(*item), "bad");
          taken.push_back(*item);
          --in_flight;
        });
  }
};

std::vector<int> first_numbers(int n) {
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

TEST_CASE("a stream is taken in reading order with a bounded number in flight") {
  for (int threads : {1, 2, 3, 7}) {
    Line line;
    line.run(threads);
    CHECK(line.taken == first_numbers(items));
    CHECK(line.most_in_flight <= threads);
  }
}

TEST_CASE("an empty stream ends") {
  for (int threads : {1, 3}) {
    int taken = 0;
    Pool(threads).stream([]() -> std::optional<int> { return std::nullopt; }, [](int&& v) { return v; },
                         [&](int&&) { ++taken; });
    CHECK(taken == 0);
  }
}

TEST_CASE("a failed work stops the line after the items before it") {
  for (int threads : {1, 2, 3, 7})
    for (int repeat = 0; repeat < 10; ++repeat) {
      Line line;
      line.work_fails_first = 40;
      line.work_fails_second = 42;
      expect_error(ErrorCode::data, "work 40: bad", [&] { line.run(threads); });
      CHECK(line.taken == first_numbers(40));
      CHECK(line.read <= 40 + threads);
    }
}

TEST_CASE("a failed read is told after the items before it") {
  for (int threads : {1, 2, 3, 7}) {
    Line line;
    line.read_fails = 25;
    expect_error(ErrorCode::data, "read 25: bad", [&] { line.run(threads); });
    CHECK(line.taken == first_numbers(25));
  }
}

TEST_CASE("a failed take is told, and nothing is taken after it") {
  for (int threads : {1, 2, 3, 7}) {
    Line line;
    line.take_fails = 25;
    line.work_fails_first = 26;  // may fail earlier in time, but comes later in the stream
    expect_error(ErrorCode::data, "take 25: bad", [&] { line.run(threads); });
    CHECK(line.taken == first_numbers(25));
  }
}

TEST_CASE("the earliest failure wins over one of another stage") {
  for (int threads : {1, 2, 3, 7}) {
    Line line;
    line.work_fails_first = 10;
    line.read_fails = 11;
    expect_error(ErrorCode::data, "work 10: bad", [&] { line.run(threads); });
    CHECK(line.taken == first_numbers(10));
  }
}
