// Encoders, ridge and power chosen by held-out pairs; what is taken when nothing is asked for.
#include "couplet/methods/cooccurrence/phsic_tuning.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

std::string header_of(const Fitted& fitted, const std::string& name) {
  const std::string* value = fitted.model->header().find_parameter(name);
  return value ? *value : "none";
}

}  // namespace

TEST_CASE("the default joins encoders, and its ridge falls with the number of pairs") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(400, 81), more = topic_texts(1200, 81);
  const std::string vectors = directory.put("vectors.txt", topic_vectors(6, 1));
  const Fitted few = fit_texts(directory, texts, {}), alone = fit_texts(directory, more, {}),
               with = fit_texts(directory, texts, {{"vectors", vectors}}),
               one = fit_texts(directory, texts, {{"encoder", "lsa"}}),
               kernel = fit_texts(directory, texts, {{"kernel", "linear"}}),
               published = fit_texts(directory, texts, {{"vectors", vectors}, {"as-published", "true"}});
  CHECK(few.model->header().find_detail("encoder.left")->find('+') == std::string::npos);
  CHECK(alone.model->header().find_detail("encoder.left")->starts_with("lsa:"));
  CHECK(alone.model->header().find_detail("encoder.left")->ends_with("+shape"));
  CHECK(*fit_texts(directory, topic_texts(2400, 81), {}).model->header().find_detail("encoder.left") ==
        "lsa:400+shape");  // a sixth of the texts, at most 700
  CHECK(*fit_texts(directory, topic_texts(2400, 81), {{"encoder", "lsa+shape"}})
             .model->header()
             .find_detail("encoder.left") == "lsa:300+shape");
  CHECK(with.model->header().find_detail("encoder.left")->starts_with("sum+sif+extremes+lsa:"));
  CHECK(*published.model->header().find_detail("encoder.left") == "sum");
  CHECK(kernel.model->header().find_detail("encoder.left")->find('+') == std::string::npos);
  CHECK(header_of(with, "whiten") == "5");  // 20000 / 400, at most 5
  CHECK(header_of(with, "power") == "1");
  CHECK(header_of(one, "whiten") == "0.1");
  CHECK(header_of(one, "power") == "0.5");
  CHECK(header_of(published, "whiten") == "0");
  // What was filled in is what it was fitted with.
  const Fitted said = fit_texts(directory, texts, {{"vectors", vectors}, {"whiten", "5"}, {"power", "1"}});
  CHECK(scores_of(*said.model, texts) == scores_of(*with.model, texts));
}

TEST_CASE("--tune takes the best of what it tried, and says what that was") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(600, 82), fresh = topic_texts(50, 83);
  const Fitted tuned = fit_texts(directory, texts, {{"tune", "mrr"}, {"encoder", "lsa:2,lsa:8"}, {"text", "space"}});
  CHECK(report_of(tuned, "tuned by") == "mrr of 70 held-out pairs, 530 learned from");
  CHECK(report_of(tuned, "tried lsa:2").find("the best of ") != std::string::npos);
  CHECK(report_of(tuned, "chosen").starts_with("lsa:8: "));  // as many dimensions as there are topics
  CHECK(*tuned.model->header().find_detail("encoder.left") == "lsa:8");
  const Fitted same = fit_texts(directory, texts,
                                {{"encoder", "lsa:8"},
                                 {"text", "space"},
                                 {"whiten", header_of(tuned, "whiten")},
                                 {"power", header_of(tuned, "power")}});
  CHECK(scores_of(*same.model, fresh) == scores_of(*tuned.model, fresh));
  // What is given stays.
  const Fitted half = fit_texts(
      directory, texts, {{"tune", "r1"}, {"encoder", "lsa:8"}, {"text", "space"}, {"whiten", "0.7"}, {"power", "2"}});
  CHECK(report_of(half, "tried lsa:8").ends_with("with --whiten 0.7 --power 2, the best of 1"));
  CHECK(report_of(half, "at the edge") == "not reported");
}

TEST_CASE("--tune goes beyond the usual powers while the last one is the best") {
  const TemporaryDirectory directory;
  const Fitted tuned = fit_texts(directory, topic_texts(600, 82),
                                 {{"tune", "auc"}, {"encoder", "lsa:40"}, {"text", "space"}, {"whiten", "0.1"}});
  // Whether 1.5 or 2 is the better one here is a matter of rounding; more than the usual four were tried.
  CHECK(std::stod(header_of(tuned, "power")) >= 1.5);
  const std::string tried = report_of(tuned, "tried lsa:40");
  CHECK(std::stoi(tried.substr(tried.rfind(' '))) > 4);
}

TEST_CASE("--tune is refused where there is nothing to try") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(100, 84);
  expect_error(ErrorCode::usage, "--tune: plain PHSIC has neither ridge nor power; leave --whiten 0 out", [&] {
    fit_texts(directory, texts, {{"tune", "r1"}, {"whiten", "0"}});
  });
  expect_error(ErrorCode::usage, "--tune: does not go with --as-published; leave one of them out", [&] {
    fit_texts(directory, texts, {{"tune", "r1"}, {"as-published", "true"}});
  });
  expect_error(
      ErrorCode::data,
      directory.file("pairs.tsv") + ": 20 pairs are too few to hold some out; give 40 or more, or leave --tune out",
      [&] {
        fit_texts(directory, topic_texts(20, 85), {{"tune", "auc"}});
      });
  expect_error(ErrorCode::usage, "--tune: is for texts, the input is .npy rows; set --whiten and --power instead", [&] {
    fit_rows(directory, correlated_rows(100, 4, 3, 1), {{"tune", "r1"}});
  });
}
