#include "couplet/methods/cooccurrence/statistics.h"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

/// Sums of two-dimensional vectors: every word counts itself and its letters.
PairEncoder counting_encoder() {
  Vocabulary words;
  auto values = std::make_shared<std::vector<float>>();
  for (const char* word : {"a", "bb", "ccc", "dddd"}) {
    words.add(word);
    values->push_back(1);
    values->push_back(static_cast<float>(std::string(word).size()));
  }
  const auto table =
      std::make_shared<WordVectors>(std::move(words), 2, std::span<const float>(*values), std::nullopt, values);
  const Encoder encoder({{EncoderKind::sum, 0}, "space", table, {}, 1, 0});
  const FeatureMap map(Kernel::parse("linear"), 2);
  return PairEncoder(encoder, encoder, map, map);
}

PairStatistics collect(const TemporaryDirectory& directory, const std::string& tsv, Index sample_size = 100,
                       const Run& run = Run()) {
  Source files;
  files.paths = {directory.put("pairs.tsv", tsv)};
  PairInput input(files);
  return collect_statistics(input, counting_encoder(), sample_size, run);
}

/// Different texts of known words, with a few unknown ones between.
std::string many_pairs(int count) {
  const char* words[] = {"a", "bb", "ccc", "dddd"};
  std::ostringstream lines;
  for (int i = 0; i < count; ++i) {
    if (i % 50 == 7) lines << "unknown\ta\n";
    for (int n = i; n > 0; n /= 4) lines << words[n % 4] << ' ';
    lines << "a\t" << words[i % 4] << ' ' << words[(i / 7) % 4] << '\n';
  }
  return lines.str();
}

}  // namespace

TEST_CASE("pairs with a side without a known word are counted and left out") {
  const TemporaryDirectory directory;
  const PairStatistics statistics = collect(directory, "a\tbb\nxyzzy\ta\nbb\t\nccc dddd\ta plugh\n");
  CHECK(statistics.pairs == 4);
  CHECK(statistics.skipped == 2);
  CHECK(statistics.moments.count == 2);
  CHECK(statistics.left.unknown_texts == 1);
  CHECK(statistics.right.unknown_texts == 1);
  CHECK(statistics.left.unknown_tokens == 1);
  CHECK(statistics.right.tokens == 4);
  CHECK(statistics.sample.size() == 2);
  std::int64_t lengths = 0;
  for (const std::int64_t count : statistics.lengths.counts()) lengths += count;
  CHECK(lengths == 2);
  CHECK(statistics.moments.mean_x == VectorD{{1.5, 4}});
  CHECK(statistics.moments.mean_y == VectorD{{1, 1.5}});
}

TEST_CASE("the same statistics at any number of threads, and from shards") {
  const TemporaryDirectory directory;
  const std::string tsv = many_pairs(7000);
  std::vector<PairStatistics> all;
  for (const int threads : {1, 2, 3}) {
    Run run;
    run.pool = Pool(threads);
    all.push_back(collect(directory, tsv, 20, run));
  }
  for (const PairStatistics& one : all) {
    CHECK(one.moments.xy == all[0].moments.xy);
    CHECK(one.moments.xx == all[0].moments.xx);
    CHECK(one.sample.left() == all[0].sample.left());
    CHECK(one.skipped == 140);
  }
  const std::size_t cut = tsv.find('\n', tsv.size() / 3) + 1;
  PairStatistics shards = collect(directory, tsv.substr(0, cut), 20);
  const PairStatistics second = collect(directory, tsv.substr(cut), 20);
  shards.add(second);
  CHECK((shards.moments.xy - all[0].moments.xy).norm() < 1e-10 * all[0].moments.xy.norm());
  CHECK(shards.sample.left() == all[0].sample.left());
  CHECK(shards.pairs == all[0].pairs);
  CHECK(std::equal(shards.lengths.counts().begin(), shards.lengths.counts().end(), all[0].lengths.counts().begin()));
  shards.remove(second);
  CHECK((shards.moments.xy - collect(directory, tsv.substr(0, cut)).moments.xy).norm() <
        1e-8 * all[0].moments.xy.norm());
}

TEST_CASE("pairs that were never added cannot be removed") {
  const TemporaryDirectory directory;
  const std::string problem =
      "some of the pairs to remove are not among those the model was fitted on; remove only pairs that the model was "
      "fitted on";
  PairStatistics statistics = collect(directory, "a\tbb\nbb\ta\nccc\tccc dddd\ndddd\tbb\n");
  const PairStatistics other_lengths = collect(directory, "a a a a a a a a\tbb\n"),
                       unknown = collect(directory, "xyzzy\tbb\n");
  PairStatistics copy = statistics;
  expect_error(ErrorCode::data, problem, [&] { copy.remove(unknown); });
  copy = statistics;
  CHECK_THROWS_AS(copy.remove(other_lengths), Error);
}

TEST_CASE("vectors given as rows have no lengths, and their sample no texts") {
  const TemporaryDirectory directory;
  const RowPairs rows = correlated_rows(50, 3, 2, 8);
  Source files;
  files.paths = {write_rows(directory, "l.npy", rows.left), write_rows(directory, "r.npy", rows.right)};
  PairInput input(files);
  const Encoder left({{EncoderKind::rows, 0}, "", nullptr, {}, 1, 3}),
      right({{EncoderKind::rows, 0}, "", nullptr, {}, 1, 2});
  const FeatureMap left_map(Kernel::parse("linear"), 3), right_map(Kernel::parse("linear"), 2);
  const PairStatistics statistics = collect_statistics(input, PairEncoder(left, right, left_map, right_map), 10, Run());
  CHECK(statistics.moments.count == 50);
  CHECK(statistics.sample.size() == 10);
  CHECK(statistics.sample.entries()[0].left_text.empty());
  for (const std::int64_t count : statistics.lengths.counts()) CHECK(count == 0);
}
