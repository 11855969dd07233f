// The parts of the classifier: terms, overlap, SVM, sigmoid, cross-validation, spectrum, symbols.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cmath>

#include "couplet/methods/rewriting/cross_validation.h"
#include "couplet/methods/rewriting/kernel_terms.h"
#include "couplet/methods/rewriting/lone_words.h"
#include "couplet/methods/rewriting/neighbour_groups.h"
#include "couplet/methods/rewriting/overlap_features.h"
#include "couplet/methods/rewriting/overlap_numbers.h"
#include "couplet/methods/rewriting/platt.h"
#include "couplet/methods/rewriting/spectrum.h"
#include "couplet/methods/rewriting/svm.h"
#include "couplet/methods/rewriting/typed_vocabulary.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/methods/rewriting_samples.h"

using namespace couplet;

TEST_CASE("kernel terms as text") {
  using enum KernelTerm::Kind;
  CHECK(parse_kernel_terms("pr+srk:1+tesrk:2-3") == std::vector<KernelTerm>{{pr, 0}, {srk, 1}, {tesrk, 2}, {tesrk, 3}});
  CHECK(parse_kernel_terms("4*pr+0.5*srk:1-2+idf") ==
        std::vector<KernelTerm>{{pr, 0, 4}, {srk, 1, 0.5}, {srk, 2, 0.5}, {idf, 0, 1}});
  CHECK(parse_kernel_terms("4*overlap+lone") == std::vector<KernelTerm>{{overlap, 0, 4}, {lone, 0, 1}});
  CHECK(name_of({tesrk, 2}) == "tesrk k=2");
  CHECK(name_of({lone}) == "lone");
  const auto refuse = [](const char* text, const std::string& problem) {
    expect_error(
        ErrorCode::usage,
        "--kernel: " + problem +
            "; add up pr, idf, overlap, lone, srk:K and tesrk:K, K from 1 to 12 or a range: '4*pr+srk:1+tesrk:2-4'",
        [&] { parse_kernel_terms(text); });
  };
  refuse("", "'' is no kernel");
  refuse("pr+", "'' is no kernel");
  refuse("srk", "'srk' is no kernel");
  refuse("srk:", "'' is no length of k-grams");
  refuse("srk:0", "'0' is no length of k-grams");
  refuse("srk:4-2", "'4-2' is no length of k-grams");
  refuse("srk:1-13", "'1-13' is no length of k-grams");
  refuse("pr+pr", "'pr' stands there twice");
  refuse("srk:1-3+srk:2", "'srk k=2' stands there twice");
  refuse("pr+2*pr", "'pr' stands there twice");
  refuse("2*", "'' is no kernel");
  for (const char* weight : {"", "0", "-1", "x", "2x", "nan", "inf", "1001"})
    refuse((std::string(weight) + "*pr").c_str(),
           std::string("'") + weight + "' is no weight above 0 and at most 1000");
}

TEST_CASE("precision, recall and idf overlap by hand") {
  Stemmer stemmer("porter");
  const SentencePair pair{words_of("the dogs run the run"), words_of("a dog runs home")};
  const auto features =
      precision_recall(pair, stemmer);  // dog, run in common; run twice on the left, once on the right
  CHECK(features == std::vector<double>{2.0 / 4, 2.0 / 5, 1});
  CHECK(precision_recall({{}, words_of("a")}, stemmer) == std::vector<double>{0, 0, 1});
  const IdfTable idf = IdfTable::from({{words_of("x y"), words_of("x z")}, {words_of("x y"), words_of("w")}}, nullptr);
  CHECK(idf.total == 3);  // "x y" once
  CHECK(idf.of("x") == doctest::Approx(std::log(4.0 / 3)));
  CHECK(idf.of("never") == doctest::Approx(std::log(4.0)));
  const double x = idf.of("x"), y = idf.of("y");
  CHECK(idf_overlap({words_of("x y x"), words_of("y q")}, idf, nullptr)[0] == doctest::Approx(y / (x + y)));
  // "dogs" and "dog" are two words of one stem.
  const std::vector<SentencePair> dogs{{words_of("dogs bark"), words_of("a dog")}};
  CHECK(IdfTable::from(dogs, nullptr).of("dog") == doctest::Approx(std::log(3.0 / 2)));
  CHECK(IdfTable::from(dogs, &stemmer).of("dog") == doctest::Approx(0));
  CHECK(idf_overlap(dogs[0], IdfTable::from({}, nullptr), nullptr)[0] == 0);
  CHECK(idf_overlap({words_of("dogs bark"), words_of("a dog")}, idf, nullptr)[0] == 0);
  CHECK(idf_overlap({words_of("dogs bark"), words_of("a dog")}, idf, &stemmer)[0] == doctest::Approx(0.5));
}

TEST_CASE("overlap: shares by hand, of the right side first") {
  Stemmer stemmer("porter");
  SentencePair pair{words_of("ben sold 3 red cars"), words_of("3 cars ben sold")};
  pair.left[0].entity = pair.right[2].entity = "NAME";
  pair.left[3].entity = "COLOUR";
  const auto numbers = overlap_numbers(pair, stemmer, false);
  REQUIRE(std::ssize(numbers) == overlap_count);
  const auto two = [&](std::size_t at) { return std::pair(numbers[2 * at], numbers[2 * at + 1]); };
  CHECK(two(0) == std::pair(4.0 / 4, 4.0 / 5));  // words
  CHECK(two(1) == std::pair(1.0 / 3, 1.0 / 4));  // "ben sold"
  CHECK(two(2) == std::pair(0.0, 0.0));
  CHECK(two(4) == std::pair(2.0 / 6, 2.0 / 10));   // "ben sold", "3 car": any two words, here
  CHECK(two(7) == std::pair(7.0 / 12, 7.0 / 16));  // "ben ", "en s", "n so", " sol", "sold", " car", "cars"
  CHECK(two(8) == std::pair(2.0 / 4, 2.0 / 5));    // "ben sold" or "3 car" in order
  CHECK(two(9) == std::pair(1.0, 1.0));            // numbers
  CHECK(two(10) == std::pair(1.0, 1.0 / 2));       // names
  CHECK(two(11) == std::pair(std::log(5.0), std::log(6.0)));
  const auto ordered = overlap_numbers({pair.right, pair.left}, stemmer, true);
  CHECK(ordered == overlap_numbers(pair, stemmer, true));
  CHECK(ordered[0] == 1);
  CHECK(ordered[22] == std::log(6.0));
  // A side with nothing of a kind lacks nothing.
  const auto short_ones = overlap_numbers({words_of("a"), words_of("b c")}, stemmer, false);
  CHECK(std::pair(short_ones[2], short_ones[3]) == std::pair(0.0, 1.0));
  CHECK(std::pair(short_ones[18], short_ones[19]) == std::pair(1.0, 1.0));
}

TEST_CASE("overlap: numbers are brought to one scale, and compared by a Gaussian") {
  const std::vector<SentencePair> pairs{{words_of("a b"), words_of("a b")}, {words_of("a b"), words_of("c d")}};
  const OverlapScale scale = OverlapScale::from(pairs, "porter", false, Run());
  CHECK(scale.mean[0] == 0.5);
  CHECK(scale.deviation[0] == 0.5);
  CHECK(scale.deviation[22] == 1);  // the lengths are the same: no scale to learn
  const MatrixD scaled = scale.scaled(pairs, "porter", false, Run());
  CHECK(scaled(0, 0) == 1);
  CHECK(scaled(1, 0) == -1);
  MatrixD left(1, 2), right(2, 2);
  left << 1, 2;
  right << 1, 2, 0, 4;
  const MatrixD values = gaussian(left, right, Run());
  CHECK(values(0, 0) == 1);
  CHECK(values(0, 1) == doctest::Approx(std::exp(-5.0 / 4)));
}

TEST_CASE("lone words by hand") {
  Stemmer stemmer("porter");
  const SentencePair pair{words_of("the dogs run the run"), words_of("a dog runs home")};
  const auto keys = [&](const SentencePair& of, bool both_ways) {
    std::string text;
    for (const LoneWord& lone : lone_words(of, stemmer, both_ways))
      text += fmt::format("{}={}{} ", lone.key, lone.word, lone.count);
    return text;
  };
  CHECK(keys(pair, false) == "<run=run1 <the=the2 >a=a1 >home=home1 ");
  CHECK(keys({pair.right, pair.left}, false) == "<a=a1 <home=home1 >run=runs1 >the=the2 ");
  CHECK(keys(pair, true) == "run=run1 the=the2 a=a1 home=home1 ");
  CHECK(keys({pair.left, pair.left}, false).empty());
  const std::vector<SentencePair> own{pair, {words_of("the cat"), words_of("home")}};
  const LoneWordIndex index(own, "porter", false);
  const MatrixD rows = index.rows(own, Run());
  CHECK(rows(0, 0) == 1 + 4 + 1 + 1);
  CHECK(rows(0, 1) == 2 + 1);  // "the" twice, "home"
  CHECK(rows(1, 0) == 2 + 1);
  CHECK(index.lengths(own, Run())[0] == std::sqrt(7.0));
  CHECK(index.carriers(">home") == LoneWordIndex::Carriers{{0, 1}, {1, 1}});
  CHECK(index.carriers("<home").empty());
}

TEST_CASE("SVM: a problem with a known answer") {
  // One number an item, -1 and 1 (support), -3 and 3: f(x) = x.
  const std::vector<double> x{-1, 1, -3, 3};
  MatrixD gram(4, 4);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) gram(i, j) = x[i] * x[j];
  const SvmProblem problem(gram, std::vector<int>{0, 1, 0, 1});
  const SvmSolution solution = problem.train(std::vector<std::int64_t>{0, 1, 2, 3}, {.c = 10, .positive_weight = 1});
  CHECK(solution.items == std::vector<std::int64_t>{0, 1});
  CHECK(solution.coefficients[0] == doctest::Approx(-0.5).epsilon(1e-3));
  for (std::int64_t i = 0; i < 4; ++i) CHECK(problem.decision(solution, i) == doctest::Approx(x[i]).epsilon(1e-3));
  const SvmSolution single = problem.train(std::vector<std::int64_t>{1, 3}, {});
  CHECK(single.items.empty());
  CHECK(problem.decision(single, 0) == 1);
}

TEST_CASE("the sigmoid finds the probabilities it was drawn from") {
  Random random(4);
  std::vector<double> values;
  std::vector<int> labels;
  for (int i = 0; i < 20000; ++i) {
    values.push_back(random.normal());
    labels.push_back(random.uniform() < 1 / (1 + std::exp(-2 * values.back() + 0.5)));
  }
  const Sigmoid sigmoid = fit_sigmoid(values, labels);
  CHECK(sigmoid.slope == doctest::Approx(-2).epsilon(0.05));
  CHECK(sigmoid.offset == doctest::Approx(0.5).epsilon(0.1));
  CHECK(sigmoid(1e6) == 1);
  CHECK(sigmoid(-1e6) == 0);
  // Perfectly told apart: steep, but finite.
  const Sigmoid steep = fit_sigmoid(std::vector<double>{-2, -1, 1, 2}, std::vector<int>{0, 0, 1, 1});
  CHECK(std::isfinite(steep.slope));
  CHECK(steep(2) > 0.7);
}

TEST_CASE("cross-validation judges every item by the others, the same at any thread count") {
  Random random(8);
  const Index n = 60;
  MatrixD points(n, 3);
  std::vector<int> labels, folds;
  std::vector<std::int64_t> groups;
  for (Index i = 0; i < n; ++i) {
    labels.push_back(static_cast<int>(i % 2));
    folds.push_back(static_cast<int>(i / 12));
    groups.push_back(i / 6);
    for (Index j = 0; j < 3; ++j) points(i, j) = random.normal() + (j == 0 ? 2.0 * labels.back() : 0);
  }
  const MatrixD gram = points * points.transpose();
  const SvmProblem problem(gram, labels);
  const std::vector<SvmOptions> options{{0.01, 1}, {1, 1}, {1, 4}};
  const auto one = cross_validate(problem, folds, options, Objective::f1, groups, with_threads(1));
  const auto three = cross_validate(problem, folds, options, Objective::f1, groups, with_threads(3));
  CHECK(one.decisions == three.decisions);
  CHECK(one.best == three.best);
  CHECK(one.trials[one.best].value > 0.8);
  std::vector<std::int64_t> others;
  for (Index i = 12; i < n; ++i) others.push_back(i);
  CHECK(one.decisions[5] == problem.decision(problem.train(others, options[one.best]), 5));
  CHECK(cross_validate(problem, folds, options, Objective::map, groups, with_threads(2)).trials[1].value > 0.8);
}

TEST_CASE("objectives by hand; questions with one label only are left out of rankings") {
  const std::vector<double> decisions{1, -1, 2, 3, 0.5};
  const std::vector<int> labels{1, 1, 0, 1, 1};
  const std::vector<std::int64_t> groups{0, 0, 0, 1, 1};
  CHECK(objective_value(Objective::accuracy, decisions, labels, {}) == doctest::Approx(3.0 / 5));
  CHECK(objective_value(Objective::f1, decisions, labels, {}) == doctest::Approx(6.0 / 8));
  CHECK(objective_value(Objective::mrr, decisions, labels, groups) == doctest::Approx(0.5));
  CHECK(objective_value(Objective::map, decisions, labels, groups) == doctest::Approx((1.0 / 2 + 2.0 / 3) / 2));
  CHECK(objective_value(Objective::f1, std::vector<double>{-1}, std::vector<int>{0}, {}) == 0);
  expect_error(ErrorCode::usage, "--objective: 'auc' is not known; use f1, accuracy, map or mrr",
               [] { parse_objective("auc"); });
}

TEST_CASE("spectrum: its ends, and clipping") {
  MatrixD gram(3, 3);  // eigenvalues 1 and 1 +- sqrt 2
  gram << 1, 0, 1, 0, 1, 1, 1, 1, 1;
  const SpectrumEnds ends = spectrum_ends(gram, Run());
  CHECK(ends.smallest == doctest::Approx(1 - std::sqrt(2.0)));
  CHECK(ends.largest == doctest::Approx(1 + std::sqrt(2.0)));
  CHECK(ends.indefinite());
  const MatrixD removed = clip_spectrum(gram);
  CHECK(removed.cols() == 1);
  CHECK((gram * removed).norm() < 1e-12);
  CHECK_FALSE(spectrum_ends(gram, Run()).indefinite());
  CHECK(gram.trace() == doctest::Approx(2 + std::sqrt(2.0)));
}

TEST_CASE("symbols: one a stem; others join later without new numbers for the old") {
  const TypeSources sources;
  TypedVocabulary words(TypingScheme::parse("stem"), sources);
  const auto runs = words.add({"runs", "", ""}), run = words.add({"run", "", ""}), dog = words.add({"dog", "", ""});
  words.finish();
  CHECK(runs == run);
  CHECK(words.size() == 2);
  CHECK(words.equivalence());
  CHECK(words.wires(run, run) == 1);
  CHECK(words.wires(run, dog) == 0);
  TypedVocabulary more(&words);
  CHECK(more.add({"running", "", ""}) == run);
  const auto cat = more.add({"cats", "", ""});
  more.finish();
  CHECK(cat == 2);
  CHECK(more.alike(more.pattern_class(cat)).size() == 1);
  CHECK(more.wires(dog, dog) == 1);
  CHECK(more.wires(cat, dog) == 0);
}

TEST_CASE("symbols: list and one-letter types; later words meet earlier ones") {
  TypeSources sources;
  sources.list.words.add("big");
  sources.list.words.add("large");
  sources.list.groups.add(std::vector<std::int32_t>{0});
  sources.list.groups.add(std::vector<std::int32_t>{0});
  TypedVocabulary words(TypingScheme::parse("pattern=stem,list variable=lvhsn,stem"), sources);
  const auto big = words.add({"big", "", ""}), bag = words.add({"bag", "", ""});
  words.finish();
  CHECK_FALSE(words.equivalence());
  CHECK(words.wires(big, bag) == 1);
  CHECK(words.wires(big, big) == 2);  // one letter apart means another word
  TypedVocabulary more(&words);
  const auto large = more.add({"large", "", ""});
  more.finish();
  const auto alike = more.alike(more.pattern_class(large));
  CHECK(std::vector<std::int32_t>(alike.begin(), alike.end()) ==
        std::vector<std::int32_t>{more.pattern_class(big), more.pattern_class(large)});
}

TEST_CASE("fixed words stay in patterns and are linked to nothing") {
  TypeSources sources;
  sources.fixed.add("the");
  TypedVocabulary words(TypingScheme::parse("stem"), sources);
  const auto the = words.add({"the", "", ""}), dog = words.add({"dog", "", ""});
  words.finish();
  CHECK(words.wires(the, the) == 0);
  CHECK(words.wires(dog, dog) == 1);
  CHECK(words.alike(words.pattern_class(the)).size() == 1);
}

TEST_CASE("synonyms have another base form, so that no wire is both stem and synonym") {
  TypeSources sources;
  for (const char* word : {"buy", "purchase"}) {
    sources.senses.words.add(word);
    sources.senses.senses.add(std::vector<std::int32_t>{0});
    sources.senses.antonyms.add({});
  }
  sources.senses.hypernyms.add({});
  TypedVocabulary words(TypingScheme::parse("stem,synonym"), sources);
  const auto buy = words.add({"buy", "", ""}), buys = words.add({"buys", "", ""}),
             purchase = words.add({"purchase", "", ""});
  words.finish();
  CHECK(words.wires(buy, buys) == 1);
  CHECK(words.wires(buy, purchase) == 2);
  CHECK(words.alike(words.pattern_class(buy)).size() == 2);
}

TEST_CASE("neighbours among word vectors are groups of two") {
  Vocabulary words;
  for (const char* word : {"hot", "warm", "cold"}) words.add(word);
  const auto values = std::make_shared<const std::vector<float>>(std::vector<float>{1, 0, 0.9F, 0.1F, 0, 1});
  const WordVectors vectors(words, 2, *values, std::nullopt, values);
  const WordGroups groups = neighbour_groups(vectors, {"hot", "cold", "never"}, 2, 0.5, Run());
  CHECK(groups.words.size() == 2);
  CHECK(groups.of("hot").size() == 1);
  CHECK(groups.of("hot")[0] == groups.of("warm")[0]);
  CHECK(groups.of("cold").empty());
}
