#include "apps/cli/sentence_scores.h"
#include "apps/cli/ability.h"

#include <fmt/format.h>
#include <algorithm>

#include <cmath>

#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/terminal.h"
#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/registry.h"
#include "couplet/text/corpus_reader.h"

namespace couplet {
namespace {

/// Calls take(sentences) with some thousand lines at a time.
template <class Take>
void for_sentences(const Arguments& arguments, const std::string& path, const Run& run, Take&& take) {
  CorpusReader reader(arguments.data_files({path}));
  constexpr std::size_t batch = 4096;
  std::vector<std::string> sentences;
  Stage stage(*run.observer, "scoring");
  for (std::string line; reader.next(line);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    sentences.push_back(std::move(line));
    if (sentences.size() < batch) continue;
    take(sentences);
    sentences.clear();
    stage.advance_to(reader.position());
    run.stop->check();
  }
  if (!sentences.empty()) take(sentences);
  report_coverage(arguments, 0, 0, "", reader.skipped());
}

double log10_of(double part, double words) { return words > 0 ? std::pow(10, -part / words) : NAN; }

/// 10^-x of an interval of mean log10 probabilities; low and high change places.
Estimate powers(const Estimate& mean) {
  return {log10_of(mean.value, 1), log10_of(mean.high, 1), log10_of(mean.low, 1)};
}

}  // namespace

int print_sentence_scores(const Arguments& arguments, const ScoresSentences& model, const Run& run) {
  if (arguments.positionals.size() > 2)
    throw Error(ErrorCode::usage, arguments.positionals[2], "sentences come in one file",
                "a language model takes no pairs");
  const bool by_word = arguments.flag("words");
  Table table(*arguments.output, by_word ? "word-score" : "sentence-score",
              by_word ? std::vector<std::string>{"sentence", "position", "word", "log10", "known", "span"}
                      : std::vector<std::string>{"sentence", "log10", "words", "unknown"});
  std::int64_t number = 0;
  for_sentences(arguments, arguments.positionals[1], run, [&](const std::vector<std::string>& sentences) {
    for (const SentenceScore& score : model.score_sentences(sentences, by_word, run)) {
      if (!by_word) table.row({number, score.log10, score.words, score.unknown});
      std::int64_t position = 0;
      for (const WordScore& word : score.detail)
        table.row({number, position++, word.word, word.log10, word.known, word.span > 0 ? Cell(word.span) : Cell()});
      ++number;
    }
  });
  return 0;
}

std::vector<MetricReport> perplexity_report(const Arguments& arguments, const BootstrapOptions& options,
                                            const Run& run) {
  const auto model = load_model(arguments.positionals[0], all_methods());
  const auto& scorer = require<ScoresSentences>(*model);
  std::vector<double> log10, words, known_log10, known, unknown;
  std::int64_t all_words = 0, all_known = 0;
  for_sentences(arguments, arguments.positionals[1], run, [&](const std::vector<std::string>& sentences) {
    for (const SentenceScore& score : scorer.score_sentences(sentences, false, run)) {
      log10.push_back(score.log10);
      words.push_back(static_cast<double>(score.words));
      known_log10.push_back(score.log10 - score.unknown_log10);
      known.push_back(static_cast<double>(score.words - score.unknown));
      unknown.push_back(static_cast<double>(score.unknown));
      all_words += score.words;
      all_known += score.words - score.unknown;
    }
  });
  if (log10.empty())
    throw Error(ErrorCode::data, arguments.positionals[1], "no sentence in it", "give text, a sentence a line");
  return {{"perplexity", powers(bootstrap_ratio(log10, words, options, run)), all_words, all_words},
          {"perplexity-known", powers(bootstrap_ratio(known_log10, known, options, run)), all_known, all_words},
          {"unknown", bootstrap_ratio(unknown, words, options, run), all_known, all_words}};
}

QuestionOutcomes question_outcomes(const Arguments& arguments, const std::string& model, const std::string& questions,
                                   const Run& run) {
  const BadLine on_bad_line = arguments.text("on-bad-line") == "skip" ? BadLine::skip : BadLine::stop;
  const BlankQuestions file = read_blank_questions({.paths = {questions}, .on_bad_line = on_bad_line});
  report_coverage(arguments, 0, 0, "", file.bad_lines);
  const auto loaded = load_model(model, all_methods());
  const auto scores = require<CompletesSentences>(*loaded).score_questions(file.questions, run);
  QuestionOutcomes outcomes;
  std::int64_t covered = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (file.questions[i].answer < 0)
      throw Error(ErrorCode::data, questions, "the questions have no answers",
                  "add a column named answer, with a header line");
    const BlankAnswer answer = answer_of(file.questions[i], scores[i]);
    outcomes.right.push_back(answer.right);
    outcomes.attempted.push_back(answer.attempted);
    covered += answer.attempted;
  }
  report_coverage(arguments, covered, std::ssize(outcomes.right), "questions have a known word", 0);
  return outcomes;
}

std::vector<MetricReport> question_report(const Arguments& arguments, const BootstrapOptions& options, const Run& run) {
  const auto [right, attempted] = question_outcomes(arguments, arguments.positionals[0], arguments.positionals[1], run);
  const std::int64_t covered = std::count(attempted.begin(), attempted.end(), 1.0), total = std::ssize(right);
  return {{"accuracy", bootstrap_mean(right, options, run), covered, total},
          {"accuracy-attempted", bootstrap_ratio(right, attempted, options, run), covered, total}};
}

}  // namespace couplet
