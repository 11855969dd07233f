#include "couplet/text/window_counts.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/text/pipeline.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/base/thread_team.h"

using namespace couplet;

namespace {

using Weights = WindowOptions::Weights;
using Sides = WindowOptions::Sides;
using Lines = std::vector<std::string>;
using Table = std::map<std::pair<std::string, std::string>, double>;

std::string join(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Counts lines through a file.
SparseCounts count(const Lines& lines, const WindowOptions& options, const Run& run = Run()) {
  const TemporaryDirectory directory;
  Source files;
  files.paths = {put(directory / "text", join(lines))};
  return count_windows(files, options, run);
}

Run small_run(std::int64_t bytes, int threads = 1) {
  Run run;
  run.pool = Pool(threads);
  run.memory = MemoryBudget(bytes);
  return run;
}

Table table_of(const SparseCounts& counts) {
  Table table;
  for (std::int64_t row = 0; row < counts.words.size(); ++row)
    for (auto i = static_cast<std::size_t>(counts.offsets[row]); i < static_cast<std::size_t>(counts.offsets[row + 1]);
         ++i)
      table[{std::string(counts.words.word(row)), std::string(counts.words.word(counts.columns[i]))}] =
          counts.values[i];
  return table;
}

/// Straight from the definition: for every place of a word, every place near it.
struct Expected {
  std::vector<std::pair<std::string, std::int64_t>> words;
  Table table;
};

double weight_of(const WindowOptions& options, std::int64_t distance) {
  const double w = options.window, d = static_cast<double>(distance);
  return options.weights == Weights::fixed ? 1 : options.weights == Weights::dynamic ? (w - d + 1) / w : 1 / d;
}

Expected expected_of(const Lines& lines, const WindowOptions& options) {
  Tokeniser tokeniser = TextPipeline::parse(options.pipeline).make();
  const std::set<std::string> stop_words(options.stop_words.begin(), options.stop_words.end());
  std::vector<Lines> texts;
  std::map<std::string, std::int64_t> counts;
  for (const std::string& line : lines) {
    texts.emplace_back();
    for (const std::string_view token : tokeniser.tokens(line)) {
      if (stop_words.count(std::string(token))) continue;
      texts.back().emplace_back(token);
      ++counts[std::string(token)];
    }
  }
  Expected expected;
  for (const auto& word : counts)
    if (word.second >= options.min_count) expected.words.push_back(word);
  std::stable_sort(expected.words.begin(), expected.words.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (options.max_vocabulary > 0 && options.max_vocabulary < static_cast<std::int64_t>(expected.words.size()))
    expected.words.resize(options.max_vocabulary);
  std::set<std::string> kept;
  for (const auto& word : expected.words) kept.insert(word.first);

  for (Lines& text : texts) {
    if (options.across_unknown) std::erase_if(text, [&](const std::string& word) { return !kept.count(word); });
    const auto size = static_cast<std::int64_t>(text.size());
    for (std::int64_t i = 0; i < size; ++i)
      for (std::int64_t j = 0; j < size; ++j) {
        const std::int64_t distance = std::abs(i - j);
        if (distance == 0 || distance > options.window) continue;
        if ((options.sides == Sides::left && j > i) || (options.sides == Sides::right && j < i)) continue;
        if (kept.count(text[i]) && kept.count(text[j]))
          expected.table[{text[i], text[j]}] += weight_of(options, distance);
      }
  }
  return expected;
}

void check_against_definition(const Lines& lines, const WindowOptions& options, const Run& run) {
  const SparseCounts counts = count(lines, options, run);
  const Expected expected = expected_of(lines, options);
  REQUIRE(counts.words.size() == static_cast<std::int64_t>(expected.words.size()));
  REQUIRE(counts.word_counts.size() == expected.words.size());
  for (std::size_t i = 0; i < expected.words.size(); ++i) {
    CHECK(std::string(counts.words.word(static_cast<std::int64_t>(i))) == expected.words[i].first);
    CHECK(counts.word_counts[i] == expected.words[i].second);
  }
  REQUIRE(counts.offsets.size() == expected.words.size() + 1);
  CHECK(counts.columns.size() == expected.table.size());
  CHECK(counts.values.size() == expected.table.size());
  CHECK(counts.offsets.back() == static_cast<std::int64_t>(expected.table.size()));
  CHECK(counts.lines == static_cast<std::int64_t>(lines.size()));
  for (std::size_t row = 0; row + 1 < counts.offsets.size(); ++row)
    CHECK(std::is_sorted(counts.columns.begin() + counts.offsets[row], counts.columns.begin() + counts.offsets[row + 1],
                         std::less_equal<>()));  // no column twice
  const Table table = table_of(counts);
  REQUIRE(table.size() == expected.table.size());
  for (auto a = table.begin(), b = expected.table.begin(); a != table.end(); ++a, ++b) {
    CHECK(a->first == b->first);
    CHECK(a->second == doctest::Approx(b->second).epsilon(1e-12));
  }
}

void check_same(const SparseCounts& a, const SparseCounts& b) {
  CHECK(std::ranges::equal(a.words.bytes(), b.words.bytes()));
  CHECK(std::ranges::equal(a.words.offsets(), b.words.offsets()));
  CHECK(a.word_counts == b.word_counts);
  CHECK(a.offsets == b.offsets);
  CHECK(a.columns == b.columns);
  CHECK(a.values == b.values);
  CHECK(a.tokens == b.tokens);
  CHECK(a.different_words == b.different_words);
  CHECK(a.lines == b.lines);
}

/// Frequent words have small numbers.
Lines random_lines(std::uint64_t seed, std::int64_t lines, std::int64_t longest, std::int64_t words) {
  Random random(seed);
  Lines result;
  for (std::int64_t i = 0; i < lines; ++i) {
    std::string line;
    for (std::int64_t length = random.below(longest + 1); length > 0; --length) {
      const double u = random.uniform();
      line += "w" + std::to_string(static_cast<std::int64_t>(u * u * u * static_cast<double>(words))) + " ";
    }
    result.push_back(line);
  }
  return result;
}

/// Notes the names of the stages; none may begin inside another.
struct StageNames : Observer {
  void begin(std::string_view stage, std::int64_t, std::string_view) override {
    CHECK(depth++ == 0);
    names.emplace_back(stage);
  }
  void end() override { --depth; }
  std::int64_t times(const std::string& name) const { return std::count(names.begin(), names.end(), name); }

  int depth = 0;
  std::vector<std::string> names;
};

}  // namespace

TEST_CASE("a window counts by hand") {
  WindowOptions options;
  options.window = 2;
  options.min_count = 1;
  const Lines lines = {"a b c", "b"};
  CHECK(
      table_of(count(lines, options)) ==
      Table{{{"a", "b"}, 1}, {{"b", "a"}, 1}, {{"a", "c"}, 0.5}, {{"c", "a"}, 0.5}, {{"b", "c"}, 1}, {{"c", "b"}, 1}});
  options.sides = Sides::left;
  options.weights = Weights::harmonic;
  CHECK(table_of(count(lines, options)) == Table{{{"b", "a"}, 1}, {{"c", "a"}, 0.5}, {{"c", "b"}, 1}});
  options.sides = Sides::right;
  options.weights = Weights::fixed;
  CHECK(table_of(count(lines, options)) == Table{{{"a", "b"}, 1}, {{"a", "c"}, 1}, {{"b", "c"}, 1}});
  options.sides = Sides::both;
  CHECK(table_of(count({"x x"}, options)) == Table{{{"x", "x"}, 2}});
}

TEST_CASE("windows count what their definition says") {
  std::uint64_t seed = 1;
  for (const Weights weights : {Weights::fixed, Weights::dynamic, Weights::harmonic})
    for (const Sides sides : {Sides::left, Sides::right, Sides::both})
      for (const int window : {1, 2, 3, 5, 9})
        for (const bool across_unknown : {true, false}) {
          WindowOptions options;
          options.weights = weights;
          options.sides = sides;
          options.window = window;
          options.across_unknown = across_unknown;
          options.min_count = 1 + static_cast<std::int64_t>(seed % 4);
          if (seed % 3 == 0) options.max_vocabulary = 9;
          if (seed % 5 == 0) options.stop_words = {"w0", "w3", "unseen"};
          CAPTURE(seed);
          const Lines lines = random_lines(seed++, 30, 25, 25);
          check_against_definition(lines, options, Run());
          check_against_definition(lines, options, small_run(16'000, 2));  // few words in tables, the text on disk
        }
}

TEST_CASE("what does not fit in memory is merged from disk") {
  const Lines lines = random_lines(7, 4000, 400, 300);  // several blocks
  REQUIRE(join(lines).size() > 3'000'000);
  for (const Sides sides : {Sides::both, Sides::right}) {
    WindowOptions options;
    options.sides = sides;
    options.weights = Weights::harmonic;
    const SparseCounts whole = count(lines, options);
    for (const int threads : {1, 3}) {
      StageNames stages;
      Run run = small_run(static_cast<std::int64_t>(whole.columns.size()) * 20, threads);
      run.observer = &stages;
      check_same(count(lines, options, run), whole);
      CHECK(stages.times("moving counts to disk") >= 1);  // how often depends on the threads
      CHECK(stages.names.front() == "reading text");
      CHECK(stages.names.back() == "making the table");
    }
  }
}

TEST_CASE("the number of threads changes nothing") {
  const Lines lines = random_lines(8, 3000, 300, 2000);  // several blocks
  REQUIRE(join(lines).size() > 2'000'000);
  WindowOptions options;
  options.min_count = 3;
  options.subsample = 1e-3;
  const auto count_on = [&](int threads) {
    Run run;
    run.pool = Pool(threads);
    return count(lines, options, run);
  };
  const SparseCounts one = count_on(1);
  for (const int threads : {2, 3}) check_same(count_on(threads), one);
}

TEST_CASE("one long line is the same text in blocks") {
  const Lines lines = random_lines(9, 1200, 300, 500);
  std::string line;
  for (const std::string& part : lines) line += part;
  REQUIRE(line.size() > 500'000);
  while (line.size() < 3'000'000) line += std::string(line);
  WindowOptions options;
  options.weights = Weights::fixed;
  options.pipeline = "space";
  options.window = 3;
  const SparseCounts counts = count({line}, options);
  CHECK(counts.lines == 1);
  double sum = 0;
  for (const double value : counts.values) sum += value;
  // No word is rare here: each has three contexts on each side, but at the ends.
  CHECK(sum == static_cast<double>(2 * (3 * counts.tokens - 6)));
}

TEST_CASE("subsampling leaves out frequent words") {
  const Lines lines = {[] {
    std::string line;
    for (int i = 0; i < 20'000; ++i) line += i % 2 == 0 ? "often " : "w" + std::to_string(i / 2 % 1000) + " ";
    return line;
  }()};
  WindowOptions options;
  options.window = 1;
  options.sides = Sides::right;
  options.weights = Weights::fixed;
  const auto row_sum = [](const SparseCounts& counts, std::string_view word) {
    const std::int64_t row = counts.words.find(word);
    double sum = 0;
    for (auto i = counts.offsets[row]; i < counts.offsets[row + 1]; ++i) sum += counts.values[i];
    return sum;
  };
  options.subsample = 1;  // more than any word's share
  const SparseCounts all = count(lines, options);
  CHECK(row_sum(all, "often") == 10'000);
  options.subsample = 0.01;  // "often" has half of the text: sqrt(0.02) + 0.02 = 0.161; the others are below
  const SparseCounts some = count(lines, options);
  CHECK(row_sum(some, "often") == doctest::Approx(1614).epsilon(0.1));
  CHECK(row_sum(some, "w7") == 10);
  CHECK(some.word_counts == all.word_counts);
  check_same(count(lines, options), some);
  Run other;
  other.seed = 2;
  CHECK(count(lines, options, other).values != some.values);
}

TEST_CASE("Japanese words are found by dictionary") {
  WindowOptions options;
  options.min_count = 1;
  options.window = 2;
  const Lines lines = {"東京に住む人", "京都に住む人", "ＡＢＣと東京"};
  check_against_definition(lines, options, Run());
  const SparseCounts counts = count(lines, options);
  CHECK(counts.words.find("東京") >= 0);
  CHECK(counts.words.find("abc") >= 0);
}

TEST_CASE("texts with hardly a word") {
  WindowOptions options;
  for (const Lines& lines : {Lines{}, Lines{"", "   ", "..."}, Lines{"word"}, Lines{"too rare"}}) {
    const SparseCounts counts = count(lines, options);
    CHECK(counts.words.size() == 0);
    CHECK(counts.offsets == std::vector<std::int64_t>{0});
    CHECK(counts.columns.empty());
    CHECK(counts.lines == static_cast<std::int64_t>(lines.size()));
  }
  options.min_count = 1;
  const SparseCounts counts = count({"word", "", "word"}, options);
  CHECK(counts.words.size() == 1);
  CHECK(counts.word_counts == std::vector<std::int64_t>{2});
  CHECK(counts.offsets == std::vector<std::int64_t>{0, 0});
  CHECK(counts.tokens == 2);
  CHECK(count({"one two", "one"}, options).different_words == 2);
}

TEST_CASE("bad window options") {
  const auto refuse = [](const std::string& text, auto change) {
    WindowOptions options;
    change(options);
    expect_error(ErrorCode::usage, text, [&] { count({"a"}, options); });
  };
  refuse("--window: 0 is not from 1 to 1000", [](WindowOptions& options) { options.window = 0; });
  refuse("--window: 1001 is not from 1 to 1000", [](WindowOptions& options) { options.window = 1001; });
  refuse("--window: 23 is not from 1 to 22 (harmonic weights)", [](WindowOptions& options) {
    options.window = 23;
    options.weights = Weights::harmonic;
  });
  refuse("--min-count: -1 is below 0", [](WindowOptions& options) { options.min_count = -1; });
  refuse("--max-vocabulary: -1 is below 0", [](WindowOptions& options) { options.max_vocabulary = -1; });
  refuse("--subsample: 1.5 is not from 0 to 1", [](WindowOptions& options) { options.subsample = 1.5; });
  refuse("--subsample: nan is not from 0 to 1", [](WindowOptions& options) { options.subsample = std::nan(""); });
}

TEST_CASE("a table larger than the memory, and a stop") {
  WindowOptions options;
  options.min_count = 1;
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "w" + std::to_string(i) + " ";
  // 2 (999 + 998 + 997 + 996 + 995) cells of 12 bytes, half as many entries of 8.
  expect_error(ErrorCode::io, "the counts of word pairs need 155.8 KB; raise --memory (now 20.0 KB)",
               [&] { count({line}, options, small_run(20 << 10)); });
  CHECK(count({line}, options, small_run(156 << 10)).columns.size() == 9970);
  StopToken stop;
  stop.request();
  Run run;
  run.stop = &stop;
  CHECK_THROWS_AS(count({line}, options, run), Error);
}

TEST_CASE("a team counts what one process counts") {
  Random random(12);
  Lines lines;
  for (int i = 0; i < 60'000; ++i) {  // more than one segment
    lines.emplace_back();
    for (std::int64_t words = random.below(6); words >= 0; --words)
      lines.back() += fmt::format("w{} ", std::min(random.below(300), random.below(300)));
  }
  const TemporaryDirectory directory;
  Source files;
  files.paths = {put(directory / "text", join(lines))};
  CHECK(segments_of(files) > 2);
  WindowOptions options;
  options.stop_words = {"w3"};
  for (const auto sides : {WindowOptions::Sides::both, WindowOptions::Sides::left})
    for (const int size : {2, 3, 7}) {
      options.sides = sides;
      const SparseCounts expected = count_windows(files, options, Run());
      const auto all = in_team(size, [&](Team& team) {
        Run run = small_run(std::int64_t{1} << 30);
        run.team = &team;
        run.balance = size == 3;
        return count_windows(files, options, run);
      });
      std::vector<std::int32_t> columns;
      std::vector<double> values;
      for (int rank = 0; rank < size; ++rank) {
        const SparseCounts& counts = all[rank];
        CHECK(std::ranges::equal(counts.words.bytes(), expected.words.bytes()));
        CHECK(counts.word_counts == expected.word_counts);
        CHECK(counts.begins == all[0].begins);
        for (std::int64_t row = 0; row < expected.words.size(); ++row) {
          const bool own = row >= counts.begins[rank] && row < counts.begins[rank + 1];
          CHECK(counts.offsets[row + 1] - counts.offsets[row] ==
                (own ? expected.offsets[row + 1] - expected.offsets[row] : 0));
        }
        columns.insert(columns.end(), counts.columns.begin(), counts.columns.end());
        values.insert(values.end(), counts.values.begin(), counts.values.end());
        CHECK(counts.columns.size() < 2 * expected.columns.size() / size);  // shared about evenly
        CHECK(counts.tokens == expected.tokens);
        CHECK(counts.lines == expected.lines);
        CHECK(counts.different_words == expected.different_words);
      }
      CHECK(columns == expected.columns);
      CHECK(values == expected.values);
    }
  expect_error(ErrorCode::usage, "--subsample: does not work in a team; leave it out, or use one process", [&] {
    class Two final : public Team {
     public:
      int size() const override { return 2; }
      int rank() const override { return 0; }
      std::vector<std::string> collect(std::string) override { return {}; }
      std::vector<std::string> gather(std::string) override { return {}; }
      std::string broadcast(std::string bytes) override { return bytes; }
      std::unique_ptr<TeamQueue> open_queue() override { return nullptr; }
    } two;
    Run run;
    run.team = &two;
    options.subsample = 0.1;
    count_windows(files, options, run);
  });
}
