// Pointwise mutual information by a net: what it is made of, what it learns, and that it is the same everywhere.
#include "couplet/methods/cooccurrence/rnn_pmi.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

const Options small_net = {{"text", "space"}, {"hidden", "12"}, {"epochs", "6"}, {"rate", "0.02"}, {"dropout", "0"}};

Fitted fit_net(const TemporaryDirectory& directory, const TextPairs& texts, Options options = small_net,
               int threads = 1) {
  Run run;
  run.pool = Pool(threads);
  return fit_method("rnn-pmi", {directory.put("pairs.tsv", tsv_of(texts))}, options, run);
}

/// Answers of one word that follow from the question's first.
TextPairs question_answers(std::size_t count) {
  TextPairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string topic = std::to_string(i % 4);
    pairs.left.push_back("ask" + topic + " x" + std::to_string(i * 7 % 11));
    pairs.right.push_back("say" + topic + " now");
  }
  return pairs;
}

}  // namespace

TEST_CASE("the right answer has a higher PMI than a wrong one, though both are as likely by themselves") {
  const TemporaryDirectory directory;
  Options options = small_net;
  options["epochs"] = "30";
  const Fitted fitted = fit_net(directory, question_answers(2000), options);
  double right = 0, wrong = 0;  // means over all questions and answers; right: ln 4 when all is learned
  for (int asked = 0; asked < 4; ++asked)
    for (int said = 0; said < 4; ++said) {
      const TextPairs pair{{"ask" + std::to_string(asked) + " x3"}, {"say" + std::to_string(said) + " now"}};
      (asked == said ? right : wrong) += scores_of(*fitted.model, pair)[0] / (asked == said ? 4 : 12);
    }
  CHECK(right > 0.4);
  CHECK(wrong < -0.4);
}

TEST_CASE("the words of the right text add up to the score; texts without words have none") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_net(directory, question_answers(100));
  const Explanation why = capability<ExplainsPairs>(*fitted.model).explain("ask1 x3", "say1 now then", Run());
  double sum = 0;
  for (const Reason& reason : why.reasons) sum += reason.value;
  CHECK(why.reasons.size() == 4);  // the end is one
  CHECK(sum == doctest::Approx(why.score).epsilon(1e-12));
  CHECK(why.score ==
        doctest::Approx(scores_of(*fitted.model, TextPairs{{"ask1 x3"}, {"say1 now then"}})[0]).epsilon(1e-6));
  CHECK(std::isnan(scores_of(*fitted.model, TextPairs{{"ask1"}, {""}})[0]));
  CHECK(std::isfinite(scores_of(*fitted.model, TextPairs{{""}, {"say1"}})[0]));
  CHECK(std::abs(scores_of(*fitted.model, TextPairs{{""}, {"say1 now"}})[0]) < 1e-5);  // nothing before it, twice
  expect_error(ErrorCode::data, "right text: no word in it; there is no score to explain",
               [&] { capability<ExplainsPairs>(*fitted.model).explain("ask1", " ", Run()); });
}

TEST_CASE("the same bytes at any number of threads, and the same scores after loading; vectors are a start") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(300, 71);
  Options options = small_net;
  options["epochs"] = "1";
  const Fitted fitted = fit_net(directory, texts, options);
  CHECK(saved_bytes(directory, *fit_net(directory, texts, options, 3).model) == saved_bytes(directory, *fitted.model));
  CHECK(scores_of(*reloaded(directory, *fitted.model), texts) == scores_of(*fitted.model, texts));
  options["vectors"] = directory.put("vectors.txt", topic_vectors(6, 1));
  const Fitted started = fit_net(directory, texts, options);
  CHECK(report_of(started, "words with a given vector") != "not reported");
  CHECK(scores_of(*started.model, texts) != scores_of(*fitted.model, texts));
}
