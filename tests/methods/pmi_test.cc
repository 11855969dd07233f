#include "couplet/methods/cooccurrence/pmi.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/methods/registry.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

// Seven pairs: a-x three times, a-y, b-y twice, c-x.
const std::string seven = "a\tx\na\ty\na\tx\nb\ty\na\tx\nb\ty\nc\tx\n";

Fitted fit_pmi(const TemporaryDirectory& directory, const Options& options, const std::string& pairs = seven) {
  return fit_method("pmi", {directory.put("pairs.tsv", pairs)}, options);
}

double score(const Fitted& fitted, const std::string& left, const std::string& right) {
  return scores_of(*fitted.model, TextPairs{{left}, {right}})[0];
}

}  // namespace

TEST_CASE("log n c(x,y) / (c(x) c(y))") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_pmi(directory, {});
  CHECK(score(fitted, "a", "x") == doctest::Approx(std::log(7.0 * 3 / (4 * 4))).epsilon(1e-12));
  CHECK(score(fitted, "a", "y") == doctest::Approx(std::log(7.0 * 1 / (4 * 3))).epsilon(1e-12));
  CHECK(score(fitted, "b", "y") == doctest::Approx(std::log(7.0 * 2 / (2 * 3))).epsilon(1e-12));
  CHECK(score(fitted, "c", "x") == doctest::Approx(std::log(7.0 * 1 / (1 * 4))).epsilon(1e-12));
}

TEST_CASE("a pair never seen has no score, and a side never seen is flagged") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_pmi(directory, {});
  PairBatch batch;
  batch.left.texts = {"b", "c", "never", "a", "never"};
  batch.right.texts = {"x", "y", "x", "never", "never"};
  const auto scores = capability<ScoresPairs>(*fitted.model).score(batch, Run());
  const bool left[] = {true, true, false, true, false}, right[] = {true, true, true, false, false};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(std::isnan(scores[i].value));
    CHECK(std::isnan(scores[i].z));
    CHECK(scores[i].left_known == left[i]);
    CHECK(scores[i].right_known == right[i]);
  }
}

TEST_CASE("add-k smoothing gives unseen pairs of known strings a score") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_pmi(directory, {{"smoothing", "0.5"}});
  // Three left and two right strings: six cells of half a count each.
  const auto smoothed = [](double xy, double x, double y) {
    return std::log((xy + 0.5) * (7 + 3) / ((x + 1) * (y + 1.5)));
  };
  CHECK(score(fitted, "a", "x") == doctest::Approx(smoothed(3, 4, 4)).epsilon(1e-12));
  CHECK(score(fitted, "b", "x") == doctest::Approx(smoothed(0, 2, 4)).epsilon(1e-12));
  CHECK(std::isnan(score(fitted, "never", "x")));
  // The smoothed table is a distribution: the probabilities of all cells add up to one.
  double total = 0;
  for (const auto& [left, x] : {std::pair{"a", 4.0}, {"b", 2.0}, {"c", 1.0}})
    for (const auto& [right, y] : {std::pair{"x", 4.0}, {"y", 3.0}})
      total += std::exp(score(fitted, left, right)) * (x + 1) / 10 * (y + 1.5) / 10;
  CHECK(total == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("strings are counted as they are, or by the tokens of a pipeline") {
  const TemporaryDirectory directory;
  const std::string pairs = "Good  day\tx\ngood day\ty\n";
  CHECK(std::isnan(score(fit_pmi(directory, {}, pairs), "good day", "x")));
  const Fitted folded = fit_pmi(directory, {{"text", "lower,space"}}, pairs);
  CHECK(score(folded, "GOOD day", "x") == doctest::Approx(std::log(2.0 * 1 / (2 * 1))));
}

TEST_CASE("the reasons are the logarithms of the counts and add up") {
  const TemporaryDirectory directory;
  for (const char* smoothing : {"0", "0.1"}) {
    const Fitted fitted = fit_pmi(directory, {{"smoothing", smoothing}});
    const Explanation why = capability<ExplainsPairs>(*fitted.model).explain("a", "x", Run());
    double sum = 0;
    for (const Reason& reason : why.reasons) sum += reason.value;
    CHECK(why.reasons.size() == 4);
    CHECK(sum == doctest::Approx(why.score).epsilon(1e-12));
    CHECK(why.score == score(fitted, "a", "x"));
  }
  expect_error(ErrorCode::data,
               "no PMI: counts are 2 (left), 4 (right), 0 (together); fit with --smoothing K, or use phsic, which "
               "scores unseen pairs",
               [&] { capability<ExplainsPairs>(*fit_pmi(directory, {}).model).explain("b", "x", Run()); });
}

TEST_CASE("saved and loaded it scores the same; threads do not matter") {
  const TemporaryDirectory directory;
  const std::string pairs = tsv_of(topic_texts(500, 91)) + seven;
  const Fitted fitted = fit_pmi(directory, {{"smoothing", "0.25"}}, pairs);
  const auto loaded = reloaded(directory, *fitted.model);
  CHECK(scores_of(*loaded, TextPairs{{"a", "b"}, {"x", "x"}}) ==
        scores_of(*fitted.model, TextPairs{{"a", "b"}, {"x", "x"}}));
  CHECK(run_self_test(*loaded) == 0);
  Run three;
  three.pool = Pool(3);
  CHECK((saved_bytes(directory,
                     *fit_method("pmi", {directory.put("pairs.tsv", pairs)}, {{"smoothing", "0.25"}}, three).model) ==
         saved_bytes(directory, *fitted.model)));
}

TEST_CASE("what pmi cannot do, it says") {
  const TemporaryDirectory directory;
  const std::string empty = directory.put("empty.tsv", "");
  expect_error(ErrorCode::data, empty + ": no pairs in it; give at least one pair",
               [&] { fit_method("pmi", {empty}, {}); });
  const std::string rows = write_rows(directory, "rows.npy", MatrixD::Ones(3, 2));
  expect_error(ErrorCode::usage, rows + ": pmi counts texts, not .npy rows; use phsic for vectors", [&] {
    fit_method("pmi", {rows, rows}, {});
  });
  const Fitted fitted = fit_pmi(directory, {});
  CHECK_THROWS_AS(scores_of(*fitted.model, RowPairs{MatrixD::Ones(1, 2), MatrixD::Ones(1, 2)}), Error);
  CHECK_THROWS_WITH_AS(capability<EmbedsSides>(*fitted.model), doctest::Contains("a pmi model cannot embed texts"),
                       Error);
}

TEST_CASE("a saved table out of range is refused") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_pmi(directory, {});
  for (const std::vector<std::int64_t>& row : {std::vector<std::int64_t>{9, 0, 1}, {0, -1, 1}, {0, 0, 0}}) {
    Vocabulary words;
    words.add("a");
    ModelWriter writer(fitted.model->header());
    for (const char* part : {"left", "right"}) {
      writer.add(std::string(part) + ".bytes", std::vector<char>{'a'}, {1});
      writer.add(std::string(part) + ".offsets", std::vector<std::int64_t>{0, 1}, {2});
    }
    writer.add("pairs", std::vector<std::int64_t>(row), {1, 3});
    writer.write(directory.file("forged"));
    expect_error(ErrorCode::model, "pairs: row 0 is out of range or order; fit the model again",
                 [&] { load_model(directory.file("forged"), all_methods()); });
  }
}
