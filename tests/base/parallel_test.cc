#include "couplet/base/parallel.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "couplet/base/run.h"
#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("a pool has as many threads as it is told, or as the machine has cores") {
  CHECK(Pool(3).threads() == 3);
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

/// The threads that take part in a call of three blocks which wait for each other.
static std::set<std::thread::id> three_at_work(const Pool& pool) {
  std::barrier meeting(3);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  pool.for_blocks(3, 1, [&](auto, auto) {
    meeting.arrive_and_wait();
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  return threads;
}

TEST_CASE("threads stay between calls, and copies share them") {
  const Pool pool(3);
  const auto threads = three_at_work(pool);
  CHECK(threads.size() == 3);
  CHECK(threads.count(std::this_thread::get_id()) == 1);
  CHECK(three_at_work(pool) == threads);
  const Pool copy = pool;
  CHECK(three_at_work(copy) == threads);
  CHECK(three_at_work(Pool(3)) != threads);
}

TEST_CASE("threads end with the last copy of the pool") {
  static std::atomic<int> alive;
  struct Resident {
    Resident() { ++alive; }
    ~Resident() { --alive; }
  };
  alive = 0;
  auto pool = std::make_optional<Pool>(3);
  std::barrier meeting(3);
  pool->for_blocks(3, 1, [&](auto, auto) {
    thread_local const Resident resident;
    (void)resident;
    meeting.arrive_and_wait();
  });
  CHECK(alive == 3);
  auto copy = pool;
  pool.reset();
  CHECK(alive == 3);
  copy.reset();
  CHECK(alive == 1);  // the caller
}

TEST_CASE("calls from several threads at once all finish, whoever gets the workers") {
  const Pool pool(3);
  std::vector<std::jthread> callers;
  std::atomic<std::int64_t> sum{0}, taken{0};
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 200; ++repeat) {
        pool.for_blocks(10, 1, [&](std::int64_t begin, auto) { sum += begin; });
        int item = 0, last = -1;
        pool.stream([&]() -> std::optional<int> { return item < 10 ? std::optional(item++) : std::nullopt; },
                    [](int&& value) { return value; }, [&](int&& value) { taken += value == ++last; });
      }
    });
  callers.clear();
  CHECK(sum == 4 * 200 * 45);
  CHECK(taken == 4 * 200 * 10);
}

TEST_CASE("a call does not wait for workers that another call keeps busy") {
  const Pool pool(2);
  std::promise<void> both_busy, other_done;
  std::jthread other([&] {
    both_busy.get_future().wait();
    pool.for_blocks(4, 1, [](auto, auto) {});
    other_done.set_value();
  });
  auto finished = other_done.get_future().share();
  std::barrier meeting(2, [&]() noexcept { both_busy.set_value(); });
  std::atomic<int> met{0};
  pool.for_blocks(2, 1, [&](auto, auto) {
    meeting.arrive_and_wait();
    met += finished.wait_for(std::chrono::seconds(30)) == std::future_status::ready;
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
        const auto home = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
        while (std::chrono::steady_clock::now() < home) std::this_thread::yield();  // the other one is on its way
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
