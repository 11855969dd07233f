// The reasons for a score add up to it.
#include <doctest/doctest.h>

#include <cmath>

#include "couplet/methods/cooccurrence/phsic.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

struct Sums {
  double words = 0, pairs = 0;
  std::size_t word_reasons = 0, pair_reasons = 0;
  bool sorted = true;
};

Sums sums_of(const Explanation& why) {
  Sums sums;
  double last = INFINITY;
  std::string kind;
  for (const Reason& reason : why.reasons) {
    if (reason.kind != kind) last = INFINITY;
    kind = reason.kind;
    sums.sorted = sums.sorted && std::abs(reason.value) <= last;
    last = std::abs(reason.value);
    (kind == "word pair" ? sums.words : sums.pairs) += reason.value;
    ++(kind == "word pair" ? sums.word_reasons : sums.pair_reasons);
  }
  return sums;
}

Explanation explain(const Fitted& fitted, const std::string& left, const std::string& right) {
  return capability<ExplainsPairs>(*fitted.model).explain(left, right, Run());
}

}  // namespace

TEST_CASE("word pairs add up to the score to 1e-9, training pairs to the floats they are kept in") {
  const TemporaryDirectory directory;
  const std::string vectors = directory.put("vectors.txt", topic_vectors(6, 1));
  const TextPairs texts = topic_texts(200, 81);
  const std::vector<Options> encoders = {{{"vectors", vectors}, {"encoder", "sum"}},
                                         {{"vectors", vectors}, {"encoder", "mean"}},
                                         {{"vectors", vectors}, {"encoder", "idf"}},
                                         {{"vectors", vectors}, {"encoder", "sum+sif+extremes+lsa:4+shape@0.3"}},
                                         {{"encoder", "hash:32"}},
                                         {{"encoder", "lsa:8"}}};
  const std::vector<Options> couplings = {{{"whiten", "0"}},
                                          {{"whiten", "0.1"}, {"similarity", "inner"}},
                                          {{"whiten", "0.1"}, {"similarity", "cosine"}},
                                          {{"whiten", "0.1"}, {"similarity", "cosine"}, {"power", "1"}},
                                          {{"whiten", "0"}, {"similarity", "cosine"}}};
  for (const Options& encoder : encoders)
    for (const Options& coupling : couplings)
      for (const char* kernel : {"linear", "cosine"}) {
        Options options = encoder;
        options.insert(coupling.begin(), coupling.end());
        options.insert({{"kernel", kernel}, {"text", "space"}, {"keep-pairs", "1000"}});
        CAPTURE(encoder.at("encoder"));
        CAPTURE(coupling.at("whiten"));
        CAPTURE(kernel);
        const Fitted fitted = fit_texts(directory, texts, options);
        for (const std::size_t pair : {0u, 1u, 2u}) {
          const std::string &left = texts.left[pair], &right = texts.right[(pair + 1) % 3];
          const Explanation why = explain(fitted, left, right);
          const Sums sums = sums_of(why);
          CHECK(why.score == scores_of(*fitted.model, TextPairs{{left}, {right}})[0]);
          CHECK(std::abs(sums.words - why.score) <= 1e-9 * std::abs(why.score));
          CHECK(std::abs(sums.pairs - why.score) <= 1e-9 * std::abs(why.score));
          CHECK(sums.pair_reasons == 200);
          CHECK(sums.sorted);
        }
      }
}

TEST_CASE("each pair of different known words is one reason") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_texts(directory, topic_texts(200, 82), {{"encoder", "lsa:8"}, {"text", "space"}});
  const Explanation why = explain(fitted, "l1w1 l1w2 l1w1 xyzzy", "r1w1 r2w2 r3w3");
  CHECK(why.reasons.size() == 6);
  for (const Reason& reason : why.reasons) {
    CHECK(reason.kind == "word pair");
    CHECK((reason.left == "l1w1" || reason.left == "l1w2"));
  }
}

TEST_CASE("only as many training pairs as were asked for, with their texts") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(200, 83);
  const Fitted fitted = fit_texts(directory, texts, {{"encoder", "lsa:8"}, {"text", "space"}, {"keep-pairs", "10"}});
  const auto loaded = reloaded(directory, *fitted.model);
  const Explanation why = capability<ExplainsPairs>(*loaded).explain(texts.left[0], texts.right[0], Run());
  std::size_t training = 0;
  double kept = 0, others = 0;
  for (const Reason& reason : why.reasons) {
    if (reason.kind == "other training pairs") others = reason.value;
    if (reason.kind != "training pair") continue;
    ++training;
    kept += reason.value;
    const auto found = std::find(texts.left.begin(), texts.left.end(), reason.left);
    REQUIRE(found != texts.left.end());
    CHECK(texts.right[found - texts.left.begin()] == reason.right);
  }
  CHECK(training == 10);
  CHECK(others != 0);
  CHECK(kept + others == doctest::Approx(why.score).epsilon(1e-12));
}

TEST_CASE("training pairs explain nonlinear kernels and rows too") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(150, 84);
  for (const char* whiten : {"0", "0.1"}) {
    const Fitted fitted = fit_texts(directory, texts,
                                    {{"encoder", "lsa:8"},
                                     {"text", "space"},
                                     {"kernel", "rbf:sigma=1"},
                                     {"rank", "20"},
                                     {"whiten", whiten},
                                     {"keep-pairs", "1000"}});
    const Explanation why = explain(fitted, texts.left[5], texts.right[5]);
    CHECK(sums_of(why).word_reasons == 0);
    CHECK(std::abs(sums_of(why).pairs - why.score) < 1e-9 * std::abs(why.score));
  }
  const Fitted rows =
      fit_rows(directory, correlated_rows(100, 2, 2, 85), {{"keep-pairs", "1000"}, {"kernel", "linear"}});
  const Explanation why = explain(rows, "2 1", "1 -1");
  CHECK(std::abs(sums_of(why).pairs - why.score) < 1e-9 * std::abs(why.score));
}

TEST_CASE("what cannot be explained says why") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(150, 86);
  const Fitted fitted = fit_texts(directory, texts, {{"encoder", "lsa:8"}, {"text", "space"}});
  expect_error(ErrorCode::data, "left text: no word of it is known to the model; there is no score to explain",
               [&] { explain(fitted, "xyzzy", "r1w1"); });
  expect_error(ErrorCode::data, "right text: no word of it is known to the model; there is no score to explain",
               [&] { explain(fitted, "l1w1", ""); });
  const Fitted nonlinear =
      fit_texts(directory, texts, {{"encoder", "lsa:8"}, {"text", "space"}, {"kernel", "rbf:sigma=1"}, {"rank", "9"}});
  expect_error(ErrorCode::usage,
               "this model keeps nothing to explain a score by: its kernel is not a sum over words; fit with "
               "--keep-pairs N to explain by "
               "training pairs",
               [&] { explain(nonlinear, "l1w1", "r1w1"); });
}
