#include "couplet/methods/completion/completion_model.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/completion/lsa_language.h"
#include "couplet/methods/completion/scorers.h"
#include "couplet/methods/language/mix_model.h"
#include "couplet/methods/ngram/ngram_model.h"
#include "couplet/methods/registry.h"
#include "tests/base/expect_error.h"
#include "tests/base/recorded_progress.h"
#include "tests/base/threads.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

namespace {

/// Paragraphs about the sea and about the stable.
std::string two_topics() {
  const std::vector<std::string> sea{"ship", "sailor", "wave", "harbour", "storm", "fish"};
  const std::vector<std::string> farm{"horse", "rider", "saddle", "stable", "hay", "field"};
  Random random(4);
  std::string text;
  for (int i = 0; i < 200; ++i) {
    const auto& topic = i % 2 == 0 ? sea : farm;
    for (int j = 0; j < 6; ++j) text += "the " + topic[random.below(6)] + (j < 5 ? " and " : ".\n");
  }
  return text;
}

BlankQuestion question(const std::string& text, std::vector<std::vector<std::string>> options,
                       std::int64_t answer = 0) {
  BlankQuestion result;
  result.id = "q";
  result.pieces = split_blanks(text, "test");
  result.options = std::move(options);
  result.answer = answer;
  return result;
}

std::string questions_file() {
  const std::vector<std::string> sea{"ship", "sailor", "wave", "harbour", "storm", "fish"};
  const std::vector<std::string> farm{"horse", "rider", "saddle", "stable", "hay", "field"};
  std::string text = "id\tquestion\ta\tb\tanswer\n";
  for (std::size_t i = 0; i < 24; ++i) {
    const auto& right = i % 2 == 0 ? sea : farm;
    const auto& wrong = i % 2 == 0 ? farm : sea;
    text += std::to_string(i) + "\tthe " + right[i % 6] + " and the _____ and the " + right[(i + 2) % 6] + ".\t";
    const std::string &good = right[(i + 1) % 6], &bad = wrong[i % 6];
    text += (i % 3 == 0 ? bad + "\t" + good + "\tb\n" : good + "\t" + bad + "\ta\n");
  }
  return text;
}

}  // namespace

TEST_CASE("LSA prefers the word of the topic, one blank or two, and says which words pulled") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", two_topics());
  const Fitted fitted = fit_method("lsa", {path}, {{"dimensions", "2"}}, with_threads(2));
  const auto& lsa = dynamic_cast<const LsaModel&>(*fitted.model);
  const BlankQuestion one = question("the sailor saw the _____ in the storm", {{"wave"}, {"saddle"}, {"nonsense"}});
  const auto scores = lsa.score_questions({&one, 1}, Run())[0];
  CHECK(scores[0].value > scores[1].value);
  CHECK(std::isnan(scores[2].value));
  CHECK(scores[2].unknown == 1);
  const BlankQuestion two = question("the _____ and the _____ of the storm", {{"ship", "sailor"}, {"ship", "hay"}});
  const auto both = lsa.score_questions({&two, 1}, Run())[0];
  CHECK(both[0].value > both[1].value);
  double sum = 0;
  for (const Reason& reason : lsa.explain_option(one, 0, Run())) sum += reason.value;
  CHECK(sum == doctest::Approx(scores[0].value).epsilon(1e-6));
  const auto words = lsa.candidates(question("the sailor and the _____", {}), 8, Run());
  CHECK(std::find(words.begin(), words.end(), "ship") != words.end());
  CHECK(std::find(words.begin(), words.end(), "hay") == words.end());
  save_model(*fitted.model, place / "lsa");
  CHECK(run_self_test(*load_model(place / "lsa", all_methods())) < 1e-9);
}

TEST_CASE("only documents with a word of the options, when asked for") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", two_topics());
  const std::string asked = put(place / "q.tsv", "1\tthe ___ and the harbour\tship\twave\n");
  const Fitted fitted =
      fit_method("lsa", {path}, {{"dimensions", "2"}, {"relevant", asked}, {"min-documents", "1"}}, Run());
  const auto& lsa = dynamic_cast<const LsaModel&>(*fitted.model);
  CHECK(lsa.words().find("harbour") >= 0);
  CHECK(lsa.words().find("saddle") < 0);
}

TEST_CASE("reconstruction error from the definition") {
  const TemporaryDirectory place;
  const std::string text = two_topics();
  const Fitted fitted = fit_method("lsa", {put(place / "text", text)}, {{"dimensions", "9"}, {"power", "0"}}, Run());
  const auto& lsa = dynamic_cast<const LsaModel&>(*fitted.model);
  const auto idf = [&](const std::string& word) {
    int documents = 0, with_word = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line); ++documents) with_word += line.find(word) != std::string::npos;
    return std::log(static_cast<double>(documents) / with_word);
  };
  // Five words known, one of them twice; so ceil(1.2 * 5) = 6 of the 9 components are used.
  const BlankQuestion asked = question("ship of hay ship _____ xyzzy", {{"wave rider"}, {"ship"}});
  const std::vector<std::vector<std::pair<std::string, int>>> sentences = {
      {{"ship", 2}, {"hay", 1}, {"wave", 1}, {"rider", 1}}, {{"ship", 3}, {"hay", 1}}};
  for (std::size_t option = 0; option < 2; ++option) {
    VectorD x = VectorD::Zero(lsa.words().size());
    double count = 0;
    for (const auto& [word, times] : sentences[option]) {
      x[lsa.words().find(word)] = (1 + std::log(times)) * idf(word);
      count += times;
    }
    x.normalize();
    MatrixD v(lsa.words().size(), static_cast<Index>(std::ceil(1.2 * count)));
    for (Index i = 0; i < v.rows(); ++i)
      for (Index j = 0; j < v.cols(); ++j) v(i, j) = static_cast<double>(lsa.vectors().row(i)[j]);
    CHECK(lsa.features(asked)[option].reconstruct ==
          doctest::Approx(-(v * (v.transpose() * x) - x).squaredNorm()).epsilon(1e-5));
  }
}

TEST_CASE("the LSA language model adds up to one") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", two_topics());
  const Fitted lsa = fit_method("lsa", {path}, {{"dimensions", "4"}}, Run());
  const Fitted ngrams = fit_method("ngram", {path}, {{"order", "2"}}, Run());
  const auto& space = dynamic_cast<const LsaModel&>(*lsa.model);
  const auto& language = dynamic_cast<const NgramModel&>(*ngrams.model);
  // All words of the LSA vocabulary in the blank before the end: the end itself is not in it.
  BlankQuestion all = question("the ship and the _____", {});
  for (std::int64_t i = 0; i < space.words().size(); ++i) all.options.push_back({std::string(space.words().word(i))});
  const auto mixed = lsa_language_scores(space, language, 0.5, {&all, 1}, Run())[0];
  const auto plain = lsa_language_scores(space, language, 0, {&all, 1}, Run())[0];
  double sum = 0, ngram_sum = 0;
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    const std::string text = all.filled(all.options[i]);
    const auto detail = language.score_sentences({&text, 1}, true, Run())[0].detail;
    const double end = detail.back().log10;
    sum += std::pow(10, mixed[i] - std::log10(0.5) - end);  // the end has no share in LSA
    ngram_sum += std::pow(10, plain[i] - end);
  }
  CHECK(sum == doctest::Approx(0.5 * ngram_sum + 0.5).epsilon(1e-4));
}

TEST_CASE("LSA mixed with n-grams is a language model: it adds up to one, and has a perplexity") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", two_topics());
  const Fitted lsa = fit_method("lsa", {path}, {{"dimensions", "4"}, {"text", "nfkc,lower,penn"}}, Run());
  const Fitted ngrams = fit_method("ngram", {path}, {{"order", "2"}}, Run());
  save_model(*lsa.model, place / "lsa");
  save_model(*ngrams.model, place / "ngram");
  // Words of one topic in an order that n-grams never saw.
  const std::string held = put(place / "held", "harbour ship wave sailor harbour wave ship sailor\n");
  const Fitted mixed = fit_method("mix", {place / "ngram", place / "lsa"}, {{"tune", held}}, Run());
  const auto& model = dynamic_cast<const LanguageModel&>(*mixed.model);
  for (const char* history : {"the ship and", "hay"}) {
    NumberedSentence before = model.numbered(history);
    before.pop_back();
    double sum = 0;
    for (const double word : model.next_words(before, Run())) sum += std::pow(10, word);
    CHECK(sum == doctest::Approx(1).epsilon(1e-4));
  }
  // With the weight w of lsa, a word has (1 - w) P_ngram + w P_lsa: the two ways to it agree.
  const BlankQuestion asked = question("the ship and the _____", {{"harbour"}, {"hay"}});
  const auto& parts = dynamic_cast<const NgramModel&>(*ngrams.model);
  const double weight = std::stod(report_of(mixed, "weight of " + (place / "lsa")));
  CHECK(weight > 0.01);
  const auto expected =
      lsa_language_scores(dynamic_cast<const LsaModel&>(*lsa.model), parts, weight, {&asked, 1}, Run())[0];
  const auto found = model.score_questions({&asked, 1}, Run())[0];
  CHECK(found[0].value - found[1].value == doctest::Approx(expected[0] - expected[1]).epsilon(1e-3));
  save_model(*mixed.model, place / "mixed");
  CHECK(run_self_test(*load_model(place / "mixed", all_methods())) < 1e-9);
}

TEST_CASE("with word n-grams the reconstruction sees the words around the blank in their order") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", two_topics());
  const Fitted fitted = fit_method(
      "lsa", {path}, {{"dimensions", "8"}, {"text", "lower,space,grams:1-2"}, {"min-documents", "1"}}, Run());
  const auto& lsa = dynamic_cast<const LsaModel&>(*fitted.model);
  const auto terms = lsa.features(question("the _____ and the harbour", {{"ship"}}))[0];
  const auto other = lsa.features(question("harbour the and _____ the", {{"ship"}}))[0];
  CHECK(terms.reconstruct != doctest::Approx(other.reconstruct).epsilon(1e-6));
}

TEST_CASE("RankNet finds the scorer that tells right from wrong") {
  Random random(6);
  std::vector<MatrixD> questions;
  std::vector<std::int64_t> right;
  for (int q = 0; q < 60; ++q) {
    MatrixD x(4, 3);
    for (Index i = 0; i < x.size(); ++i) x.data()[i] = random.normal();
    right.push_back(random.below(4));
    x(right.back(), 1) += 2.5;
    if (q % 10 == 0) x(0, 2) = std::numeric_limits<double>::quiet_NaN();
    questions.push_back(x);
  }
  std::vector<std::int64_t> all(60);
  std::iota(all.begin(), all.end(), 0);
  const RankNet net = fit_rank_net(questions, right, all, 0.01, Run());
  CHECK(net.weights[1] > 5 * std::abs(net.weights[0]));
  CHECK(net.weights[1] > 5 * std::abs(net.weights[2]));
  CHECK(right_answers(net, questions, right, all) > 40);
  const RankNet held = fit_rank_net(questions, right, all, 100, Run());
  CHECK(held.weights.norm() < 0.1 * net.weights.norm());
  const auto tested = cross_validated(questions, right, 5, Run());
  CHECK(std::accumulate(tested.begin(), tested.end(), 0.0) > 36);
}

TEST_CASE("the combination holds its parts, answers, votes and survives the file") {
  const TemporaryDirectory place;
  const std::string text = put(place / "text", two_topics()), asked = put(place / "q.tsv", questions_file());
  save_model(*fit_method("lsa", {text}, {{"dimensions", "4"}}, Run()).model, place / "lsa");
  save_model(*fit_method("ngram", {text}, {{"order", "2"}}, Run()).model, place / "ngram");
  const Fitted fitted = fit_method("completion", {asked, place / "ngram", place / "lsa"}, {}, Run());
  save_model(*fitted.model, place / "joined");
  const auto loaded = load_model(place / "joined", all_methods());
  CHECK(run_self_test(*loaded) < 1e-9);
  const auto& model = dynamic_cast<const CompletesSentences&>(*loaded);
  const auto questions = read_blank_questions({.paths = {asked}}).questions;
  const auto scores = model.score_questions(questions, Run());
  int right = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) right += answer_of(questions[i], scores[i]).right;
  CHECK(right >= 22);
  double votes = 0;
  for (const Reason& reason : model.explain_option(questions[0], 0, Run()))
    if (reason.kind == "vote") votes += reason.value;
  CHECK(votes == doctest::Approx(scores[0][0].value).epsilon(1e-9));
  CHECK(model.candidates(questions[0], 10, Run()).size() >= 5);
  const Fitted again = fit_method("completion", {asked, place / "ngram", place / "lsa"}, {}, with_threads(3));
  save_model(*again.model, place / "again");
  CHECK(content_of(place / "again") == content_of(place / "joined"));
}

TEST_CASE("questions without a known word are skipped and counted") {
  const TemporaryDirectory place;
  const std::string text = put(place / "text", two_topics());
  save_model(*fit_method("lsa", {text}, {{"dimensions", "4"}}, Run()).model, place / "lsa");
  const std::string asked = put(place / "q.tsv", questions_file() + "99\tzzz ___ yyy\txxx\tvvv\ta\n");
  const Fitted fitted = fit_method("completion", {asked, place / "lsa"}, {}, Run());
  REQUIRE(fitted.report.find("without a known word"));
  CHECK(fitted.report.find("without a known word")->text() == "1, skipped");
  const std::string none = put(place / "n.tsv", "id\tquestion\ta\tb\tanswer\n99\tzzz ___ yyy\txxx\tvvv\ta\n");
  expect_error(ErrorCode::data, none + ": no question has a known word; are they in the models' language?", [&] {
    fit_method("completion", {none, place / "lsa"}, {}, Run());
  });
}

TEST_CASE("mixture weights by expectation maximisation") {
  // Model 0 is right about three words of four, model 1 about the fourth.
  const std::vector<std::vector<double>> chances{{std::log10(0.8), std::log10(0.8), std::log10(0.8), std::log10(0.1)},
                                                 {std::log10(0.1), std::log10(0.1), std::log10(0.1), std::log10(0.8)}};
  std::int64_t rounds = 0;
  const auto weights = mixture_weights(chances, rounds);
  CHECK(weights[0] + weights[1] == doctest::Approx(1));
  const auto likelihood = [&](double w) {
    return 3 * std::log(0.8 * w + 0.1 * (1 - w)) + std::log(0.1 * w + 0.8 * (1 - w));
  };
  CHECK(likelihood(weights[0]) >= likelihood(weights[0] + 0.01));
  CHECK(likelihood(weights[0]) >= likelihood(weights[0] - 0.01));
}

TEST_CASE("a mixture is no worse than its parts on the text it is tuned on") {
  const TemporaryDirectory place;
  const std::string text = put(place / "text", made_up_text(300, 20)),
                    held = put(place / "held", made_up_text(60, 20, 9));
  save_model(*fit_method("ngram", {text}, {{"order", "2"}}, Run()).model, place / "two");
  save_model(*fit_method("ngram", {text}, {{"order", "1"}}, Run()).model, place / "one");
  const Fitted fitted = fit_method("mix", {place / "two", place / "one"}, {{"tune", held}}, Run());
  save_model(*fitted.model, place / "mix");
  const auto mix = load_model(place / "mix", all_methods());
  CHECK(run_self_test(*mix) < 1e-9);
  CHECK(sum_of_powers(dynamic_cast<const MixModel&>(*mix).next_words({}, Run())) == doctest::Approx(1).epsilon(1e-6));
  const auto log10 = [&](const Model& model) {
    double sum = 0;
    const std::string all = content_of(held);
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < all.size(); begin = all.find('\n', begin) + 1)
      lines.push_back(all.substr(begin, all.find('\n', begin) - begin));
    for (const auto& score : dynamic_cast<const ScoresSentences&>(model).score_sentences(lines, false, Run()))
      sum += score.log10;
    return sum;
  };
  constexpr double rounding = 0.01;  // where the iteration ends
  CHECK(log10(*mix) >= log10(*load_model(place / "two", all_methods())) - rounding);
  CHECK(log10(*mix) >= log10(*load_model(place / "one", all_methods())) - rounding);
  expect_error(ErrorCode::usage, "--tune: no text to fit the weights on; give one that the models were not fitted on",
               [&] {
                 fit_method("mix", {place / "two", place / "one"}, {}, Run());
               });
}

TEST_CASE("scoring options moves within a model, and gives what each model gives") {
  const TemporaryDirectory place;
  const std::string text = put(place / "text", two_topics()), asked = put(place / "q.tsv", questions_file());
  const auto read = read_blank_questions({.paths = {asked}}).questions;
  std::vector<BlankQuestion> questions;
  while (questions.size() < 700) {
    for (BlankQuestion question : read) {  // no two alike: those would be scored once
      question.pieces[0] += std::string(questions.size() / read.size() + 1, 'x') + " ";
      questions.push_back(std::move(question));
    }
  }
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(fit_method("ngram", {text}, {{"order", "2"}}, Run()).model);
  models.push_back(fit_method("lsa", {text}, {{"dimensions", "4"}}, Run()).model);
  RecordedProgress progress;
  Run run;
  run.observer = &progress;
  const ScorerTable table = score_all(models, questions, all_scorers(models, questions), run);
  CHECK(progress.went_through("scoring options", 4));
  const auto whole = dynamic_cast<const CompletesSentences&>(*models[0]).score_questions(questions, Run());
  for (std::size_t q = 0; q < questions.size(); ++q) CHECK(table.questions[q](1, 0) == whole[q][1].value);
}
