#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "couplet/methods/bridge/s2net_graded.h"
#include "couplet/methods/ranking/even_mix.h"
#include "couplet/methods/ranking/first_phrase.h"
#include "couplet/methods/ranking/lexical_model.h"
#include "couplet/methods/ranking/rank_weights.h"
#include "couplet/methods/registry.h"
#include "couplet/model/container.h"
#include "tests/base/expect_error.h"
#include "tests/base/warnings.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

// Four texts; "red lamp" stands there twice and is one text. Lengths 2, 3, 4, 1: mean 2.5.
const std::string four = "red lamp\nred lamp\nred red kettle\nthe lamp of iron\nkettle\n";

Fitted fit_texts(const TemporaryDirectory& directory, const std::string& method, Options options = {}) {
  options.emplace("stemmer", "none");
  return fit_method(method, {directory.put("texts.txt", four)}, options);
}

double score_of(const Model& model, const std::string& left, const std::string& right) {
  return scores_of(model, TextPairs{{left}, {right}})[0];
}

double sum_of(const Explanation& why) {
  double sum = 0;
  for (const Reason& reason : why.reasons) sum += reason.value;
  return sum;
}

}  // namespace

TEST_CASE("bm25 is the sum of idf times saturated counts") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_texts(directory, "bm25");
  const auto idf = [](double df) { return std::log(1 + (4 - df + 0.5) / (df + 0.5)); };
  const auto tf = [](double count, double length) {
    return count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / 2.5));
  };
  CHECK(score_of(*fitted.model, "red kettle", "red red kettle") ==
        doctest::Approx(idf(2) * tf(2, 3) + idf(2) * tf(1, 3)).epsilon(1e-12));
  // A word that the query has twice counts twice; one that the collection has not counts for nothing.
  CHECK(score_of(*fitted.model, "lamp lamp zebra", "the lamp of iron") ==
        doctest::Approx(2 * idf(2) * tf(1, 4)).epsilon(1e-12));
  CHECK(score_of(*fitted.model, "iron", "red lamp") == 0);
  CHECK(std::isnan(score_of(*fitted.model, "zebra", "red lamp")));
  CHECK(std::isnan(score_of(*fitted.model, "lamp", "")));
}

TEST_CASE("tfidf is the cosine of weighted counts") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_texts(directory, "tfidf");
  const auto idf = [](double df) { return std::log(5 / (1 + df)) + 1; };
  const double red = (1 + std::log(2.0)) * idf(2), kettle = idf(2);
  CHECK(score_of(*fitted.model, "red", "red red kettle") ==
        doctest::Approx(red / std::hypot(red, kettle)).epsilon(1e-12));
  CHECK(score_of(*fitted.model, "red lamp", "red lamp") == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("terms, their search and the explanation say the same as the score") {
  const TemporaryDirectory directory;
  for (const char* method : {"bm25", "tfidf"})
    for (const char* feedback : {"0", "2"}) {
      CAPTURE(method);
      CAPTURE(feedback);
      const Fitted fitted = fit_texts(directory, method, {{"feedback", feedback}});
      const auto& terms = dynamic_cast<const EmbedsTerms&>(*fitted.model);
      Items queries, texts;
      queries.texts = {"red lamp", "iron"};
      texts.texts = {"kettle", "the lamp of iron", "red lamp"};
      const auto found = InvertedIndex(terms.embed_terms(Side::right, texts, Run()).rows)
                             .search(terms.embed_terms(Side::left, queries, Run()).rows, 3, Run());
      CHECK(found[0][0].id == 2);
      CHECK(found[1][0].id == 1);
      for (Index q = 0; q < 2; ++q)
        for (const Neighbour& text : found[q]) {
          const std::string &query = queries.texts[q], &candidate = texts.texts[text.id];
          CHECK(text.score == doctest::Approx(score_of(*fitted.model, query, candidate)).epsilon(1e-12));
          const Explanation why = capability<ExplainsPairs>(*fitted.model).explain(query, candidate, Run());
          CHECK(why.score == doctest::Approx(text.score).epsilon(1e-12));
          CHECK(sum_of(why) == doctest::Approx(why.score).epsilon(1e-12));
        }
    }
}

TEST_CASE("feedback finds texts that share no word with the query") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_texts(directory, "bm25", {{"feedback", "1"}});
  CHECK(score_of(*fit_texts(directory, "bm25").model, "of", "lamp") == 0);
  CHECK(score_of(*fitted.model, "of", "lamp") > 0);
  const std::string path = directory / "saved.couplet";
  save_model(*fitted.model, path);
  const auto loaded = load_model(path, all_methods());
  CHECK(score_of(*loaded, "of", "lamp") == score_of(*fitted.model, "of", "lamp"));
}

TEST_CASE("the first phrase ends at a mark, or a word that begins what a thing has") {
  CHECK(until_mark("Iron lamp, black") == "Iron lamp");
  CHECK(until_mark("(2-pack) iron lamp - black") == "(2-pack");
  CHECK(until_mark("tap-water kettle \u2013 red") == "tap-water kettle");
  CHECK(until_mark("lamp").size() == 4);
  CHECK(until_mark("").empty());
  const PhraseEnds ends("with,in");
  const auto phrase = [&](std::vector<std::string_view> words) { return ends.first_phrase(words); };
  CHECK(phrase({"iron", "lamp", "with", "arms"}) == std::vector<std::string_view>{"iron", "lamp"});
  CHECK(phrase({"with", "arms"}) == std::vector<std::string_view>{"arms"});
  CHECK(phrase({"3", "in", "pipe", "in", "red"}) == std::vector<std::string_view>{"3", "pipe"});
  CHECK(PhraseEnds("").first_phrase(std::vector<std::string_view>{"lamp", "with"}).size() == 2);
}

TEST_CASE("the even mix is the mean of standardised scores; one that is not known is the mean") {
  MatrixD values(3, 3);
  values << 1, 10, 7, 3, NAN, 8, 5, 30, 9;
  const VectorD mixed = EvenMix::learn(values, 2).of(values);
  const double deviation = std::sqrt(8.0 / 3);
  CHECK(mixed[0] == doctest::Approx((-2 / deviation - 1) / 2));
  CHECK(std::abs(mixed[1]) < 1e-12);
  CHECK(mixed[2] == doctest::Approx((2 / deviation + 1) / 2));
}

TEST_CASE("weights: squared errors alone are a ridge regression, pairs a logistic one, lists a softmax") {
  MatrixD x(3, 2);
  x << 1, 0, 0, 1, -1, -1;
  const MatrixD questions[] = {x};
  const VectorD grades[] = {VectorD{{2, 1, 0}}};
  const std::int64_t which[] = {0};
  const double lambda = 0.05;
  // lambda stands beside `points` times the errors: at 1e7 it is as good as none. X^T X = (2 1; 1 2), the grades less
  // their mean give X^T y = (2, 1), so w = (1, 0).
  const RankWeights points = fit_rank_weights({questions, grades}, which, {lambda, 1e7}, Run());
  CHECK(points.weights[0] == doctest::Approx(1).epsilon(1e-3));
  CHECK(std::abs(points.weights[1]) < 1e-3);
  CHECK(points.base == doctest::Approx(1).epsilon(1e-4));
  // At 1 it is a ridge: (X^T X / 3 + 2 lambda) w = X^T y / 3.
  const VectorD ridge = fit_rank_weights({questions, std::span(grades)}, which, {50, 1000}, Run()).weights;
  CHECK(ridge[0] < 0.99);
  const RankWeights pairs = fit_rank_weights({questions, grades}, which, {lambda, 0}, Run());
  const VectorD scores = x * pairs.weights;
  CHECK(scores[0] > scores[1]);
  CHECK(scores[1] > scores[2]);
  CHECK(pairs.base == 0);
  // At the minimum the derivative is 0: 2 lambda w = mean over pairs of (better - worse) / (1 + exp(score difference)).
  VectorD pull = VectorD::Zero(2);
  for (const auto& [better, worse] : {std::pair<Index, Index>{0, 1}, {0, 2}, {1, 2}})
    pull += (x.row(better) - x.row(worse)).transpose() / (3 * (1 + std::exp(scores[better] - scores[worse])));
  CHECK((pull - 2 * lambda * pairs.weights).norm() < 1e-4);
  // The last weight is free: the penalty does not pull at it.
  const RankWeights freed = fit_rank_weights({questions, grades}, which, {50, 1, RankOrder::pairs, 1}, Run());
  CHECK(std::abs(freed.weights[0]) < 0.05);
  CHECK(freed.weights[1] > 5 * std::abs(fit_rank_weights({questions, grades}, which, {50, 1}, Run()).weights[1]));
  // Of the list as a whole: 2 lambda w = mean over questions of the features by (share of the gains - softmax).
  const VectorD list = fit_rank_weights({questions, grades}, which, {lambda, 0, RankOrder::list}, Run()).weights;
  const VectorD raised = (x * list).array().exp();
  const VectorD gains = grades[0].unaryExpr([](double grade) { return std::exp2(grade) - 1; });
  CHECK((x.transpose() * (gains / gains.sum() - raised / raised.sum()) - 2 * lambda * list).norm() < 1e-4);
  expect_error(ErrorCode::data, "no question to learn from; give questions with right and wrong candidates", [&] {
    fit_rank_weights({questions, grades}, {}, {}, Run());
  });
}

namespace {

/// Queries whose best text has the query's own second word: what bm25 cannot know from the first alone.
std::string graded_rows() {
  std::string rows = "query\ttext\tgrade\n";
  for (int i = 0; i < 40; ++i) {
    const std::string thing = "thing" + std::to_string(i % 7), colour = "colour" + std::to_string(i % 5);
    rows += "buy " + thing + " " + colour + "\t" + thing + " in " + colour + " for you\t2\n";
    rows += "buy " + thing + " " + colour + "\t" + thing + " in black for all of you\t1\n";
    rows += "buy " + thing + " " + colour + "\twe buy and buy and sell\t0\n";
  }
  return rows;
}

}  // namespace

TEST_CASE("join learns to rank, explains by parts, and is the same after loading and at any thread count") {
  const TemporaryDirectory directory;
  const std::string rows = directory.put("rows.tsv", graded_rows()), path = directory / "bm25.couplet";
  save_model(*fit_method("bm25", {directory.put("texts.txt", four)}, {}).model, path);
  const Options options{{"label", "grade"}};
  const auto fit = [&](int threads) {
    Run run;
    run.pool = Pool(threads);
    Source source;
    source.columns = "query,text";
    source.paths = {rows, path};
    const Method& method = find_method(all_methods(), "join");
    return fit_model(method, source, Parameters::resolve(method.parameters, options), all_methods(), run);
  };
  const Fitted fitted = fit(1);
  const std::string query = "buy thing3 colour2";
  const double best = score_of(*fitted.model, query, "thing3 in colour2 for you"),
               middle = score_of(*fitted.model, query, "thing3 in black for all of you"),
               worst = score_of(*fitted.model, query, "we buy and buy and sell");
  CHECK(best == doctest::Approx(2).epsilon(0.2));
  CHECK(middle == doctest::Approx(1).epsilon(0.3));
  CHECK(worst == doctest::Approx(0).epsilon(0.3));
  const Explanation why = capability<ExplainsPairs>(*fitted.model).explain(query, "thing3 in black", Run());
  CHECK(sum_of(why) == doctest::Approx(why.score).epsilon(1e-9));
  const std::string saved = directory / "joined.couplet";
  save_model(*fitted.model, saved);
  CHECK(score_of(*load_model(saved, all_methods()), query, "thing3 in black") == why.score);
  CHECK(score_of(*fit(3).model, query, "thing3 in black") == why.score);
  CHECK(std::isnan(score_of(*fitted.model, query, "")));
}

TEST_CASE("a join of models alone sees their scores and nothing else") {
  const TemporaryDirectory directory;
  const std::string rows = directory.put("rows.tsv", graded_rows()), path = directory / "bm25.couplet";
  save_model(*fit_method("bm25", {rows}, {}).model, path);
  Source source;
  source.columns = "query,text";
  source.paths = {rows, path};
  const Method& method = find_method(all_methods(), "join");
  const auto fit = [&](const Source& data) {
    const Options options{{"label", "grade"}, {"models-alone", "true"}};
    return fit_model(method, data, Parameters::resolve(method.parameters, options), all_methods(), Run());
  };
  const Fitted fitted = fit(source);
  const Explanation why = capability<ExplainsPairs>(*fitted.model).explain("buy thing3", "thing3 in black", Run());
  CHECK(why.reasons.size() == 3);  // bm25, the mix, any text
  CHECK(sum_of(why) == doctest::Approx(why.score).epsilon(1e-9));
  const std::string saved = directory / "joined.couplet";
  save_model(*fitted.model, saved);
  CHECK(score_of(*load_model(saved, all_methods()), "buy thing3", "thing3 in black") == why.score);
  source.paths = {rows};
  expect_error(ErrorCode::usage, "--models-alone: there is no model; give models, or --learn", [&] { fit(source); });
}

namespace {

/// Words and grades by lot: there is nothing to learn but the rows themselves, by heart.
std::string rows_by_lot() {
  std::string rows;
  std::uint64_t state = 1;
  const auto draw = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  for (int query = 0; query < 80; ++query) {
    const std::string asked = fmt::format("q{} q{} q{}", draw(40), draw(40), draw(40));
    for (int text = 0; text < 4; ++text)
      rows += fmt::format("{}\tt{} t{} t{}\t{}\n", asked, draw(40), draw(40), draw(40), draw(3));
  }
  return rows;
}

/// The number behind `name` in what the report says of held-out queries.
double held_out(const Fitted& fitted, const std::string& system, const std::string& name) {
  const std::string found = fitted.report.find("held-out queries: " + system)->text();
  return std::stod(found.substr(found.find(name) + name.size()));
}

}  // namespace

TEST_CASE("join learns from what a part that learns says about queries it has not seen") {
  const TemporaryDirectory directory;
  const std::string path = directory.put("rows.tsv", rows_by_lot());
  const Fitted fitted = fit_method("join", {path}, {{"learn", "phsic"}});
  CHECK(held_out(fitted, "model phsic (learned here)", "queries ") ==
        doctest::Approx(0.5).epsilon(0.2));  // by heart it would be 1
  const auto why = capability<ExplainsPairs>(*fitted.model).explain("q3 q4", "t3 t4", Run());
  CHECK(std::any_of(why.reasons.begin(), why.reasons.end(), [](const Reason& r) { return r.left == "model phsic"; }));
  expect_error(
      ErrorCode::usage,
      "--learn: 'bm25' does not learn from grades; use phsic, s2net, rewriting, or fit it first and give the model",
      [&] {
        fit_method("join", {path}, {{"learn", "bm25"}});
      });
}

TEST_CASE("graded rows that teach nothing, or have no grade, are refused") {
  const TemporaryDirectory directory;
  expect_error(ErrorCode::data,
               directory / "rows.tsv" +
                   ": no query has texts of different grades; there is nothing to learn: see --label "
                   "and --group",
               [&] { fit_method("join", {directory.put("rows.tsv", "a\tb\t1\nc\td\t0\n")}, {}); });
  expect_error(ErrorCode::data,
               directory / "rows.tsv" +
                   ":2: the label is 'x', expected a grade from 0 to 100; choose the column with "
                   "--label",
               [&] { fit_method("join", {directory.put("rows.tsv", "a\tb\t1\nc\td\tx\n")}, {}); });
}

TEST_CASE("a join of lists takes the lambda with the best held-out ndcg") {
  const TemporaryDirectory directory;
  const std::string path = directory.put("rows.tsv", rows_by_lot());
  const auto ndcg = [&](Options options) {
    options.merge(Options{{"loss", "list"}, {"points", "0"}, {"knots", "0"}});
    return held_out(fit_method("join", {path}, options), "joined", "ndcg@10 ");
  };
  double best = 0, worst = 1;
  for (const char* lambda : {"1e-5", "1e-4", "1e-3", "1e-2", "0.1", "1", "10"}) {
    const double found = ndcg({{"lambda", lambda}});
    best = std::max(best, found);
    worst = std::min(worst, found);
  }
  CHECK(worst < best);
  CHECK(ndcg({}) == best);
}

TEST_CASE("s2net learns from grades within a query alone") {
  const TemporaryDirectory directory;
  // A lamp is asked for as light, a kettle as water; what shares a word with the query is the worse text.
  std::string rows = "query\ttext\tgrade\n";
  for (int i = 0; i < 60; ++i) {
    const bool lamp = i % 2 == 0;
    const std::string number = "n" + std::to_string(i), query = number + (lamp ? " light" : " water");
    rows += query + "\t" + number + " of the lamp\t" + (lamp ? "2" : "0") + "\n";
    rows += query + "\t" + number + " of the kettle\t" + (lamp ? "0" : "2") + "\n";
    rows += query + "\t" + number + " of the light and water\t1\n";
  }
  Source source;
  source.columns = "query,text";
  source.paths = {directory.put("rows.tsv", rows)};
  const Method& method = find_method(all_methods(), "s2net");
  const auto fit = [&](Options options) {
    options.insert({{"label", "grade"}, {"dimensions", "20"}, {"start", "cl-lsi"}, {"drop-frequent", "0"}});
    return fit_model(method, source, Parameters::resolve(method.parameters, options), all_methods(), Run());
  };
  const Fitted fitted = fit({});
  CHECK(score_of(*fitted.model, "n3 light", "n3 of the lamp") >
        score_of(*fitted.model, "n3 light", "n3 of the kettle"));
  CHECK(score_of(*fitted.model, "n4 water", "n4 of the kettle") >
        score_of(*fitted.model, "n4 water", "n4 of the lamp"));
  CHECK_NOTHROW(fit({{"by-gain", "true"}, {"hold-out", "0"}}));
  expect_error(ErrorCode::usage, "--triples: does not go with --label; leave one of them out", [&] {
    fit({{"triples", source.paths[0]}});
  });
  expect_error(ErrorCode::usage,
               "--competitors: pairs of unequal grade have none; leave it out, or train on counterparts too with "
               "--pair-loss",
               [&] {
                 fit({{"competitors", "10"}});
               });
  const Fitted both = fit({{"pair-loss", "true"}, {"hold-out", "0"}});
  CHECK(both.report.find("counterparts")->text() == "120");  // two of three rows of each query have a grade above 0
  CHECK(fitted.report.find("counterparts") == nullptr);
  CHECK(both.report.find("loss")->text() != fit({{"hold-out", "0"}}).report.find("loss")->text());
  CHECK_NOTHROW(fit({{"pair-loss", "true"}, {"competitors", "10"}}));
  CHECK_NOTHROW(fit({{"pair-loss", "true"}, {"group", "query"}}));
}

TEST_CASE("s2net of grades starts from what is known to go together, held-out queries apart") {
  GradedRows rows;
  rows.questions = {{0, 1, 2}, {3, 4}, {5, 6}, {7, 8}};
  rows.grades = {0, 2, 1, 0, 1, 3, 0, 1, 2};
  const GradedSplit split = split_queries(rows, 0.25, 1);
  REQUIRE(split.held.size() == 1);
  REQUIRE(split.learned.size() == 3);
  std::vector<std::int64_t> expected;
  for (std::int64_t query = 0; query < 4; ++query)
    if (query != split.held[0])
      for (const Index row : rows.questions[query])
        if (rows.grades[row] > 0) expected.push_back(row);
  CHECK(counterparts(rows, split) == expected);
  CHECK(split_queries(rows, 0, 1).held.empty());
}

TEST_CASE("a join says what it did not choose, which file a part is, and which part may know the rows") {
  const TemporaryDirectory directory;
  const std::string rows = directory.put("rows.tsv", graded_rows()), known = directory / "known.couplet",
                    words = directory / "words.couplet";
  Source source;
  source.columns = "query,text";
  const auto fit = [&](const char* name, std::vector<std::string> paths, const Options& options, Observer& observer) {
    const Method& method = find_method(all_methods(), name);
    Run run;
    run.observer = &observer;
    source.paths = std::move(paths);
    return fit_model(method, source, Parameters::resolve(method.parameters, options), all_methods(), run);
  };
  Warnings quiet, heard;
  save_model(*fit("phsic", {rows}, {{"label", "grade"}, {"encoder", "lsa:5"}}, quiet).model, known);
  save_model(*fit("bm25", {rows}, {}, quiet).model, words);
  const Fitted joined = fit("join", {rows, known, words}, {{"label", "grade"}}, heard);
  CHECK(joined.report.find("held-out queries: model phsic (known.couplet)") != nullptr);
  CHECK(joined.report.find("held-out queries: model bm25 (words.couplet)") != nullptr);
  REQUIRE(heard.messages.size() == 1);
  CHECK(heard.messages[0].starts_with("known.couplet: fitted on as many rows as are here"));

  const std::string alone =
      directory.put("alone.tsv", "query\ttext\tgrade\nred lamp\tred lamp\t1\nred lamp\tkettle\t0\n");
  const Fitted one = fit("join", {alone, words}, {{"label", "grade"}}, quiet);
  CHECK(one.report.find("chosen")->text() == "not by held-out queries, there is one query: lambda 0.01, linear");
  // A query that nothing knows has a score, by its spelling, and is said to be unknown.
  PairBatch batch;
  batch.left.texts = {"xqzv", "red"};
  batch.right.texts = {"kettle", "kettle"};
  const auto scores = capability<ScoresPairs>(*one.model).score(batch, Run());
  CHECK_FALSE(scores[0].left_known);
  CHECK(scores[0].right_known);
  CHECK(scores[1].left_known);
}
