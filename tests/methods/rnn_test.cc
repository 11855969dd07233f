#include <doctest/doctest.h>

#include "couplet/methods/registry.h"
#include "couplet/methods/rnnlm/rnn_model.h"
#include "couplet/methods/rnnlm/rnn_trainer.h"
#include "couplet/model/container.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

namespace {

WordClasses some_classes(std::int32_t words, std::int32_t classes) {
  std::vector<std::int32_t> class_of;
  for (std::int32_t word = 0; word < words; ++word) class_of.push_back(word * word % classes);
  return WordClasses(class_of);
}

RnnBatch random_batch(Index steps, Index rows, std::int32_t words) {
  Random random(5);
  RnnBatch batch{steps, rows, {}, {}, {}};
  for (Index i = 0; i < steps * rows; ++i) {
    batch.inputs.push_back(static_cast<std::int32_t>(random.below(words)));
    batch.targets.push_back(random.below(6) == 0 ? -1 : static_cast<std::int32_t>(random.below(words)));
    batch.fresh.push_back(random.below(5) == 0);
  }
  return batch;
}

}  // namespace

TEST_CASE("the gradient agrees with finite differences, for all cells, with dropout, and with tied vectors") {
  for (const auto& [cell, tied] :
       {std::pair(RnnCell::simple, false), {RnnCell::sigmoid, false}, {RnnCell::lstm, false}, {RnnCell::lstm, true}}) {
    const WordClasses classes = some_classes(9, 4);
    const RnnShape shape{cell, 9, classes.size(), 5, tied};
    RnnWeights<double> weights = RnnWeights<double>::random(shape, 3);
    weights.word_weights *= 5;
    weights.class_weights *= 5;
    weights.embedding *= 5;
    const RnnBatch batch = random_batch(4, 3, 9);
    const UnitDropout dropout{0.3, 8, 2};
    const auto loss = [&](RnnGradient<double>* gradient) {
      RnnGradient<double> unused(shape);
      RnnState<double> state{MatrixD::Constant(3, 5, 0.2), MatrixD::Constant(3, 5, -0.3)};
      double sum = 0;
      for (const double value :
           rnn_pass<double>(shape, classes, weights, batch, state, dropout, 0.5, gradient ? gradient : &unused))
        sum -= 0.5 * value;
      return sum;
    };
    RnnGradient<double> gradient(shape);
    loss(&gradient);
    double worst = 0, largest = 0;
    std::vector<MatrixD*> gradients;
    gradient.weights.for_each([&](const char*, MatrixD& matrix) { gradients.push_back(&matrix); });
    std::size_t next = 0;
    weights.for_each([&](const char*, MatrixD& matrix) {
      const MatrixD& found = *gradients[next++];
      for (Index i = 0; i < matrix.size(); ++i) {
        const double kept = matrix.data()[i], step = 1e-6;
        matrix.data()[i] = kept + step;
        const double above = loss(nullptr);
        matrix.data()[i] = kept - step;
        const double below = loss(nullptr);
        matrix.data()[i] = kept;
        worst = std::max(worst, std::abs(found.data()[i] - (above - below) / (2 * step)));
        largest = std::max(largest, std::abs(found.data()[i]));
      }
    });
    CHECK(largest > 0.1);
    CHECK(worst < 1e-7);
  }
}

TEST_CASE("training lowers the perplexity, and threads change nothing") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(600, 20));
  const Options options{{"hidden", "16"}, {"epochs", "20"}, {"steps", "5"}, {"streams", "40"}, {"rate", "0.01"}};
  const auto bytes = [&](int threads, const char* name) {
    const Fitted fitted = fit_method("rnnlm", {path}, options, with_threads(threads));
    save_model(*fitted.model, place / name);
    return content_of(place / name);
  };
  const std::string one = bytes(1, "one");
  CHECK(bytes(3, "three") == one);
  const auto model = load_model(place / "one", all_methods());
  CHECK(run_self_test(*model) < 1e-6);
  const std::string liked = "w1 w3 w9 w7 w1", random = "w1 w14 w0 w19 w2";
  const auto& rnn = dynamic_cast<const LanguageModel&>(*model);
  const auto score = [&](const std::string& text) { return rnn.score_sentences({&text, 1}, false, Run())[0].log10; };
  CHECK(score(liked) > score(random) + 1);
}

TEST_CASE("probabilities add up to one and are the same alone and side by side") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(200, 12));
  for (const char* context : {"sentence", "text"})
    for (const char* cell : {"lstm", "simple", "sigmoid"}) {
      const Fitted fitted =
          fit_method("rnnlm", {path},
                     {{"hidden", "8"}, {"epochs", "1"}, {"cell", cell}, {"context", context}, {"steps", "5"}}, Run());
      const LanguageModel& model = language(fitted);
      const NumberedSentence sentence = model.numbered("w3 w9 w7");
      const std::span<const std::int32_t> history(sentence.data(), 2);
      const auto next = model.next_words(history, Run());
      CHECK(sum_of_powers(next) == doctest::Approx(1).epsilon(1e-5));
      const auto alone = model.chances({&sentence, 1}, Run())[0];
      CHECK(alone[2].log10 == doctest::Approx(next[sentence[2]]).epsilon(0.01));
      if (std::string(context) == "text") continue;
      const std::vector<NumberedSentence> both{model.numbered("w1 w1 w1 w1 w1"), sentence};
      const auto beside = model.chances(both, Run())[1];
      for (std::size_t i = 0; i < alone.size(); ++i)
        CHECK(beside[i].log10 == doctest::Approx(alone[i].log10).epsilon(1e-5));
    }
}

TEST_CASE("resuming a checkpoint gives the bits of a run that was never stopped") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(400, 15));
  Options options{{"hidden", "8"}, {"epochs", "4"}, {"steps", "5"}, {"checks", "2"}, {"tied", "true"}};
  save_model(*fit_method("rnnlm", {path}, options, Run()).model, place / "whole");

  /// Stops after so many checks (stages advance once a batch).
  class Stopper : public Observer {
   public:
    explicit Stopper(StopToken& token) : token_(token) {}
    void begin(std::string_view stage, std::int64_t total, std::string_view) override {
      training_ = stage == "training";
      total_ = total;
    }
    void advance(std::int64_t done) override {
      if (training_ && done * 2 > total_) token_.request();
    }

   private:
    StopToken& token_;
    bool training_ = false;
    std::int64_t total_ = 0;
  };
  options["checkpoint"] = place / "state";
  StopToken token;
  Stopper stopper(token);
  Run run;
  run.observer = &stopper;
  run.stop = &token;
  CHECK_THROWS_AS(fit_method("rnnlm", {path}, options, run), Error);
  const ModelFile state(place / "state");
  CHECK(state.doubles("numbers", 4)[3] > 0);  // kept where it was stopped, between two checks
  options["resume"] = "true";
  const Fitted resumed = fit_method("rnnlm", {path}, options, Run());
  save_model(*resumed.model, place / "resumed");
  CHECK(content_of(place / "resumed") == content_of(place / "whole"));
  CHECK(resumed.report.find("resumed"));
  options["epochs"] = "0";  // the model as far as the run has come
  const Fitted so_far = fit_method("rnnlm", {path}, options, Run());
  options["epochs"] = "4";
  const NumberedSentence sentence = language(resumed).numbered("w3 w9 w7");
  CHECK(language(so_far).chances({&sentence, 1}, Run())[0][2].log10 ==
        language(resumed).chances({&sentence, 1}, Run())[0][2].log10);

  options["hidden"] = "16";
  expect_error(
      ErrorCode::model,
      place / "state" +
          ": a checkpoint of a run with --hidden 8; resume with the options it was written with, or remove the file",
      [&] { fit_method("rnnlm", {path}, options, Run()); });
  options["hidden"] = "8";
  const std::string other = put(place / "other", made_up_text(400, 15, 8));
  expect_error(
      ErrorCode::model,
      place / "state" +
          ": a checkpoint of a training run on other text; resume with the options it was written with, or remove the "
          "file",
      [&] { fit_method("rnnlm", {other}, options, Run()); });
}

TEST_CASE("ten sentences, one sentence, one word") {
  const TemporaryDirectory place;
  for (const char* text : {"a b\nb a\na a\nc\nd e f\nf e d\na\nb\nc c c c\na b c d e f\n", "a b c\n", "a\n"}) {
    Warnings warnings;
    Run run;
    run.observer = &warnings;
    const Fitted fitted = fit_method("rnnlm", {put(place / "text", text)}, {{"hidden", "4"}, {"epochs", "2"}}, run);
    CHECK(!warnings.messages.empty());
    CHECK(sum_of_powers(language(fitted).next_words({}, Run())) == doctest::Approx(1).epsilon(1e-5));
  }
}
