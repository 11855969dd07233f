#include "couplet/methods/language/word_classes.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <map>

#include "couplet/base/random.h"
#include "tests/base/threads.h"

using namespace couplet;

namespace {

/// Entropy of a word given the class before it, from the definition.
double obvious_bits(const std::vector<std::int32_t>& text, const WordClasses& classes) {
  std::map<std::pair<int, int>, double> pairs;
  std::map<int, double> first, second, words;
  for (std::size_t i = 1; i < text.size(); ++i) {
    ++pairs[{classes[text[i - 1]], classes[text[i]]}];
    ++first[classes[text[i - 1]]];
    ++second[classes[text[i]]];
    ++words[text[i]];
  }
  double sum = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const int a = classes[text[i - 1]], b = classes[text[i]];
    sum -= std::log2(pairs[{a, b}] / first[a] * words[text[i]] / second[b]);
  }
  return sum / static_cast<double>(text.size() - 1);
}

/// Nouns follow articles, verbs follow nouns, articles follow verbs.
std::vector<std::int32_t> three_kinds(int length) {
  Random random(11);
  std::vector<std::int32_t> text;
  for (int i = 0; i < length; ++i) text.push_back(static_cast<std::int32_t>(6 * (i % 3) + random.below(6)));
  return text;
}

}  // namespace

TEST_CASE("rows of classes") {
  const std::vector<std::int32_t> class_of{3, 0, 3, 5, 0};
  const WordClasses classes(class_of);
  CHECK(classes.size() == 3);
  CHECK(classes[0] == 1);
  CHECK(classes[3] == 2);
  CHECK(std::vector<std::int32_t>(classes.order().begin(), classes.order().end()) ==
        std::vector<std::int32_t>{1, 4, 0, 2, 3});
  for (std::int32_t word = 0; word < 5; ++word) CHECK(classes.order()[classes.row(word)] == word);
}

TEST_CASE("exchange finds the kinds of words") {
  const auto text = three_kinds(3000);
  ExchangeReport report;
  const WordClasses classes = exchange_classes(text, 18, {.classes = 3}, report, Run());
  for (std::int32_t word = 0; word < 18; ++word) CHECK(classes[word] == classes[word / 6 * 6]);
  CHECK(classes[0] != classes[6]);
  CHECK(classes[6] != classes[12]);
  CHECK(report.bits < report.first_bits);
  CHECK(report.bits == doctest::Approx(obvious_bits(text, classes)).epsilon(1e-9));
}

TEST_CASE("every round lowers the entropy it says") {
  rc::check("bits agree with the definition", [] {
    const auto words = *rc::gen::inRange<std::int32_t>(2, 12);
    std::vector<std::int32_t> text =
        *rc::gen::container<std::vector<std::int32_t>>(60, rc::gen::inRange<std::int32_t>(0, words));
    ExchangeReport report;
    const WordClasses classes = exchange_classes(text, words, {.classes = 4, .rounds = 3}, report, Run());
    RC_ASSERT(std::abs(report.bits - obvious_bits(text, classes)) < 1e-9);
    RC_ASSERT(report.bits <= report.first_bits + 1e-9);
  });
}
