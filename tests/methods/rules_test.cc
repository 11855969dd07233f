// The rules as features of a linear classifier.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/input.h"
#include "couplet/methods/rewriting/linear_svm.h"
#include "couplet/methods/rewriting/rule_features.h"
#include "couplet/model/labels_pairs.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"
#include "tests/methods/rewriting_samples.h"

using namespace couplet;

namespace {

std::vector<SentencePair> random_sentences(Index count, std::uint64_t seed) {
  Random random(seed);
  const std::vector<std::string> words = {"cat", "cats", "dog", "runs", "run", "he", "they", "she", "house"};
  std::vector<SentencePair> pairs(count);
  for (SentencePair& pair : pairs)
    for (Sentence* sentence : {&pair.left, &pair.right}) {
      const std::int64_t length = 1 + random.below(7);
      for (std::int64_t i = 0; i < length; ++i) sentence->push_back({words[random.below(9)], "", ""});
    }
  return pairs;
}

double feature_product(const std::vector<RuleFeature>& a, const std::vector<RuleFeature>& b) {
  double sum = 0;
  for (const RuleFeature& x : a)
    for (const RuleFeature& y : b) sum += x.key == y.key ? x.value * y.value : 0;
  return sum;
}

Options rule_options(Options more = {}) {
  more.emplace("text", "space");
  more.emplace("c", "1,8");
  more.emplace("folds", "4");
  return more;
}

}  // namespace

TEST_CASE("the product of two pairs' features is their kernel") {
  const std::vector<SentencePair> pairs = random_sentences(14, 3);
  for (const bool both_ways : {false, true})
    for (const auto& [spec, types, wiring] : std::vector<std::tuple<std::string, std::string, Wiring>>{
             {"4*pr+srk:1-3", "stem", Wiring::same_type},
             {"idf+srk:2", "stem", Wiring::same_type},
             {"pr+2*lone+srk:1", "stem", Wiring::same_type},
             {"tesrk:1-2", "pattern=idMinusTag variable=stem", Wiring::same_type},
             {"srk:1+tesrk:1-3", "pattern=stem variable=stem,samePronoun,lvhsn", Wiring::per_type},
             {"tesrk:1-3", "pattern=stem variable=stem,samePronoun,lvhsn", Wiring::any_type}}) {
      const std::string kernel = spec;  // CAPTURE of a structured binding is not for clang 14
      CAPTURE(kernel);
      CAPTURE(both_ways);
      PairKernelOptions options{parse_kernel_terms(kernel), TypingScheme::parse(types), wiring, both_ways};
      auto knowledge = std::make_shared<PairKnowledge>();
      knowledge->idf = IdfTable::from(pairs, nullptr);
      const MatrixD gram = PairKernel(options, knowledge, pairs, Run()).gram(Run());
      const RuleFeatures features(options, knowledge);
      const auto all = features.of(pairs);
      const auto alone = features.of(std::span(pairs).subspan(5, 1));  // in a batch of its own: the same keys
      for (Index i = 0; i < 14; ++i) {
        for (Index j = 0; j <= i; ++j)
          CHECK(feature_product(all[i], all[j]) == doctest::Approx(gram(i, j)).epsilon(1e-12));
        CHECK(feature_product(alone[0], all[i]) == doctest::Approx(gram(5, i)).epsilon(1e-12));
      }
    }
  PairKernelOptions typed{parse_kernel_terms("tesrk:2"), TypingScheme::parse("stem,synonym"), Wiring::per_type, false};
  expect_error(ErrorCode::usage,
               "--types: these rules have no features of their own: words are alike in many ways; use one pattern type "
               "of id, idMinusTag, lemma and stem, and --wiring per-type or any-type",
               [&] { RuleFeatures(typed, nullptr); });
}

TEST_CASE("a Gaussian has no features to write out") {
  const PairKernelOptions options{parse_kernel_terms("overlap+srk:1"), TypingScheme::parse("stem"), Wiring::same_type,
                                  false};
  expect_error(ErrorCode::usage,
               "--kernel: overlap is Gaussian: it has no features of its own; use pr, or 'fit rewriting'",
               [&] { RuleFeatures(options, nullptr); });
  const TemporaryDirectory directory;
  const std::string path = directory.put("pairs.tsv", exchanged_names(24, 3));
  expect_error(ErrorCode::usage,
               "--kernel: overlap is Gaussian: it has no features of its own; use pr, or 'fit rewriting'", [&] {
                 fit_method("rules", {path}, rule_options({{"kernel", "lone+overlap"}}));
               });
}

TEST_CASE("pronouns of the same person and number") {
  const TypeSources sources;
  WordKeys keys(sources);
  const auto related = [&](const char* a, const char* b) {
    const auto out = keys.of({a, "", ""}, WordType::pronoun).out, in = keys.of({b, "", ""}, WordType::pronoun).in;
    return std::find_first_of(out.begin(), out.end(), in.begin(), in.end()) != out.end();
  };
  CHECK(related("he", "herself"));
  CHECK(related("i", "mine"));
  CHECK(related("you", "yourselves"));
  CHECK(related("your", "yourself"));
  CHECK_FALSE(related("yourself", "yourselves"));
  CHECK_FALSE(related("he", "they"));
  CHECK_FALSE(related("cat", "cat"));
}

TEST_CASE("linear SVM: no weight can be changed for the better; what a row has alone need not be written") {
  Random random(4);
  const Index n = 40, features = 6;
  std::vector<int> labels;
  SparseItems shared, whole;  // whole: with a column more for each row, its own
  shared.features = features;
  whole.features = features + n;
  for (Index i = 0; i < n; ++i) {
    labels.push_back(static_cast<int>(i % 2));
    for (Index j = 0; j < features; ++j)
      for (SparseItems* rows : {&shared, &whole}) {
        rows->columns.push_back(static_cast<std::uint32_t>(j));
        rows->values.push_back(
            rows == &shared ? static_cast<float>(random.uniform() + (i % 2 == 1 ? 0.1 : 0) * static_cast<double>(j))
                            : shared.values.back());
      }
    whole.columns.push_back(static_cast<std::uint32_t>(features + i));
    whole.values.push_back(0.7F);
    whole.own.push_back(0);
    shared.own.push_back(0.49F);
    for (SparseItems* rows : {&shared, &whole}) rows->offsets.push_back(std::ssize(rows->columns));
  }
  std::vector<std::int64_t> all(n);
  for (Index i = 0; i < n; ++i) all[i] = i;
  const SvmOptions options{2, 1.5};
  LinearSolution found = train_linear(whole, labels, all, options, 1, Run());
  const LinearSolution brief = train_linear(shared, labels, all, options, 2, Run());
  for (Index j = 0; j < features; ++j) CHECK(brief.weights[j] == doctest::Approx(found.weights[j]).epsilon(0.1));
  CHECK(brief.bias == doctest::Approx(found.bias).epsilon(0.1));
  const auto objective = [&] {
    double sum = found.bias * found.bias / 2;
    for (const float weight : found.weights) sum += static_cast<double>(weight) * static_cast<double>(weight) / 2;
    for (Index i = 0; i < n; ++i) {
      const double margin = (labels[i] == 1 ? 1 : -1) * linear_decision(whole, i, found);
      sum += options.c * (labels[i] == 1 ? options.positive_weight : 1) * std::max(0.0, 1 - margin);
    }
    return sum;
  };
  const double best = objective();
  for (float& weight : found.weights)
    for (const float step : {0.02F, -0.02F}) {
      weight += step;
      CHECK(objective() > best - 0.1);
      weight -= step;
    }
}

TEST_CASE("rules tell apart what words cannot; as the kernel does; the same bytes at any thread count") {
  const TemporaryDirectory directory;
  const std::string path = directory.put("train.tsv", exchanged_names(120, 7));
  const Fitted fitted = fit_method("rules", {path}, rule_options({{"kernel", "srk:1-3"}, {"group", "4"}}));
  const Fitted kernel = fit_method("rewriting", {path}, rule_options({{"kernel", "srk:1-3"}, {"group", "4"}}));
  PairBatch fresh;
  std::vector<int> labels;
  const std::string text = exchanged_names(40, 8);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at), one = text.find('\t', at), two = text.find('\t', one + 1);
    fresh.left.texts.push_back(text.substr(at, one - at));
    fresh.right.texts.push_back(text.substr(one + 1, two - one - 1));
    labels.push_back(text[two + 1] - '0');
    at = end + 1;
  }
  const auto scores = capability<ScoresPairs>(*fitted.model).score(fresh, Run());
  const auto wanted = capability<ScoresPairs>(*kernel.model).score(fresh, Run());
  int right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    right += (scores[i].value > 0) == (labels[i] == 1);
    CHECK((scores[i].value > 0) == (wanted[i].value > 0));
  }
  CHECK(right == 40);
  CHECK(capability<LabelsPairs>(*fitted.model).labels_of(fresh, Run()) == labels);
  const auto loaded = reloaded(directory, *fitted.model);
  CHECK(run_self_test(*loaded) == 0);
  CHECK(capability<ScoresPairs>(*loaded).score(fresh, Run())[3].value == scores[3].value);
  const std::string bytes = saved_bytes(directory, *fitted.model);
  for (const int threads : {1, 3}) {
    Run run;
    run.pool = Pool(threads);
    CHECK(saved_bytes(directory,
                      *fit_method("rules", {path}, rule_options({{"kernel", "srk:1-3"}, {"group", "4"}}), run).model) ==
          bytes);
  }
  fresh.left.texts[0] = "";
  CHECK(std::isnan(capability<ScoresPairs>(*fitted.model).score(fresh, Run())[0].value));
  CHECK(capability<LabelsPairs>(*fitted.model).labels_of(fresh, Run())[0] == -1);
}

TEST_CASE("three labels") {
  const TemporaryDirectory directory;
  std::string text;
  const std::vector<std::string> names = {"anna", "ben", "clara", "dora"};
  for (int i = 0; i < 90; ++i) {
    const std::string &a = names[i % 4], &b = names[(i / 4 + i + 1) % 4];
    const char* label = i % 3 == 0 ? "same" : i % 3 == 1 ? "turned" : "other";
    text += fmt::format("{} meets {}\t{}\t{}\n", a, b,
                        i % 3 == 0   ? a + " meets " + b
                        : i % 3 == 1 ? b + " meets " + a
                                     : std::string("it rains today"),
                        label);
  }
  const Fitted fitted = fit_method("rules", {directory.put("three.tsv", text)}, rule_options({{"kernel", "srk:1-3"}}));
  const auto& model = capability<LabelsPairs>(*fitted.model);
  CHECK(model.labels() == std::vector<std::string>{"other", "same", "turned"});
  PairBatch fresh;
  fresh.left.texts = {"dora meets ben", "emil meets anna", "clara meets fritz"};
  fresh.right.texts = {"it rains today", "emil meets anna", "fritz meets clara"};
  CHECK(model.labels_of(fresh, Run()) == std::vector<int>{0, 1, 2});
  CHECK(model.labels_of(fresh, Run()) ==
        capability<LabelsPairs>(*reloaded(directory, *fitted.model)).labels_of(fresh, Run()));
}

TEST_CASE("names by a learned tagger") {
  const TemporaryDirectory directory;
  std::string text;
  for (int i = 0; i < 30; ++i)
    text +=
        fmt::format("Mr_O {}_B-PERSON went_O to_O {}_B-PLACE\n", i % 2 ? "Smith" : "Jones", i % 3 ? "Rome" : "Oslo");
  const Fitted tagger = fit_method("tagger", {directory.put("names.txt", text)}, {{"hold-out", "0"}});
  const std::string path = directory.file("names.couplet");
  put(path, saved_bytes(directory, *tagger.model));
  std::string pairs;
  for (int i = 0; i < 12; ++i)
    pairs +=
        i % 2 ? "Mr Smith went to Rome\tMr Jones went to Oslo\t1\n" : "Mr Smith went to Rome\twent to went to\t0\n";
  const Options options = {{"text", "space"},      {"kernel", "tesrk:1"},   {"types", "stem,ne"},
                           {"entities", "tagger"}, {"entity-tagger", path}, {"folds", "3"}};
  const Fitted fitted = fit_method("rewriting", {directory.put("pairs.tsv", pairs)}, options);
  const auto loaded = reloaded(directory, *fitted.model);
  CHECK(run_self_test(*loaded) == 0);
  const Explanation why = capability<ExplainsPairs>(*loaded).explain("Mr Jones went", "Mr Smith came", Run());
  CHECK(
      why.score ==
      doctest::Approx(capability<ExplainsPairs>(*fitted.model).explain("Mr Jones went", "Mr Smith came", Run()).score));
  Options lacking = options;
  lacking.erase("entity-tagger");
  expect_error(ErrorCode::usage,
               "--entity-tagger: a tagger of names and --entities tagger go together; give both or neither",
               [&] { fit_method("rewriting", {directory.file("pairs.tsv")}, lacking); });
}
