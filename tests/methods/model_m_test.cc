#include "couplet/methods/modelm/model_m.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/methods/registry.h"
#include "tests/base/threads.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

namespace {

double perplexity(const Fitted& fitted, const std::string& text) {
  std::vector<std::string> sentences;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    sentences.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  Perplexity sum;
  for (const SentenceScore& score : language(fitted).score_sentences(sentences, false, Run())) sum.add(score);
  return sum.all();
}

/// Labels 0 .. 2, one family without context and one with a context of 0 or 1.
std::vector<MaxEntEvent> some_events() {
  std::vector<MaxEntEvent> events;
  for (int i = 0; i < 60; ++i) {
    MaxEntEvent& event = events.emplace_back();
    const std::uint64_t context = static_cast<std::uint64_t>(i % 2);
    event.keys[1] = {context + 1, 0};
    event.label = i % 7 == 0 ? 2 : i % 2;
    event.width = 3;
  }
  return events;
}

}  // namespace

TEST_CASE("with a variance, what is expected and seen differ by weight / variance") {
  std::vector<MaxEntEvent> events(40);
  for (std::size_t i = 0; i < events.size(); ++i) events[i].label = i < 30 ? 0 : 1, events[i].width = 2;
  for (const double variance : {0.5, 1.0, 4.0}) {
    MaxEntReport report;
    const MaxEnt model = MaxEnt::fit(events, 1, {.l1 = 0, .variance = variance}, report, Run());
    double logs[2];
    model.distribution(std::span(events[0].keys, 1), logs);
    const double weight = (logs[0] - logs[1]) / 2;  // of label 0; that of label 1 is its negative
    CHECK(std::abs(40 * std::exp(logs[0]) - 30 + weight / variance) < 0.01);
    CHECK(weight > 0.05);
  }
}

TEST_CASE("without penalties the expected counts are those of the data") {
  MaxEntReport report;
  const auto events = some_events();
  const MaxEnt model =
      MaxEnt::fit(events, 2, {.l1 = 0, .variance = 1e9, .least_count = 1, .iterations = 500}, report, Run());
  double expected[3] = {}, seen[3] = {};
  for (const MaxEntEvent& event : events) {
    double scores[3];
    model.distribution(event.keys, scores);
    CHECK(std::exp(scores[0]) + std::exp(scores[1]) + std::exp(scores[2]) == doctest::Approx(1));
    for (int label = 0; label < 3; ++label) expected[label] += std::exp(scores[label]);
    ++seen[event.label];
  }
  for (int label = 0; label < 3; ++label) CHECK(expected[label] == doctest::Approx(seen[label]).epsilon(1e-3));
  CHECK(report.last < report.first);
}

TEST_CASE("a strong l1 leaves out features") {
  MaxEntReport weak, strong;
  MaxEnt::fit(some_events(), 2, {.l1 = 0.01}, weak, Run());
  MaxEnt::fit(some_events(), 2, {.l1 = 20}, strong, Run());
  CHECK(strong.features < weak.features);
}

TEST_CASE("Model M: exact sums, threads, files, and better than a unigram model") {
  const TemporaryDirectory place;
  const std::string text = made_up_text(500, 24), held_out = made_up_text(60, 24, 99);
  const std::string path = put(place / "text", text);
  const auto bytes = [&](int threads, const char* name) {
    const Fitted fitted =
        fit_method("model-m", {path}, {{"classes", "6"}, {"iterations", "60"}}, with_threads(threads));
    save_model(*fitted.model, place / name);
    return content_of(place / name);
  };
  CHECK(bytes(1, "one") == bytes(3, "three"));
  const Fitted fitted{load_model(place / "one", all_methods()), {}};
  CHECK(run_self_test(*fitted.model) == 0);
  const NumberedSentence sentence = language(fitted).numbered("w3 w9 w7");
  for (std::size_t length = 0; length <= 3; ++length)
    CHECK(sum_of_powers(language(fitted).next_words(std::span(sentence).first(length), Run())) ==
          doctest::Approx(1).epsilon(1e-9));
  const Fitted unigrams = fit_method("ngram", {path}, {{"order", "1"}}, Run());
  CHECK(perplexity(fitted, held_out) < 0.8 * perplexity(unigrams, held_out));
}

TEST_CASE("classes can be had from a model, and small texts do") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", "a b\nb a\na a\nc\nd e f\nf e d\na\nb\nc c c c\na b c d e f\n");
  save_model(*fit_method("classes", {path}, {{"classes", "3"}}, Run()).model, place / "classes");
  CHECK(run_self_test(*load_model(place / "classes", all_methods())) == 0);
  const Fitted fitted = fit_method("model-m", {path}, {{"classes-from", place / "classes"}}, Run());
  CHECK(sum_of_powers(language(fitted).next_words({}, Run())) == doctest::Approx(1).epsilon(1e-9));
  const Fitted own = fit_method("model-m", {path}, {{"order", "2"}}, Run());
  CHECK(sum_of_powers(language(own).next_words({}, Run())) == doctest::Approx(1).epsilon(1e-9));
}
