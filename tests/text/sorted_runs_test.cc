#include "couplet/text/sorted_runs.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <stdlib.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/text/pair_counter.h"
#include "couplet/text/radix_sort.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

using Entries = std::vector<std::uint64_t>;
using Sums = std::map<std::pair<std::size_t, std::size_t>, std::uint64_t>;

/// All sums of a merge; checks that the positions ascend over all parts.
Sums merged(const PairRuns& runs, int threads) {
  Run run;
  run.pool = Pool(threads);
  Sums sums;
  std::pair<std::size_t, std::size_t> last;
  bool ascending = true;
  runs.merge(run, [&](Entries&& part) {
    for_positions(runs.rule(), part, [&](std::size_t row, std::size_t column, std::uint64_t sum) {
      const std::pair position(row, column);
      ascending = ascending && (sums.empty() || last < position);
      last = position;
      sums.emplace_hint(sums.end(), position, sum);
    });
  });
  CHECK(ascending);
  return sums;
}

/// Sets TMPDIR for as long as it lives.
class TemporaryFilesIn {
 public:
  explicit TemporaryFilesIn(const std::string& path) {
    if (const char* old = getenv("TMPDIR")) old_ = old;
    setenv("TMPDIR", path.c_str(), 1);
  }
  ~TemporaryFilesIn() { old_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", old_.c_str(), 1); }
  TemporaryFilesIn(const TemporaryFilesIn&) = delete;
  TemporaryFilesIn& operator=(const TemporaryFilesIn&) = delete;

 private:
  std::string old_;
};

}  // namespace

TEST_CASE("a radix sort sorts as std::sort does") {
  Random random(3);
  for (const std::size_t size : {0, 1, 2, 511, 513, 5000, 40'000})
    for (const int bits : {1, 7, 9, 10, 34, 64})
      for (const int ignored : {0, 5, 30}) {
        Entries values(size), scratch;
        for (std::uint64_t& value : values) value = random.next() >> (64 - bits);
        Entries expected = values;
        std::sort(expected.begin(), expected.end());
        radix_sort(values, scratch, ignored);
        CHECK(std::is_sorted(values.begin(), values.end(),
                             [&](std::uint64_t a, std::uint64_t b) { return a >> ignored < b >> ignored; }));
        std::sort(values.begin(), values.end());
        CHECK(values == expected);  // none lost
      }
}

TEST_CASE("entries keep row, column and weight") {
  for (const std::int64_t words : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3},
                                   std::int64_t{67'837}, PairLayout::most_words}) {
    const PairLayout layout(words);
    const auto last = static_cast<std::uint64_t>(std::max<std::int64_t>(words - 1, 0));
    const std::uint64_t entry = layout.pack(last, last / 2, layout.most_weight());
    CHECK(layout.row(entry) == last);
    CHECK(layout.column(entry) == last / 2);
    CHECK(layout.weight(entry) == layout.most_weight());
    CHECK(layout.most_weight() >= 4095);
  }
}

TEST_CASE("equal positions are added up, also beyond what an entry holds") {
  const PairLayout layout(PairLayout::most_words);
  CHECK(rc::check("against a map", [&](const std::vector<std::pair<std::uint8_t, std::uint16_t>>& items) {
    Entries entries, scratch;
    Sums expected;
    for (const auto& [number, weight] : items) {
      const std::size_t row = number % 4, column = number / 4;
      append_entries(layout, row, column, weight, entries);
      if (weight > 0) expected[{row, column}] += weight;
    }
    const std::size_t before = entries.size();
    layout.sort_and_combine(entries, scratch);
    RC_ASSERT(entries.size() <= before);
    Sums sums;
    for_positions(layout, entries, [&](std::size_t row, std::size_t column, std::uint64_t sum) {
      sums[{row, column}] = sum;
    });
    RC_ASSERT(sums == expected);
  }));
}

TEST_CASE("runs in memory and on disk merge to the same sums") {
  const PairLayout layout(2000);
  Random random(11);
  PairRuns in_memory(layout, 1 << 30), spilled(layout, 1 << 18), half(layout, 1 << 30);
  Sums expected;
  const TemporaryDirectory directory;
  const TemporaryFilesIn there(directory.path());
  for (int i = 0; i < 40; ++i) {
    Entries entries, scratch;
    for (int n = i % 7 == 0 ? 3 : 5000; n > 0; --n) {
      const auto row = static_cast<std::size_t>(random.below(i < 20 ? 2000 : 50));
      const auto column = static_cast<std::size_t>(random.below(100));
      const auto weight = static_cast<std::uint64_t>(1 + random.below(9));
      entries.push_back(layout.pack(row, column, weight));
      expected[{row, column}] += weight;
    }
    layout.sort_and_combine(entries, scratch);
    in_memory.add(entries);
    spilled.add(entries);
    i % 2 == 0 ? half.add(entries) : half.add_on_disk(entries);
    if (!spilled.has_room()) spilled.spill(Run());
    CHECK(spilled.has_room());
  }
  CHECK(in_memory.has_room());
  CHECK(std::ssize(directory.names()) == 0);  // the file has no name
  for (const int threads : {1, 2, 3}) {
    CHECK(merged(in_memory, threads) == expected);
    CHECK(merged(spilled, threads) == expected);
    CHECK(merged(half, threads) == expected);
  }
  CHECK(merged(PairRuns(layout, 0), 2).empty());
}

TEST_CASE("no place for temporary files") {
  const TemporaryFilesIn nowhere("/nonexistent/place");
  expect_error(ErrorCode::io, "there is no directory for temporary files; set TMPDIR to one with enough space",
               [] { SpillFile file; });
}

TEST_CASE("a cell of the table that overflows loses nothing") {
  for (const PairOrder order : {PairOrder::unordered, PairOrder::row_first, PairOrder::row_second}) {
    PairRuns runs(PairLayout(2), 1 << 20);
    const PairCounter::Plan plan{.order = order, .weights = {0xF000'0000U}, .frequent = 2, .list_entries = 16};
    PairCounter counter(plan, runs);
    counter.count(std::vector<std::int32_t>{1, 1, 1, 1, 1, 0}, 0);
    counter.finish();
    const std::uint64_t weight = 0xF000'0000U;
    const bool second = order == PairOrder::row_second;
    CHECK(merged(runs, 1) == Sums{{{1, 1}, 4 * weight}, {{second ? 0 : 1, second ? 1 : 0}, weight}});
  }
}

TEST_CASE("the table takes as many frequent words as it has room for") {
  for (const PairOrder order : {PairOrder::unordered, PairOrder::row_first})
    for (std::size_t cells = 0; cells < 200; ++cells) {
      const std::size_t frequent = PairCounter::frequent_in(order, cells);
      CHECK(PairCounter::table_cells(order, frequent) <= cells);
      CHECK(PairCounter::table_cells(order, frequent + 1) > cells);
    }
}
