#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "couplet/methods/context/context_model.h"
#include "couplet/methods/context/context_optimiser.h"
#include "couplet/methods/context/context_sampler.h"
#include "couplet/methods/registry.h"
#include "couplet/model/container.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

namespace {

const std::vector<std::vector<std::int32_t>> some_sentences = {{3, 4, 5, 6, 3}, {7, 3, 8}, {4, 4, 0, 8, 7, 5, 3}};

NumberedSentences as_text(const std::vector<std::vector<std::int32_t>>& sentences) {
  return {sentences.begin(), sentences.end()};
}

const Options small_net{{"units", "12"},    {"dimension", "10"}, {"epochs", "20"}, {"batch", "200"},
                        {"min-count", "1"}, {"samples", "8"},    {"rate", "0.02"}, {"predict", "0.1"}};

std::string saved_net(const TemporaryDirectory& place, const char* name, const std::string& text,
                      const Options& options, const Run& run = Run()) {
  save_model(*fit_method("context", {text}, options, run).model, place / name);
  return content_of(place / name);
}

}  // namespace

TEST_CASE("a batch reads every word from both sides") {
  Random random(1);
  const NumberedSentences text = as_text(some_sentences);
  const ContextBatch batch = lay_out(text, {}, random);
  CHECK(batch.states == 15);
  CHECK(batch.targets.size() == 15);
  // The first words of sentences come after <s>, the last ones before </s>.
  const auto& first = batch.targets[0];
  CHECK(batch.distinct[batch.left_read[first.left]] == sentence_start);
  CHECK(batch.distinct[batch.right_read[batch.targets[6].right]] == sentence_end);
  CHECK(batch.distinct[batch.right_read[first.right]] == 4);  // the longest sentence stands first: 4 4 0 8 7 5 3
  CHECK(first.sentence == 2);
}

TEST_CASE("fewer sentences abreast are more blocks") {
  const NumberedSentences text(300, std::span<const std::int32_t>(some_sentences[0]));
  for (const auto& expected : {std::pair(128, 3), {64, 5}, {32, 10}, {1000, 1}}) {
    const int abreast = expected.first, blocks = expected.second;
    CAPTURE(abreast);
    Random random(1);
    const ContextBatch batch = lay_out(text, {}, random, abreast);
    CHECK(std::ssize(batch.blocks) == blocks);
    for (const ContextBlock& block : batch.blocks) CHECK(std::abs(block.rows_at[0] * blocks - 300) < 2 * blocks);
  }
}

TEST_CASE("chances of a small net, full and sampled, are those of a computation by hand") {
  const ContextShape shape{6, 3, 2};
  ContextWeights<double> weights = ContextWeights<double>::zero(shape);
  int number = 0;
  weights.for_each([&](const char*, MatrixD& matrix) {
    for (Index i = 0; i < matrix.size(); ++i)
      matrix.data()[i] = 0.8 * std::sin(0.7 * static_cast<double>(i) + static_cast<double>(number));
    ++number;
  });
  // Python, following the formulas of the page: {all words, candidates 4 3 0 with 0.1 times the word's number added}.
  const double expected[4][2] = {{-0.806494064604, -0.233964702343},
                                 {-1.936414101817, -1.479883458003},
                                 {-4.423628570162, -3.811700569573},
                                 {-0.790155750225, -0.231705029614}};
  const std::vector<std::int32_t> sentence{3, 5, 4, 3};
  Random random(1);
  const NumberedSentences text{sentence};
  const ContextBatch batch = lay_out(text, {}, random);
  const Pool pool(1);
  ContextNets<double> nets(pool);
  ContextOutput<double> output(pool);
  nets.forward(weights, batch, {});
  for (const int sampled : {0, 1}) {
    ContextCandidates<double> candidates{{}, MatrixD::Zero(6, 1)};
    if (sampled) candidates.words = {4, 3, 0};
    for (Index word = 0; sampled && word < 6; ++word) candidates.corrections(word, 0) = 0.1 * static_cast<double>(word);
    const auto chances = output.run(weights, batch, nets, candidates, {}, nullptr);
    for (std::size_t i = 0; i < 4; ++i) CHECK(chances[i] == doctest::Approx(expected[i][sampled]).epsilon(1e-9));
  }
}

TEST_CASE("the gradient of a context model agrees with finite differences, with dropout, sampled and full") {
  const ContextShape shape{9, 4, 5};
  ContextWeights<double> weights = ContextWeights<double>::random(shape, 3);
  weights.in *= 5;
  weights.out_bias.setRandom();
  Random random(4);
  const NumberedSentences text = as_text(some_sentences);
  const std::vector<float> kept(9, 0.8F);
  const ContextBatch batch = lay_out(text, kept, random);
  REQUIRE(batch.targets.size() > 5);
  const UnitDropout dropout{0.3, 8, 2};
  for (const bool sampled : {true, false}) {
    ContextCandidates<double> candidates;
    if (sampled) candidates.words = {3, 4, 4, 8, 0, 6};  // a word twice, and words of the text
    candidates.corrections = MatrixD::Random(9, 1);
    const Pool pool(1);
    ContextNets<double> nets(pool);
    ContextOutput<double> output(pool);
    ContextGradient<double> gradient(shape), unused(shape);
    const auto loss = [&](ContextGradient<double>* to) {
      nets.forward(weights, batch, dropout);
      const auto chances = output.run(weights, batch, nets, candidates, dropout, to);
      return -std::accumulate(chances.begin(), chances.end(), 0.0) / static_cast<double>(chances.size());
    };
    loss(&gradient);
    nets.backward(weights, batch, gradient);
    std::vector<const MatrixD*> gradients;
    gradient.weights.for_each([&](const char*, MatrixD& matrix) { gradients.push_back(&matrix); });
    std::size_t next = 0;
    weights.for_each([&](const char* name, MatrixD& matrix) {
      INFO(name);
      MatrixD found = *gradients[next++];
      if (found.rows() != matrix.rows()) {  // a row a word that has one
        const auto& words = std::string(name) == "in" ? gradient.in_words : gradient.out_words;
        MatrixD whole = MatrixD::Zero(matrix.rows(), matrix.cols());
        for (std::size_t i = 0; i < words.size(); ++i) whole.row(words[i]) = found.row(static_cast<Index>(i));
        found = whole;
      }
      double worst = 0;
      for (Index i = 0; i < matrix.size(); ++i) {
        const double value = matrix.data()[i], step = 1e-6;
        matrix.data()[i] = value + step;
        const double above = loss(&unused);
        matrix.data()[i] = value - step;
        const double below = loss(&unused);
        matrix.data()[i] = value;
        worst = std::max(worst, std::abs(found.data()[i] - (above - below) / (2 * step)));
      }
      CHECK(found.cwiseAbs().maxCoeff() > 1e-4);
      CHECK(worst < 1e-7);
    });
  }
}

TEST_CASE("rows that a batch leaves alone go on by their momentum") {
  const ContextShape shape{3, 2, 1};
  const Run run;
  // Once with a gradient of zero for word 2 at every step, once without one: Adam moves both alike.
  std::vector<ContextWeights<float>> ends;
  for (const bool always : {true, false}) {
    ContextWeights<float> weights = ContextWeights<float>::zero(shape);
    ContextOptimiser optimiser(shape);
    for (int step = 0; step < 2000; ++step) {
      ContextGradient<float> gradient(shape);
      gradient.out_words = {1};
      if (always || step == 1980) gradient.out_words.push_back(2);
      const auto rows = static_cast<Index>(gradient.out_words.size());
      gradient.weights.out = MatrixF::Constant(rows, 2, step == 1980 ? 0.01F : 0.0F);
      gradient.weights.out_bias = MatrixF::Zero(rows, 1);
      optimiser.catch_up(weights, {}, gradient.out_words, run);
      optimiser.step(weights, gradient, 0.001, 1, run);
    }
    optimiser.catch_up_all(weights, run);
    ends.push_back(weights);
  }
  CHECK(ends[0].out(2, 0) < -0.01F);
  CHECK(ends[1].out(2, 0) == doctest::Approx(ends[0].out(2, 0)).epsilon(0.01));
}

TEST_CASE("frequent words are predicted at some of their places, and drawn accordingly") {
  const std::vector<std::int64_t> counts{0, 0, 0, 9000, 900, 90, 10};
  const ContextSampler sampler(counts, 0.01, 50000);
  CHECK(sampler.kept()[3] == doctest::Approx(1.0 / 3 * std::sqrt(0.1)).epsilon(1e-5));  // sqrt(.01 * 10000 / 9000)
  CHECK(sampler.kept()[5] == 1);
  Random random(2);
  std::vector<double> drawn(7, 0);
  const auto candidates = sampler.draw(random);
  for (const std::int32_t word : candidates.words) drawn[word] += 1.0 / 50000;
  CHECK(drawn[1] + drawn[2] == 0);
  for (const int word : {3, 4, 5, 6})
    CHECK(drawn[word] == doctest::Approx(std::exp(-static_cast<double>(candidates.corrections(word, 0)))).epsilon(0.1));
}

TEST_CASE("a context model learns both sides, and threads change nothing") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(600, 20));
  const std::string one = saved_net(place, "one", path, small_net, with_threads(1));
  CHECK(saved_net(place, "two", path, small_net, with_threads(2)) == one);
  CHECK(saved_net(place, "three", path, small_net, with_threads(3)) == one);
  Options large = small_net;  // batches of several blocks
  large["batch"] = "4000";
  large["epochs"] = "2";
  const std::string blocks = saved_net(place, "blocks", path, large, with_threads(1));
  CHECK(saved_net(place, "more", path, large, with_threads(3)) == blocks);
  const auto model = load_model(place / "one", all_methods());
  CHECK(run_self_test(*model) < 1e-6);
  const auto& context = dynamic_cast<const ContextModel&>(*model);
  // Each word likes three that follow it: what fits w3 before and w7 after is w9 or another of 9, 10, 11.
  BlankQuestion question{"", {"w1 w3 ", " w7 w1"}, {{"w9"}, {"w14"}, {"w2"}}};
  const auto scores = context.score_questions({&question, 1}, Run())[0];
  CHECK(scores[0].value > scores[1].value + 0.3);
  CHECK(scores[0].value > scores[2].value + 0.3);
  // The likeliest word for the blank is the one that scores best there.
  std::vector<std::string> sentences;
  for (int word = 0; word < 20; ++word) sentences.push_back("w1 w3 w" + std::to_string(word) + " w7 w1");
  const auto filled = context.score_sentences(sentences, true, Run());
  const auto best = std::max_element(
      filled.begin(), filled.end(), [](const auto& a, const auto& b) { return a.detail[2].log10 < b.detail[2].log10; });
  CHECK(context.candidates(question, 1, Run())[0] == best->detail[2].word);
}

TEST_CASE("chances of all words at a place add up to one, alone and side by side the same") {
  const TemporaryDirectory place;
  for (const char* softmax : {"sampled", "full"}) {
    Options options = small_net;
    options["softmax"] = softmax;
    if (options["softmax"] == "full") options.erase("samples");
    options["epochs"] = "1.5";
    const Fitted fitted = fit_method("context", {put(place / "text", made_up_text(200, 12))}, options, Run());
    const auto& model = dynamic_cast<const ContextModel&>(*fitted.model);
    double sum = 0;
    std::vector<std::string> sentences;
    for (int word = 0; word < 12; ++word) sentences.push_back("w3 w" + std::to_string(word) + " w7 w1");
    sentences.push_back("w3 nonsense w7 w1");
    const auto together = model.score_sentences(sentences, true, Run());
    for (const SentenceScore& score : together) sum += std::pow(10, score.detail[1].log10);
    CHECK(sum == doctest::Approx(1).epsilon(1e-4));
    CHECK(together.back().unknown == 1);
    CHECK(together[4].words == 4);
    const auto alone = model.score_sentences(std::span(sentences).subspan(4, 1), true, Run());
    CHECK(alone[0].log10 == doctest::Approx(together[4].log10).epsilon(1e-5));
  }
}

TEST_CASE("reasons add up to the score") {
  const TemporaryDirectory place;
  Options options = small_net;
  options["epochs"] = "3";
  const Fitted fitted = fit_method("context", {put(place / "text", made_up_text(300, 15))}, options, Run());
  const auto& model = dynamic_cast<const ContextModel&>(*fitted.model);
  for (const BlankQuestion& question :
       {BlankQuestion{"", {"w3 w9 ", " w7 w1"}, {{"w5"}, {"w6"}}},
        BlankQuestion{"", {"w3 ", " w7 ", ""}, {{"w5", "w2"}, {"w6 w7", "nonsense"}}}}) {
    const auto scores = model.score_questions({&question, 1}, Run())[0];
    for (std::size_t option = 0; option < 2; ++option) {
      double sum = 0;
      for (const Reason& reason : model.explain_option(question, option, Run())) sum += reason.value;
      CHECK(sum == doctest::Approx(scores[option].value).epsilon(1e-4));
    }
    // Both options have a row for each of the other words: matched by place and word, and by the base that says what
    // the fillers have without them, the differences add up to that of the scores.
    std::map<std::string, double> rows;
    for (const std::size_t option : {0, 1})
      for (const Reason& reason : model.explain_option(question, option, Run()))
        rows[reason.left] += option == 0 ? reason.value : -reason.value;
    CHECK(rows.size() == (question.blanks() == 1 ? 4U : 2U) + 2U);
    CHECK(rows.contains("1: w3"));
    CHECK(rows.contains(question.blanks() == 1 ? "5: w1" : "3: w7"));
    double sum = 0;
    for (const auto& [left, value] : rows) sum += value;
    if (question.blanks() == 1)  // fillers of as many words
      CHECK(rows["(other words, blank unknown)"] == doctest::Approx(0).epsilon(1e-4));
    CHECK(sum == doctest::Approx(scores[0].value - scores[1].value).epsilon(1e-3));
  }
}

TEST_CASE("resuming a context model's checkpoint gives the bits of a run that was never stopped") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(400, 15));
  Options options = small_net;
  options["epochs"] = "4";
  options["checks"] = "2";
  const std::string whole = saved_net(place, "whole", path, options);

  class Stopper : public Observer {
   public:
    Stopper(StopToken& token, double share) : token_(token), share_(share) {}
    void begin(std::string_view stage, std::int64_t total, std::string_view) override {
      training_ = stage == "training";
      total_ = static_cast<double>(total);
    }
    void resume(std::int64_t done) override { resumed = done; }
    void advance(std::int64_t done) override {
      if (training_ && reached == 0) reached = done;
      if (training_ && static_cast<double>(done) > share_ * total_) token_.request();
    }

    std::int64_t resumed = 0, reached = 0;  // what was done before, and the first number after it

   private:
    StopToken& token_;
    double share_, total_ = 0;
    bool training_ = false;
  };
  options["checkpoint"] = place / "state";
  options["resume"] = "true";
  for (const double share : {0.1, 0.55, 0.9}) {
    StopToken token;
    Stopper stopper(token, share);
    Run run;
    run.observer = &stopper;
    run.stop = &token;
    CHECK_THROWS_AS(fit_method("context", {path}, options, run), Error);
    CHECK((stopper.resumed > 0) == (share > 0.1));  // the first run begins from nothing
    CHECK(stopper.reached > stopper.resumed);
  }
  CHECK(saved_net(place, "resumed", path, options, with_threads(2)) == whole);

  options["units"] = "16";
  expect_error(
      ErrorCode::model,
      place / "state" +
          ": a checkpoint of a run with --units 12; resume with the options it was written with, or remove the file",
      [&] { fit_method("context", {path}, options, Run()); });
}

TEST_CASE("training that ends early says so, and which check was kept") {
  const TemporaryDirectory place;
  Options options = small_net;  // far more passes than the small text bears
  options["epochs"] = "60";
  options["patience"] = "1";
  options["hold-out"] = "0.2";
  const Fitted fitted = fit_method("context", {put(place / "text", made_up_text(60, 20))}, options, Run());
  REQUIRE(fitted.report.find("stopped early"));
  CHECK(fitted.report.find("stopped early")->text() == "2 checks in a row got no better (--patience)");
  std::int64_t checks = 0;
  for (const ReportEntry& entry : fitted.report.entries) checks += entry.name.starts_with("check ");
  CHECK(fitted.report.find("kept")->text() == "the net as it was after check " + std::to_string(checks - 2));
}

TEST_CASE("vectors to start from, small texts, no sentences") {
  const TemporaryDirectory place;
  Options options{{"units", "3"}, {"dimension", "2"}, {"epochs", "0"}, {"min-count", "1"}};
  options["start-vectors"] = put(place / "vectors.txt", "a 1 0\nb 0 1\n");
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  const Fitted fitted = fit_method("context", {put(place / "text", "a b c\n")}, options, run);
  const auto of_width = [&] {
    return std::count_if(warnings.messages.begin(), warnings.messages.end(),
                         [](const std::string& message) { return message.find("those of the net") < message.size(); });
  };
  CHECK(of_width() == 0);
  options["dimension"] = "3";
  fit_method("context", {place / "text"}, options, run);
  CHECK(of_width() == 1);
  const auto& model = dynamic_cast<const ContextModel&>(*fitted.model);
  const FoundWord a = model.find_word("A"), b = model.find_word("b");
  CHECK(a.vector[1] == 0);
  CHECK(a.vector[0] == b.vector[1]);
  CHECK(a.way == "itself");
  CHECK(model.find_word("nonsense").known() == false);
  expect_error(ErrorCode::data,
               place / "short" + ": no sentence of 3 to 120 words; give a sentence a line, or --sentences split", [&] {
                 fit_method("context", {put(place / "short", "a b\nb\n")}, {{"min-count", "1"}}, Run());
               });
}
