#include "couplet/methods/opposites/choice_questions.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "couplet/methods/opposites/word_axis.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

/// Words on a line: the score is the product of their places.
class Line final : public ScoresPairs, public HasVectors {
 public:
  explicit Line(const std::map<std::string, std::vector<float>>& words) {
    Vocabulary vocabulary;
    const auto values = std::make_shared<std::vector<float>>();
    for (const auto& [word, vector] : words) {
      vocabulary.add(word);
      values->insert(values->end(), vector.begin(), vector.end());
    }
    const auto dimension = static_cast<std::int64_t>(words.begin()->second.size());
    vectors_.emplace(std::move(vocabulary), dimension, *values, std::nullopt, values);
  }
  std::vector<PairScore> score(const PairBatch& pairs, const Run&) const override {
    std::vector<PairScore> scores;
    for (Index i = 0; i < pairs.size(); ++i) {
      const FoundWord a = find_word(pairs.left.texts[i]), b = find_word(pairs.right.texts[i]);
      double value = a.known() && b.known() ? 0 : std::nan("");
      for (std::size_t j = 0; a.known() && b.known() && j < a.vector.size(); ++j)
        value += static_cast<double>(a.vector[j]) * static_cast<double>(b.vector[j]);
      scores.push_back({value, 0, a.known(), b.known()});
    }
    return scores;
  }
  const WordVectors& vectors() const override { return *vectors_; }
  FoundWord find_word(const std::string& text) const override {
    const std::int64_t number = vectors_->words().find(text);
    if (number < 0) return {};
    const auto row = vectors_->row(number);
    return {"itself", number, {row.begin(), row.end()}};
  }

 private:
  std::optional<WordVectors> vectors_;
};

const Line line(
    {{"hot", {1}}, {"warm", {0.5F}}, {"tepid", {0.25F}}, {"cool", {-0.5F}}, {"icy", {-0.5F}}, {"cold", {-1}}});

ChoiceReport ask(const std::vector<ChoiceQuestion>& questions, Sought sought = Sought::opposite) {
  return answer_questions(line, questions, sought, Run());
}

}  // namespace

TEST_CASE("the least similar choice; unknown targets, unknown choices and ties") {
  const ChoiceReport report = ask({{"hot", {"warm", "cold", "cool"}, "cold"},     // right
                                   {"hot", {"warm", "zebra", "tepid"}, "zebra"},  // the answer is not known: wrong
                                   {"hot", {"cool", "icy", "warm"}, "icy"},       // a tie: wrong
                                   {"zebra", {"hot", "cold"}, "cold"},            // not attempted
                                   {"hot", {"zebra", "gnu"}, "gnu"}});            // no choice known: not attempted
  CHECK(report.questions == 5);
  CHECK(report.attempted == 3);
  CHECK(report.right == 1);
  CHECK(report.unknown_targets == 1);
  CHECK(report.unknown_choices == 3);
  CHECK(report.precision == doctest::Approx(1.0 / 3));
  CHECK(report.recall == doctest::Approx(1.0 / 5));
  CHECK(report.f1 == doctest::Approx(0.25));
  CHECK(report.answers[0].chosen == "cold");
  CHECK(report.answers[1].chosen == "tepid");
  CHECK(std::isnan(report.answers[1].scores[1]));
  CHECK(report.answers[2].chosen.empty());
  CHECK(report.answers[2].attempted);
  CHECK_FALSE(report.answers[3].attempted);
  const ChoiceReport none = ask({});
  CHECK(none.f1 == 0);
}

TEST_CASE("synonyms: the most similar choice") {
  const ChoiceReport report = ask({{"hot", {"tepid", "cold", "warm"}, "warm"},  // right
                                   {"cold", {"warm", "cool", "icy"}, "cool"},   // a tie: wrong
                                   {"hot", {"zebra", "tepid"}, "zebra"},        // the answer is not known: wrong
                                   {"zebra", {"hot", "cold"}, "hot"}},          // not attempted
                                  Sought::synonym);
  CHECK(report.answers[0].chosen == "warm");
  CHECK(report.answers[1].chosen.empty());
  CHECK(report.answers[2].chosen == "tepid");
  CHECK(report.attempted == 3);
  CHECK(report.right == 1);
}

TEST_CASE("reading questions") {
  const TemporaryDirectory directory;
  std::int64_t bad_lines = 0;
  const auto read = [&](const std::string& text, BadLine on_bad_line = BadLine::stop) {
    return read_choice_questions({.paths = {directory.put("q.txt", text)}, .on_bad_line = on_bad_line}, bad_lines);
  };
  const auto questions = read("hot: warm cold  cool :: cold\n\nbig: small large::small\n");
  REQUIRE(questions.size() == 2);
  CHECK(questions[0].target == "hot");
  CHECK(questions[0].choices == std::vector<std::string>{"warm", "cold", "cool"});
  CHECK(questions[1].answer == "small");
  const std::string place = directory.file("q.txt");
  expect_error(ErrorCode::data, place + ":1: not a question; write 'target: choice choice ... :: answer'",
               [&] { read("hot warm cold\n"); });
  expect_error(ErrorCode::data, place + ":1: not a question; write 'target: choice choice ... :: answer'",
               [&] { read("hot :: cold\n"); });
  expect_error(ErrorCode::data, place + ":2: the answer 'icy' is not among the choices",
               [&] { read("hot: cold :: cold\nhot: cold :: icy\n"); });
  expect_error(
      ErrorCode::data,
      place + ":1: a question needs one target, choices and one answer; write 'target: choice choice ... :: answer'",
      [&] { read("hot: cold :: \n"); });
  expect_error(ErrorCode::data, place + ": no question in it; give at least one", [&] { read("\n"); });
  CHECK(read("hot warm\nhot: cold :: cold\nhot: cold :: icy\n", BadLine::skip).size() == 1);
  CHECK(bad_lines == 2);
  expect_error(ErrorCode::data, place + ": no question in it; give at least one",
               [&] { read("hot warm\n", BadLine::skip); });
}

TEST_CASE("words in order from a pole to its opposite") {
  const Line plane(
      {{"hot", {1, 0}}, {"warm", {0.8F, 0.6F}}, {"cold", {-1, 0}}, {"big", {0, 1}}, {"cool", {-0.6F, 0.8F}}});
  const auto placed = order_on_axis(plane, "hot", "", {"cold", "zebra", "big", "warm", "cool"});
  std::string order;
  for (const PlacedWord& word : placed) order += word.word + " ";
  CHECK(order == "warm big cool cold zebra ");
  CHECK(placed[0].value == doctest::Approx(0.8));
  CHECK_FALSE(placed[4].known);
  const auto tilted = order_on_axis(plane, "hot", "big", {"big", "hot", "warm"});
  CHECK(tilted[0].word == "hot");
  CHECK(tilted[1].value == doctest::Approx(0.2 / std::sqrt(2.0)));
  CHECK(tilted[2].word == "big");
  expect_error(ErrorCode::data, "the model does not know 'zebra'; choose another word for the axis",
               [&] { order_on_axis(plane, "zebra", "", {"hot"}); });
  expect_error(ErrorCode::data, "'hot' and 'hot' are the same to the model; choose two words that differ",
               [&] { order_on_axis(plane, "hot", "hot", {"hot"}); });
}

TEST_CASE("the odd one out") {
  const auto placed = odd_one_out(line, {"hot", "cold", "warm", "zebra", "tepid"});
  CHECK(placed[0].word == "cold");
  CHECK(placed[0].value == doctest::Approx(-1));
  CHECK(placed[4].word == "zebra");
  expect_error(ErrorCode::data, "2 of the words are known; give at least three words that the model knows", [&] {
    odd_one_out(line, {"hot", "cold", "zebra"});
  });
}
