// Analogy questions in the form of word2vec's questions-words.txt: lines of four words, sections that begin with ":
// name".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/model/capabilities.h"
#include "couplet/search/word_search.h"
#include "couplet/tasks/gold_kinds.h"
#include "couplet/tasks/task.h"
#include "couplet/text/trimmed.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr double not_covered = std::numeric_limits<double>::quiet_NaN();
constexpr const char* blanks = " \t";
constexpr const char* question_form =
    "a question is four words, 'man king woman queen'; a section begins with ': name'";

/// "a is to b as c is to d": the words and the section they stand in.
struct FourWords {
  std::array<std::string, 4> words;
  std::int64_t section = -1;  // -1: before the first section
};

struct AnalogyFile {
  std::vector<FourWords> questions;
  std::vector<std::string> sections;  // in order of first appearance
};

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

/// Takes lines; the same section may come again, empty lines are passed over. Error(data) with the place for anything
/// else.
class AnalogyReader {
 public:
  void take(std::string_view line, const std::string& place) {
    require_utf8(line, place);
    const auto words = words_of(line);
    if (words.empty()) return;
    if (words[0].starts_with(':')) return begin_section(line.substr(line.find(':') + 1), place);
    if (words.size() != 4)
      throw Error(ErrorCode::data, place,
                  fmt::format("{} word{}, expected 4", words.size(), words.size() == 1 ? "" : "s"), question_form);
    FourWords question{{}, section_};
    for (std::size_t i = 0; i < 4; ++i) question.words[i] = words[i];
    file.questions.push_back(std::move(question));
  }

  AnalogyFile file;

 private:
  void begin_section(std::string_view rest, const std::string& place) {
    const std::string name(trimmed(rest));
    if (name.empty()) throw Error(ErrorCode::data, place, "a section without a name", question_form);
    const auto [at, fresh] = numbers_.emplace(name, std::ssize(file.sections));
    if (fresh) file.sections.push_back(name);
    section_ = at->second;
  }

  std::map<std::string, std::int64_t> numbers_;
  std::int64_t section_ = -1;
};

/// Numbers of words, each looked up once: looking up may mean to cut a text into words.
class WordNumbers {
 public:
  explicit WordNumbers(const HasVectors& model) : model_(model) {}
  /// -1: not a word of the model.
  Index of(const std::string& word) {
    const auto [at, fresh] = known_.emplace(word, -1);
    if (fresh) at->second = model_.find_word(word).label;
    return at->second;
  }

 private:
  const HasVectors& model_;
  std::map<std::string, Index> known_;
};

class AnalogyGold final : public Gold {
 public:
  AnalogyGold(AnalogyFile file, Analogy how) : file_(std::move(file)), how_(how) {}

  /// "accuracy" (of the questions covered), "accuracy-all" (the others count as wrong), "accuracy:SECTION".
  Measured measure(const System& system, const Run& run) const override {
    const std::vector<double> outcomes = ask(system.loaded(), run);
    std::vector<double> right, all;
    std::vector<std::vector<double>> right_in(file_.sections.size());
    std::vector<std::int64_t> totals(file_.sections.size());
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const bool covered = !std::isnan(outcomes[i]);
      all.push_back(covered ? outcomes[i] : 0);
      if (covered) right.push_back(outcomes[i]);
      const std::int64_t section = file_.questions[i].section;
      if (section < 0) continue;
      ++totals[section];
      if (covered) right_in[section].push_back(outcomes[i]);
    }
    const std::int64_t covered = std::ssize(right), total = std::ssize(all);
    Measured measured;
    measured.measures.push_back({"accuracy", MeanOfItems{std::move(right)}, covered, total});
    measured.measures.push_back({"accuracy-all", MeanOfItems{std::move(all), true}, covered, total, true});
    for (std::size_t s = 0; s < file_.sections.size(); ++s)
      measured.measures.push_back(
          {"accuracy:" + file_.sections[s], MeanOfItems{right_in[s]}, std::ssize(right_in[s]), totals[s]});
    return measured;
  }

 private:
  /// 1, 0 or not_covered for each question. Right is an answer that scores higher than every other word but the three
  /// asked about: ties are wrong.
  std::vector<double> ask(const LoadedModel& model, const Run& run) const {
    WordNumbers numbers(model.require<HasVectors>());
    std::vector<AnalogyQuestion> asked;
    std::vector<Index> wanted;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < file_.questions.size(); ++i) {
      const auto& [a, b, c, d] = file_.questions[i].words;
      const Index na = numbers.of(a), nb = numbers.of(b), nc = numbers.of(c), nd = numbers.of(d);
      if (std::min({na, nb, nc, nd}) < 0) continue;
      asked.push_back({na, nb, nc});
      wanted.push_back(nd);
      places.push_back(i);
    }
    if (asked.empty())
      throw Error(ErrorCode::data, "questions", "none has all its four words in the model",
                  "are they in the language and case of the model?");
    std::vector<double> outcomes(file_.questions.size(), not_covered);
    const WordAnswers answers = model.word_search(run).analogies(asked, how_, 2, run);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto& best = answers[i];
      const bool tied = best.size() > 1 && best[0].score == best[1].score;
      outcomes[places[i]] = !best.empty() && !tied && best[0].id == wanted[i];
    }
    return outcomes;
  }

  AnalogyFile file_;
  Analogy how_;
};

}  // namespace

std::unique_ptr<Gold> read_analogy_gold(const Source& source, const GoldOptions& options, const Run& run) {
  LineReader lines(source.file());
  AnalogyReader reader;
  std::int64_t bad_lines = 0;
  for (std::string_view line; lines.next(line);) {
    try {
      reader.take(line, lines.place());
    } catch (const Error&) {
      if (source.on_bad_line == BadLine::stop) throw;
      ++bad_lines;
    }
  }
  if (reader.file.questions.empty()) throw Error(ErrorCode::data, source.file(), "no questions in it", question_form);
  warn_of_skipped(run, bad_lines);
  return std::make_unique<AnalogyGold>(std::move(reader.file), parse_analogy(options.analogy));
}

}  // namespace couplet
