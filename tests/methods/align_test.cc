// Word alignment: probabilities against sums over all alignments worked out elsewhere, and what is learned from pairs.
#include "couplet/methods/cooccurrence/align.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/base/random.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

WordAligner small_aligner() {
  WordAligner::Numbers numbers;
  numbers.table = CsrMatrix<float>(4, 3, {0, 2, 4, 6, 9}, {0, 1, 1, 2, 0, 2, 0, 1, 2},
                                   {0.25f, 0.5f, 0.75f, 0.25f, 0.5f, 0.5f, 0.5f, 0.25f, 0.25f});
  numbers.frequency = {0.5f, 0.25f, 0.25f};
  for (std::size_t k = 0; k < numbers.jumps.size(); ++k) numbers.jumps[k] = static_cast<double>(k + 1) / 100;
  return WordAligner(std::move(numbers));
}

/// Sentences of 3 to 7 words, and the same word for word in another language, sometimes with two words swapped.
TextPairs word_for_word(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  TextPairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::int64_t> words;
    for (std::int64_t w = 3 + random.below(5); w > 0; --w) words.push_back(random.below(40));
    std::vector<std::int64_t> other = words;
    if (random.below(3) == 0) std::swap(other[0], other[1]);
    std::string left, right;
    for (std::size_t w = 0; w < words.size(); ++w) {
      left += (w ? " l" : "l") + std::to_string(words[w]);
      right += (w ? " r" : "r") + std::to_string(other[w]);
    }
    pairs.left.push_back(left);
    pairs.right.push_back(right);
  }
  return pairs;
}

Fitted fit_align(const TemporaryDirectory& directory, const TextPairs& pairs, Options options = {}, int threads = 1) {
  Run run;
  run.pool = Pool(threads);
  options.insert({"text", "space"});
  return fit_method("align", {directory.put("pairs.tsv", tsv_of(pairs))}, options, run);
}

}  // namespace

TEST_CASE("the probability is the sum over all alignments") {
  const WordAligner aligner = small_aligner();
  // By enumeration, in double; the lattice is in float.
  const auto log_of = [&](std::vector<std::int32_t> x, std::vector<std::int32_t> y) {
    const AlignedReading reading = aligner.read(x, y, true);
    double sum = 0;
    for (const double word : reading.words) sum += word;
    CHECK(sum == doctest::Approx(reading.log_probability).epsilon(1e-12));
    CHECK(reading.from.size() == y.size());
    return reading.log_probability;
  };
  CHECK(log_of({0, 1, 2}, {1, 2, 0}) == doctest::Approx(-3.50821531503).epsilon(1e-6));
  CHECK(log_of({2}, {0, 0}) == doctest::Approx(-1.38629436112).epsilon(1e-6));
  CHECK(log_of({1, 0}, {2, 1, 0, 1}) == doctest::Approx(-4.84871592649).epsilon(1e-6));
}

TEST_CASE("links go to the words that translate each other") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_align(directory, word_for_word(600, 1));
  const Explanation why = capability<ExplainsPairs>(*fitted.model).explain("l1 l2 l3 l4 zzz", "r2 r1 r3 r4", Run());
  double sum = 0;
  for (const Reason& reason : why.reasons) {
    CHECK(reason.kind == "link");
    if (reason.left.starts_with('l')) CHECK("l" + reason.right.substr(1) == reason.left);
    sum += reason.value;
  }
  CHECK(why.reasons.size() == 9);
  CHECK(sum == doctest::Approx(why.score).epsilon(1e-12));
  CHECK(why.score == scores_of(*fitted.model, TextPairs{{"l1 l2 l3 l4 zzz"}, {"r2 r1 r3 r4"}})[0]);
}

TEST_CASE("pairs that translate score above random ones, words in order above words in disorder") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_align(directory, word_for_word(600, 2));
  const TextPairs fresh = word_for_word(50, 3);
  TextPairs shifted = fresh;
  std::rotate(shifted.right.begin(), shifted.right.begin() + 1, shifted.right.end());
  const auto good = scores_of(*fitted.model, fresh), bad = scores_of(*fitted.model, shifted);
  for (std::size_t i = 0; i < good.size(); ++i) CHECK(good[i] > bad[i]);
  const auto order = scores_of(
      *fitted.model, TextPairs{{"l1 l2 l3 l4 l5 l6", "l1 l2 l3 l4 l5 l6"}, {"r1 r2 r3 r4 r5 r6", "r5 r2 r6 r3 r1 r4"}});
  CHECK(order[0] > order[1] + 0.3);
  const Fitted bags = fit_align(directory, word_for_word(600, 2), {{"chain-rounds", "0"}});  // model 1 knows no order
  const auto same = scores_of(
      *bags.model, TextPairs{{"l1 l2 l3 l4 l5 l6", "l1 l2 l3 l4 l5 l6"}, {"r1 r2 r3 r4 r5 r6", "r5 r2 r6 r3 r1 r4"}});
  CHECK(same[0] == doctest::Approx(same[1]).epsilon(1e-5));
}

TEST_CASE("what a filter sees: quality and z, and texts without words") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_align(directory, word_for_word(600, 4));
  const auto& judge = capability<JudgesPairs>(*fitted.model);
  PairBatch batch;
  batch.left.texts = {"l1 l2 l3", "l1 l2 l3", "", "l1"};
  batch.right.texts = {"r1 r2 r3", "r9 r8 r7", "r1", " "};
  const auto judged = judge.judge(batch, 0, Run());
  CHECK(judged[0].quality > -3);
  CHECK(judged[1].quality < -5);
  CHECK(judged[0].score.z > 3);
  CHECK(judge.random_quality() < -5);
  CHECK(std::isnan(judged[2].score.value));
  CHECK_FALSE(judged[2].score.left_known);
  CHECK_FALSE(judged[3].score.right_known);
  expect_error(ErrorCode::data, "left text: no word in it; there is no score to explain",
               [&] { capability<ExplainsPairs>(*fitted.model).explain("", "r1", Run()); });
}

TEST_CASE("the same bytes at any number of threads, and the same scores after loading") {
  const TemporaryDirectory directory;
  const TextPairs pairs = word_for_word(1500, 5);
  const Fitted fitted = fit_align(directory, pairs);
  CHECK(saved_bytes(directory, *fit_align(directory, pairs, {}, 3).model) == saved_bytes(directory, *fitted.model));
  const auto loaded = reloaded(directory, *fitted.model);
  CHECK(scores_of(*loaded, pairs) == scores_of(*fitted.model, pairs));
}

TEST_CASE("what cannot be aligned says why") {
  const TemporaryDirectory directory;
  expect_error(ErrorCode::data,
               directory.file("empty.tsv") + ": no pairs with words in it; give pairs, and check --columns and --text",
               [&] {
                 fit_method("align", {directory.put("empty.tsv", " \t \n")}, {{"text", "space"}});
               });
}
