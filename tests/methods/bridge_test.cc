#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "couplet/methods/bridge/bridge_model.h"
#include "couplet/methods/bridge/translation_table.h"
#include "couplet/methods/registry.h"
#include "tests/base/expect_error.h"
#include "tests/base/warnings.h"
#include "tests/methods/bridge_samples.h"

using namespace couplet;

namespace {

const std::vector<std::string> methods = {"untranslated", "word-by-word", "cl-lsi", "opca", "cca", "s2net"};

/// Options that suit small data.
Options small(const std::string& method, Options more = {}) {
  Options options = {{"text", "space"}, {"drop-frequent", "0"}};
  if (method != "untranslated" && method != "word-by-word") options["dimensions"] = "8";
  for (const auto& [name, value] : more) options[name] = value;
  return options;
}

/// Left and right are the same sentence, every word in another spelling: topics have words in common, so counterparts
/// can be found.
TextPairs translated_texts(Index count, std::uint64_t seed) {
  TextPairs pairs = topic_texts(count, seed);
  for (std::size_t i = 0; i < pairs.left.size(); ++i) {
    pairs.right[i] = pairs.left[i];
    for (char& letter : pairs.right[i])
      if (letter == 'l') letter = 'r';
  }
  return pairs;
}

/// Every other word of the right texts left out.
TextPairs thinned(TextPairs pairs) {
  const auto thin = [](std::string& text, bool keep) {
    std::string kept, word;
    for (const char letter : text + " ") {
      if (letter != ' ') {
        word += letter;
        continue;
      }
      if (keep) kept += (kept.empty() ? "" : " ") + word;
      keep = !keep;
      word.clear();
    }
    text = kept;
  };
  for (std::string& text : pairs.right) thin(text, false);
  return pairs;
}

Fitted fit_bridge(const TemporaryDirectory& directory, const std::string& method, const TextPairs& pairs,
                  Options options = {}, const Run& run = Run()) {
  return fit_method(method,
                    {directory.put("l.txt", lines_of(pairs.left)), directory.put("r.txt", lines_of(pairs.right))},
                    small(method, std::move(options)), run);
}

}  // namespace

TEST_CASE("every method: scores are inner products of unit vectors, saved and loaded") {
  const TemporaryDirectory directory;
  const TextPairs train = translated_texts(120, 1), fresh = translated_texts(40, 2);
  for (const std::string& method : methods) {
    CAPTURE(method);
    const Fitted fitted = fit_bridge(directory, method, train);
    const auto scores = scores_of(*fitted.model, fresh);
    const auto& embedder = capability<EmbedsSides>(*fitted.model);
    const MatrixD left = embedder.embed(Side::left, Items{fresh.left, {}}, Run()).rows;
    const MatrixD right = embedder.embed(Side::right, Items{fresh.right, {}}, Run()).rows;
    CHECK(left.cols() == embedder.dimension());
    for (Index i = 0; i < 40; ++i) {
      if (std::isnan(scores[i])) continue;
      CHECK(left.row(i).norm() == doctest::Approx(1));
      CHECK(left.row(i).dot(right.row(i)) == doctest::Approx(scores[i]).epsilon(1e-9));
    }
    const auto loaded = reloaded(directory, *fitted.model);
    CHECK(run_self_test(*loaded) == 0);
    const auto again = scores_of(*loaded, fresh);
    for (std::size_t i = 0; i < scores.size(); ++i) CHECK((again[i] == scores[i] || std::isnan(scores[i])));
    CHECK(saved_bytes(directory, *loaded) == saved_bytes(directory, *fitted.model));
  }
}

TEST_CASE("learned methods find counterparts whose words were never the same") {
  const TemporaryDirectory directory;
  const TextPairs train = translated_texts(300, 3), fresh = translated_texts(60, 4);
  CHECK(mrr(*fit_bridge(directory, "untranslated", train).model, fresh) < 0.1);
  for (const std::string method : {"word-by-word", "cl-lsi", "opca", "cca", "s2net"}) {
    CAPTURE(method);
    Options options;
    if (method != "word-by-word") options["dimensions"] = "40";
    CHECK(mrr(*fit_bridge(directory, method, train, options).model, fresh) > 0.6);
  }
}

TEST_CASE("the values of the word pairs add up to the score") {
  const TemporaryDirectory directory;
  const TextPairs train = translated_texts(120, 5);
  for (const std::string& method : methods) {
    CAPTURE(method);
    const Fitted fitted = fit_bridge(directory, method, train, {});
    if (method == "untranslated") continue;  // the sides have no word in common
    const Explanation explanation =
        capability<ExplainsPairs>(*fitted.model).explain(train.left[3], train.right[3], Run());
    double sum = 0;
    for (const Reason& reason : explanation.reasons) {
      CHECK(reason.kind == "word pair");
      CHECK(reason.left[0] == 'l');
      CHECK(reason.right[0] == 'r');
      sum += reason.value;
    }
    CHECK(sum == doctest::Approx(explanation.score).epsilon(1e-9));
    CHECK(explanation.score == doctest::Approx(scores_of(*fitted.model, part_of(train, 3, 1))[0]).epsilon(1e-9));
    for (std::size_t i = 1; i < explanation.reasons.size(); ++i)
      CHECK(std::abs(explanation.reasons[i - 1].value) >= std::abs(explanation.reasons[i].value));
  }
  const Fitted fitted = fit_bridge(directory, "opca", train);
  expect_error(ErrorCode::data, "right text: no word of it is known to the model; there is no score to explain",
               [&] { capability<ExplainsPairs>(*fitted.model).explain(train.left[0], "nothing known", Run()); });
}

TEST_CASE("texts without a known word have no score, and are said") {
  const TemporaryDirectory directory;
  TextPairs train = translated_texts(60, 6);
  train.left[7].clear();
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  const Fitted fitted = fit_bridge(directory, "opca", train, {}, run);
  REQUIRE(warnings.messages.size() == 1);
  CHECK(warnings.messages[0] == directory.file("l.txt") + ": 1 of 60 texts have no word");
  PairBatch batch;
  batch.left.texts = {"", train.left[0]};
  batch.right.texts = {train.right[0], "unknown"};
  const auto scores = capability<ScoresPairs>(*fitted.model).score(batch, Run());
  CHECK(std::isnan(scores[0].value));
  CHECK(!scores[0].left_known);
  CHECK(scores[0].right_known);
  CHECK(!scores[1].right_known);
  PairBatch good;
  good.left.texts = {train.left[0], train.left[0]};
  good.right.texts = {train.right[0], train.right[1]};
  const auto compared = capability<ScoresPairs>(*fitted.model).score(good, Run());
  CHECK(compared[0].z > compared[1].z);
  CHECK(std::isfinite(compared[0].z));
}

TEST_CASE("same bytes for 1, 2 and 3 threads") {
  const TemporaryDirectory directory;
  const TextPairs train = translated_texts(100, 7);
  for (const std::string& method : methods) {
    CAPTURE(method);
    std::string first;
    for (const int threads : {1, 2, 3}) {
      Run run;
      run.pool = Pool(threads);
      const std::string bytes = saved_bytes(directory, *fit_bridge(directory, method, train, {}, run).model);
      if (threads == 1) first = bytes;
      CHECK(bytes == first);
    }
  }
}

TEST_CASE("three languages at once; methods of two say so") {
  const TemporaryDirectory directory;
  const TextPairs pairs = translated_texts(80, 8);
  const std::vector<std::string> paths = {directory.put("1", lines_of(pairs.left)),
                                          directory.put("2", lines_of(pairs.right)),
                                          directory.put("3", lines_of(pairs.left))};
  for (const std::string method : {"opca", "cca", "dda", "cl-lsi", "untranslated"}) {
    const Fitted fitted = fit_method(method, paths, small(method));
    CHECK(fitted.report.entries[0].text() == "80 in 3 languages");
    CHECK(run_self_test(*reloaded(directory, *fitted.model)) == 0);
  }
  // The third language has the words of the first: a text is its own counterpart there. Vocabularies of their own tell
  // whether the sides are the languages asked for.
  for (const std::string method : {"opca", "cca"}) {
    Options options = small(method, {{"sides", "1,3"}});
    if (method == "opca") options["vocabulary"] = "separate";
    const Fitted ends = fit_method(method, paths, options);
    CHECK(scores_of(*reloaded(directory, *ends.model), TextPairs{{pairs.left[0]}, {pairs.left[0]}})[0] > 0.9);
    CHECK(std::isnan(scores_of(*ends.model, TextPairs{{pairs.left[0]}, {pairs.right[0]}})[0]));
  }
  for (const char* wrong : {"1,4", "0,1", "1", "1,2,3", "a,b"})
    expect_error(
        ErrorCode::usage,
        "--sides: '" + std::string(wrong) + "' is not two of the languages; write two numbers from 1 to 3, like 1,2",
        [&] {
          fit_method("opca", paths, small("opca", {{"sides", wrong}}));
        });
  for (const std::string method : {"s2net", "word-by-word"})
    expect_error(ErrorCode::usage, method + " takes two languages, here are 3; use opca, cca, dda or cl-lsi for more",
                 [&] { fit_method(method, paths, small(method)); });
}

TEST_CASE("s2net: starts, development data and its overlap with the training data") {
  const TemporaryDirectory directory;
  const TextPairs train = thinned(translated_texts(150, 9)), held = thinned(translated_texts(40, 10));
  const std::string development = directory.put("held.tsv", tsv_of(held));
  for (const std::string start : {"opca", "cl-lsi", "cca"}) {
    CAPTURE(start);
    Options options = {{"dimensions", "20"}};
    if (start != "cl-lsi") options["regulariser"] = "0.5";
    const Fitted before = fit_bridge(directory, start, train, options);
    options["start"] = start;
    options["regulariser"] = "0.5";
    // One evaluation of the loss is spent on the start itself.
    Options idle = options;
    idle["hold-out"] = "0";
    idle["evaluations"] = "1";
    const auto wanted = scores_of(*before.model, held),
               begun = scores_of(*fit_bridge(directory, "s2net", train, idle).model, held);
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(begun[i] == doctest::Approx(wanted[i]).epsilon(1e-4));
    options["development"] = development;
    CHECK(mrr(*fit_bridge(directory, "s2net", train, options).model, held) > mrr(*before.model, held));
  }
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  TextPairs mixed = held;
  for (std::size_t i = 0; i < 3; ++i) {
    mixed.left[i] = train.left[i];
    mixed.right[i] = train.right[i];
  }
  const std::string path = directory.put("mixed.tsv", tsv_of(mixed));
  fit_bridge(directory, "s2net", train, {{"development", path}}, run);
  REQUIRE(warnings.messages.size() == 1);
  CHECK(warnings.messages[0] == path + ": 3 of 40 documents are in the training data too");
  expect_error(ErrorCode::usage,
               "--vocabulary: cca has a vocabulary for each language; use --vocabulary separate, or start from opca",
               [&] {
                 fit_bridge(directory, "s2net", train, {{"start", "cca"}, {"vocabulary", "shared"}});
               });
}

TEST_CASE("a text pipeline a language") {
  const TemporaryDirectory directory;
  const std::vector<std::string> paths = {directory.put("1", "One two\nTwo three\nthree one one\n"),
                                          directory.put("2", "un-deux\ndeux-trois\ntrois-un-un\n")};
  const Fitted fitted = fit_method("opca", paths, {{"text", "lower,space;words"}, {"drop-frequent", "0"}});
  const auto& model = dynamic_cast<const BridgeModel&>(*fitted.model);
  CHECK(model.space().list(0).words.find("one") >= 0);
  CHECK(model.space().list(0).words.find("trois") >= 0);
  const auto scores = scores_of(*reloaded(directory, model), TextPairs{{"one two", "one two"}, {"un-deux", "trois"}});
  CHECK(scores[0] > scores[1] + 0.5);
}

TEST_CASE("IBM model 1 finds who translates whom") {
  // Words 0 and 1 stand with 0 and 1; 2 is in every text.
  MatrixD left = MatrixD::Zero(6, 3), right = MatrixD::Zero(6, 3);
  for (Index i = 0; i < 6; ++i) {
    left(i, i % 2) = right(i, i % 2) = 1;
    left(i, 2) = right(i, 2) = 1;
  }
  const MatrixF table =
      translation_table(sparse_of(left), sparse_of(right), {.rounds = 20, .translations = 1}, Run()).dense();
  for (Index word = 0; word < 3; ++word) CHECK(table(word, word) > 0.7F);
  CHECK(table.sum() == doctest::Approx(table.diagonal().sum()));
  // One round from equal probabilities, by hand: word 0 shares texts {0, 2} with two left words and the empty one.
  const MatrixF once =
      translation_table(sparse_of(left), sparse_of(right), {.rounds = 1, .translations = 9, .least = 0}, Run()).dense();
  CHECK(once(0, 0) == doctest::Approx(0.5));
  CHECK(once(0, 2) == doctest::Approx(0.5));
  CHECK(once(2, 0) == doctest::Approx(0.25));
  CHECK(once(2, 2) == doctest::Approx(0.5));
}

TEST_CASE("s2net: the right texts of a left text that comes again are no negatives of each other") {
  // Each left text has two counterparts; trained against each other, both could not be near it.
  const TemporaryDirectory directory;
  const TextPairs first = translated_texts(40, 12), second = translated_texts(40, 13);
  TextPairs twice = first;
  twice.left.insert(twice.left.end(), first.left.begin(), first.left.end());
  twice.right.insert(twice.right.end(), second.right.begin(), second.right.end());
  const Options options = {{"dimensions", "20"}, {"hold-out", "0"}, {"evaluations", "40"}};
  const Fitted fitted = fit_bridge(directory, "s2net", twice, options);
  // The loss left of two counterparts each of which is to win would be log 2 of one comparison in 79.
  const std::string loss = fitted.report.find("loss")->text();
  CHECK(std::stod(loss.substr(loss.find(" to ") + 4)) < 0.001);
}

TEST_CASE("s2net: judged texts are no competitors of the pairs") {
  const TemporaryDirectory directory;
  const TextPairs train = translated_texts(60, 14);
  const Options options = {{"dimensions", "20"}, {"hold-out", "0"}, {"evaluations", "1"}};
  Options judged = options;
  const auto loss_at_start = [&](const std::string& triples) {
    judged["triples"] = directory.put("judged.tsv", triples);
    const std::string loss = fit_bridge(directory, "s2net", train, judged).report.find("loss")->text();
    return std::stod(loss.substr(0, loss.find(' ')));
  };
  // Better and worse are alike: the triple's own loss is log 2 whatever they are.
  const double here = loss_at_start(train.left[0] + "\t" + train.right[1] + "\t" + train.right[1] + "\n"),
               counterpart = loss_at_start(train.left[0] + "\t" + train.right[0] + "\t" + train.right[0] + "\n");
  CHECK(here == doctest::Approx(counterpart).epsilon(1e-9));
}

TEST_CASE("s2net: judged texts are ordered as judged") {
  const TemporaryDirectory directory;
  const TextPairs train = translated_texts(80, 11);
  std::string triples;
  for (std::size_t i = 0; i < 20; ++i)  // against what the pairs say: neither is the counterpart
    triples += train.left[i] + "\t" + train.right[i + 40] + "\t" + train.right[i + 60] + "\n";
  const std::string judged = directory.put("judged.tsv", triples);
  const auto ordered = [&](const Model& model) {
    int count = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      const auto scores =
          scores_of(model, TextPairs{{train.left[i], train.left[i]}, {train.right[i + 40], train.right[i + 60]}});
      count += scores[0] > scores[1];
    }
    return count;
  };
  const Options options = {{"dimensions", "30"}, {"hold-out", "0"}, {"evaluations", "40"}};
  const int before = ordered(*fit_bridge(directory, "s2net", train, options).model);
  Options with_judged = options;
  with_judged["triples"] = judged;
  const Fitted fitted = fit_bridge(directory, "s2net", train, with_judged);
  CHECK(ordered(*fitted.model) >= std::max(16, before));
  REQUIRE(fitted.report.find("judged"));
  CHECK(fitted.report.find("judged")->text() == "20 triples");
}
