#include "couplet/base/segment_sums.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "couplet/base/random.h"
#include "tests/base/temporary_directory.h"
#include "tests/base/thread_team.h"

using namespace couplet;

namespace {

/// A sum that rounds, and the segments in the order they were added.
struct RoundedSum {
  double sum = 0;
  std::string segments;

  void add(RoundedSum&& more) {
    sum += more.sum;
    segments += more.segments;
  }
  void write(PartWriter& writer) const {
    writer.put(sum);
    writer.put_text(segments);
  }
  static RoundedSum read(PartReader& reader) {
    const auto sum = reader.get<double>();
    return {sum, std::string(reader.get_text())};
  }
};

char letter(std::int64_t segment) { return static_cast<char>('A' + segment); }

/// Of very different sizes, so that the order of additions shows.
RoundedSum of_segment(std::int64_t segment) {
  return {(segment % 2 ? -1 : 1) * std::pow(1e3, segment % 5) / 3, {letter(segment)}};
}

RoundedSum rounded(std::int64_t count, const Run& run, std::string* collected = nullptr) {
  return sum_apart<RoundedSum>("a pass", count, run, [&](const std::vector<std::int64_t>& segments, auto&& emit) {
    for (const std::int64_t segment : segments) {
      if (collected) *collected += letter(segment);
      emit(segment, of_segment(segment));
    }
  });
}

std::string letters(std::int64_t count) {
  std::string all;
  for (std::int64_t i = 0; i < count; ++i) all += letter(i);
  return all;
}

}  // namespace

TEST_CASE("shares are contiguous and all there is") {
  for (const std::int64_t size : {1, 2, 3, 7, 64})
    for (const std::int64_t count : {1, 2, 5, 64}) {
      std::int64_t end = 0;
      for (std::int64_t rank = 0; rank < size; ++rank) {
        const auto [first, last] = share_of(count, rank, size);
        CHECK(first == end);
        end = last;
      }
      CHECK(end == count);
      CHECK(share_of(count, 0, size).second > 0);
    }
}

TEST_CASE("segments by size") {
  CHECK(segments_for(-1) == 1);
  CHECK(segments_for((1 << 19) - 1) == 1);
  CHECK(segments_for(1 << 19) == 2);
  CHECK(segments_for(std::int64_t{1} << 50) == 64);
}

TEST_CASE("a span of segments is what they are together") {
  const Segment span{2, 7, 3};
  CHECK(span.of(1000).first == Segment{2, 7}.of(1000).first);
  CHECK(span.of(1000).second == Segment{4, 7}.of(1000).second);
  CHECK(Segment{0, 7, 7}.whole());
  CHECK_FALSE(span.whole());
}

TEST_CASE("a tree is the same in whatever order its segments come") {
  Random random(3);
  for (const std::int64_t count : {1, 2, 3, 5, 6, 13, 20}) {
    const RoundedSum expected = rounded(count, Run());
    CHECK(expected.segments == letters(count));
    for (int trial = 0; trial < 20; ++trial) {
      const std::vector<std::int64_t> order = random.permutation(count);
      SegmentTree<RoundedSum> tree(count), other(count);
      for (std::size_t i = 0; i < order.size(); ++i) (i % 2 ? other : tree).add(0, order[i], of_segment(order[i]));
      tree.add(other.bytes());
      const RoundedSum sum = std::move(tree).whole();
      CHECK(sum.sum == expected.sum);
      CHECK(sum.segments == expected.segments);
    }
  }
}

TEST_CASE("the bits do not depend on the team") {
  const std::int64_t count = 13;
  const RoundedSum expected = rounded(count, Run());
  double one_after_the_other = 0;
  for (std::int64_t i = 0; i < count; ++i) one_after_the_other += of_segment(i).sum;
  CHECK(expected.sum != one_after_the_other);  // else the test shows nothing
  for (const int size : {1, 2, 3, 5, 16}) {
    for (const bool balance : {false, true})
      for (const RoundedSum& sum : in_team(size, [&](Team& team) {
             Run run;
             run.team = &team;
             run.balance = balance;
             return rounded(count, run);
           })) {
        CHECK(sum.sum == expected.sum);
        CHECK(sum.segments == expected.segments);
      }
    for (const std::string& all : in_team(size, [&](Team& team) {
           Run run;
           run.team = &team;
           run.balance = size == 3;
           return sum_segments<RoundedSum>("lists", count, run,
                                           [&](const Segment& segment, const Run&) {
                                             RoundedSum part;
                                             for (std::int64_t i = 0; i < segment.span; ++i)
                                               part.segments += letter(segment.index + i);
                                             return part;
                                           })
               .segments;
         }))
      CHECK(all == letters(count));
    for (const std::int64_t sum : in_team(size, [](Team& team) { return team.sum(team.rank() + 1); }))
      CHECK(sum == size * (size + 1) / 2);
  }
}

TEST_CASE("a queue gives each number to one process") {
  CHECK(Team::solo().open_queue()->next() == 0);
  std::vector<std::int64_t> numbers;
  for (const auto& own : in_team(3, [](Team& team) {
         std::vector<std::int64_t> taken;
         const auto queue = team.open_queue();
         for (int i = 0; i < 100; ++i) taken.push_back(queue->next());
         return taken;
       })) {
    CHECK(std::ranges::is_sorted(own));
    numbers.insert(numbers.end(), own.begin(), own.end());
  }
  std::ranges::sort(numbers);
  for (std::int64_t i = 0; i < 300; ++i) CHECK(numbers[i] == i);
}

TEST_CASE("with balance a slow process takes less, to the same bits, also of what a store has not") {
  const std::int64_t count = 9;
  const RoundedSum expected = rounded(count, Run());
  const TemporaryDirectory directory;
  for (const bool stored : {false, true}) {
    std::mutex mutex;
    std::condition_variable changed;
    std::int64_t by_others = 0;
    bool slow_has_one = false;
    const std::int64_t there = stored ? 2 : 0;
    if (stored) {
      SegmentStore store(directory / "sums");
      store.begin_job("job");
      store.begin_pass("a pass");
      for (std::int64_t segment = 0; segment < there; ++segment)
        store.save(segment, bytes_of_part(of_segment(segment)));
    }
    const auto taken = in_team(3, [&](Team& team) {
      SegmentStore store(directory / "sums");
      store.begin_job("job");
      Run run;
      run.team = &team;
      run.balance = true;
      if (stored) run.store = &store;
      std::string own;
      const RoundedSum sum =
          sum_apart<RoundedSum>("a pass", count, run, [&](const std::vector<std::int64_t>& segments, auto&& emit) {
            std::unique_lock lock(mutex);
            const auto wait_for = [&](auto&& until) { changed.wait_for(lock, std::chrono::seconds(60), until); };
            if (team.rank() == 1) {  // whose one segment takes as long as all others
              slow_has_one = true;
              changed.notify_all();
              wait_for([&] { return by_others == count - there - 1; });
            } else {
              wait_for([&] { return slow_has_one; });
              by_others += std::ssize(segments);
              changed.notify_all();
            }
            lock.unlock();
            for (const std::int64_t segment : segments) {
              own += letter(segment);
              emit(segment, of_segment(segment));
            }
          });
      return sum.sum == expected.sum && sum.segments == expected.segments ? own : "other bits";
    });
    CHECK(taken[1].size() == 1);
    CHECK(taken[0].size() + taken[2].size() == static_cast<std::size_t>(count - there - 1));
  }
}

TEST_CASE("what a store has is not computed again, and a damaged file is as good as none") {
  const TemporaryDirectory directory;
  const std::string folder = directory / "sums";
  const RoundedSum expected = rounded(6, Run());
  const auto sum_with = [&](const std::string& job, std::string& collected) {
    SegmentStore store(folder);
    store.begin_job(job);
    Run run;
    run.store = &store;
    collected.clear();
    return rounded(6, run, &collected).sum;
  };
  std::string collected;
  CHECK(sum_with("one", collected) == expected.sum);
  CHECK(collected == "ABCDEF");
  CHECK(sum_with("one", collected) == expected.sum);
  CHECK(collected.empty());
  CHECK(sum_with("another", collected) == expected.sum);
  CHECK(collected == "ABCDEF");
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (file.path().string().ends_with("-4.sums")) std::filesystem::resize_file(file.path(), 9);
  CHECK(sum_with("one", collected) == expected.sum);
  CHECK(collected == "E");
}

TEST_CASE("parts by different processes, in any order") {
  const TemporaryDirectory directory;
  const RoundedSum expected = rounded(7, Run());
  const auto part = [&](std::int64_t index) {
    SegmentStore store(directory / "sums", index, 3);
    store.begin_job("job");
    Run run;
    run.store = &store;
    return rounded(7, run).sum;
  };
  CHECK_THROWS_AS(part(2), PartDone);
  CHECK_THROWS_AS(part(0), PartDone);
  CHECK(part(1) == expected.sum);
  CHECK(part(2) == expected.sum);
}
