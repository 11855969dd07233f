#include "couplet/methods/opposites/choice_questions.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/text/corpus_reader.h"

namespace couplet {

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

ChoiceQuestion parse(std::string_view line, const std::string& place) {
  const std::size_t colon = line.find(':'), mark = line.rfind("::");
  if (colon == std::string_view::npos || mark == std::string_view::npos || mark <= colon)
    throw Error(ErrorCode::data, place, "not a question", "write 'target: choice choice ... :: answer'");
  const auto target = words_of(line.substr(0, colon)), answer = words_of(line.substr(mark + 2));
  ChoiceQuestion question{{}, words_of(line.substr(colon + 1, mark - colon - 1)), {}};
  if (target.size() != 1 || answer.size() != 1 || question.choices.empty())
    throw Error(ErrorCode::data, place, "a question needs one target, choices and one answer",
                "write 'target: choice choice ... :: answer'");
  question.target = target[0];
  question.answer = answer[0];
  if (std::find(question.choices.begin(), question.choices.end(), question.answer) == question.choices.end())
    throw Error(ErrorCode::data, place, "the answer '" + question.answer + "' is not among the choices");
  return question;
}

/// Picks the least or most similar choice of those that have a score.
void choose(const ChoiceQuestion& question, Sought sought, ChoiceAnswer& answer) {
  constexpr double tie = 1e-9;
  const double sign = sought == Sought::opposite ? -1 : 1;
  double best = -std::numeric_limits<double>::infinity();
  for (const double score : answer.scores)
    if (!std::isnan(score)) best = std::max(best, sign * score);
  answer.attempted = std::isfinite(best);
  if (!answer.attempted) return;
  std::int64_t equally_good = 0;
  for (std::size_t i = 0; i < answer.scores.size(); ++i)
    if (sign * answer.scores[i] >= best - tie) {
      ++equally_good;
      answer.chosen = question.choices[i];
    }
  if (equally_good > 1) answer.chosen.clear();
  answer.right = answer.chosen == question.answer;
}

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace

std::vector<ChoiceQuestion> read_choice_questions(Source source, std::int64_t& bad_lines) {
  if (!source.rows) source.format = "lines";
  CorpusReader reader(source);
  std::vector<ChoiceQuestion> questions;
  bad_lines = 0;
  for (std::string line; reader.next(line);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    try {
      questions.push_back(parse(line, reader.place()));
    } catch (const Error&) {
      if (source.on_bad_line == BadLine::stop) throw;
      ++bad_lines;
    }
  }
  bad_lines += reader.skipped();
  if (questions.empty()) throw Error(ErrorCode::data, source.name(), "no question in it", "give at least one");
  return questions;
}

ChoiceReport answer_questions(const ScoresPairs& model, const std::vector<ChoiceQuestion>& questions, Sought sought,
                              const Run& run) {
  PairBatch batch;
  for (const ChoiceQuestion& question : questions)
    for (const std::string& choice : question.choices) {
      batch.left.texts.push_back(question.target);
      batch.right.texts.push_back(choice);
    }
  const std::vector<PairScore> scores = batch.size() > 0 ? model.score(batch, run) : std::vector<PairScore>{};
  ChoiceReport report;
  auto next = scores.begin();
  for (const ChoiceQuestion& question : questions) {
    ChoiceAnswer answer;
    bool target_known = true;
    for (std::size_t i = 0; i < question.choices.size(); ++i, ++next) {
      answer.scores.push_back(next->value);
      target_known = next->left_known;
      report.unknown_choices += !next->right_known;
    }
    choose(question, sought, answer);
    report.unknown_targets += !target_known;
    report.attempted += answer.attempted;
    report.right += answer.right;
    report.answers.push_back(std::move(answer));
  }
  report.questions = static_cast<std::int64_t>(questions.size());
  const auto right = static_cast<double>(report.right);
  report.precision = ratio(right, static_cast<double>(report.attempted));
  report.recall = ratio(right, static_cast<double>(report.questions));
  report.f1 = ratio(2 * report.precision * report.recall, report.precision + report.recall);
  return report;
}

}  // namespace couplet
