#include "couplet/base/parallel.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "couplet/base/run.h"
#include "tests/base/expect_error.h"

using namespace couplet;

namespace {
int blas_threads = 0;
}

// This program does not link OpenBLAS, so that it can stand in for it.
extern "C" void openblas_set_num_threads(int threads) { blas_threads = threads; }

TEST_CASE("a pool holds OpenBLAS to one thread") {
  blas_threads = 0;
  const Pool pool(3);
  CHECK(blas_threads == 1);
  CHECK(pool.threads() == 3);
  CHECK(Pool(0).threads() >= 1);
  CHECK(Pool(-1).threads() >= 1);
}

TEST_CASE("blocks cover the range once, with the same borders at any number of threads") {
  CHECK(rc::check("every index once", [] {
    const auto count = *rc::gen::inRange<std::int64_t>(0, 200);
    const auto block = *rc::gen::inRange<std::int64_t>(1, 250);
    const Pool pool(*rc::gen::inRange(1, 6));
    std::mutex mutex;
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    std::int64_t calls = 0;
    pool.for_blocks(count, block, [&](std::int64_t begin, std::int64_t end) {
      const std::lock_guard lock(mutex);
      ++calls;
      seen.insert({begin, end});
    });
    std::set<std::pair<std::int64_t, std::int64_t>> expected;
    for (std::int64_t begin = 0; begin < count; begin += block)
      expected.insert({begin, std::min(begin + block, count)});
    RC_ASSERT(seen == expected);
    RC_ASSERT(calls == static_cast<std::int64_t>(expected.size()));
  }));
}

TEST_CASE("a huge block does not overflow, and a block of nothing is refused") {
  std::int64_t total = 0;
  Pool(2).for_blocks(5, std::numeric_limits<std::int64_t>::max(), [&](auto begin, auto end) { total += end - begin; });
  CHECK(total == 5);
  expect_error(ErrorCode::internal, "Pool::for_blocks: the block size must be positive",
               [] { Pool(2).for_blocks(5, 0, [](auto, auto) {}); });
}

TEST_CASE("two threads really work at the same time") {
  std::promise<void> arrived[2];
  std::atomic<int> met{0};
  Pool(2).for_blocks(2, 1, [&](std::int64_t begin, std::int64_t) {
    arrived[begin].set_value();
    met += arrived[1 - begin].get_future().wait_for(std::chrono::seconds(30)) == std::future_status::ready;
  });
  CHECK(met == 2);
}

TEST_CASE("one thread is the caller's") {
  const auto caller = std::this_thread::get_id();
  bool same = true;
  Pool(1).for_blocks(20, 1, [&](auto, auto) { same &= std::this_thread::get_id() == caller; });
  int item = 0;
  Pool(1).stream([&]() -> std::optional<int> { return item < 5 ? std::optional(item++) : std::nullopt; },
                 [&](int&& value) {
                   same &= std::this_thread::get_id() == caller;
                   return value;
                 },
                 [](int&&) {});
  CHECK(same);
}

TEST_CASE("a call made inside a worker stays on that worker") {
  const Pool pool(3);
  std::atomic<int> strangers{0}, calls{0};
  pool.for_blocks(12, 1, [&](auto, auto) {
    const auto self = std::this_thread::get_id();
    pool.for_blocks(10, 1, [&](auto, auto) {
      ++calls;
      strangers += std::this_thread::get_id() != self;
    });
    int item = 0;
    pool.stream([&]() -> std::optional<int> { return item < 5 ? std::optional(item++) : std::nullopt; },
                [&](int&& value) {
                  ++calls;
                  strangers += std::this_thread::get_id() != self;
                  return value;
                },
                [](int&&) {});
  });
  CHECK(calls == 12 * 15);
  CHECK(strangers == 0);
}

TEST_CASE("the caller is a worker only while the call lasts") {
  const Pool pool(2);
  pool.for_blocks(4, 1, [](auto, auto) {});
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::promise<void> arrived[2];
  pool.for_blocks(2, 1, [&](std::int64_t begin, auto) {
    arrived[begin].set_value();
    arrived[1 - begin].get_future().wait_for(std::chrono::seconds(30));
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  CHECK(threads.size() == 2);
}

TEST_CASE("the exception of the lowest block reaches the caller") {
  for (int threads : {1, 2, 3, 8})
    for (int repeat = 0; repeat < 50; ++repeat)
      expect_error(ErrorCode::data, "block 5: bad", [&] {
        Pool(threads).for_blocks(100, 1, [](std::int64_t begin, auto) {
          if (begin % 6 == 5) throw Error(ErrorCode::data, "block " + std::to_string(begin), "bad");
        });
      });
}

TEST_CASE("the lowest block wins also when it fails last") {
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::promise<void> later_failed;
    const auto work = [&](std::int64_t index) {
      if (index == 0) {
        later_failed.get_future().wait_for(std::chrono::seconds(30));
        for (int i = 0; i < 2000; ++i) std::this_thread::yield();  // the other one is on its way home
      } else if (index == 1) {
        later_failed.set_value();
      }
      throw Error(ErrorCode::data, "block " + std::to_string(index), "bad");
    };
    expect_error(ErrorCode::data, "block 0: bad",
                 [&] { Pool(2).for_blocks(2, 1, [&](std::int64_t begin, auto) { work(begin); }); });
    later_failed = {};
    std::int64_t item = 0;
    expect_error(ErrorCode::data, "block 0: bad", [&] {
      Pool(2).stream([&] { return std::optional(item++); },
                     [&](std::int64_t&& index) {
                       work(index);
                       return index;
                     },
                     [](std::int64_t&&) {});
    });
  }
}

TEST_CASE("exceptions of any type are carried, and the pool can be used again") {
  const Pool pool(3);
  CHECK_THROWS_AS(pool.for_blocks(9, 1, [](auto, auto) { throw 7; }), int);
  std::atomic<int> calls{0};
  pool.for_blocks(9, 1, [&](auto, auto) { ++calls; });
  CHECK(calls == 9);
}

TEST_CASE("a default run is usable") {
  const Run run;
  CHECK(run.pool.threads() >= 1);
  CHECK(run.memory.bytes() > 0);
  CHECK(run.seed == 1);
  CHECK_NOTHROW(run.stop->check());
  CHECK_NOTHROW(run.observer->warn("nothing"));
}
