#include "apps/cli/analogies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "apps/cli/ability.h"
#include "apps/cli/run.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/search/word_search.h"
#include "couplet/text/bad_line.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr double not_covered = std::numeric_limits<double>::quiet_NaN();
constexpr const char* blanks = " \t";
constexpr const char* question_form =
    "a question is four words, 'man king woman queen'; a section begins with ': name'";

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

/// The reader's state: sections by name.
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
    const std::size_t begin = rest.find_first_not_of(blanks);
    if (begin == std::string_view::npos) throw Error(ErrorCode::data, place, "a section without a name", question_form);
    const std::string name(rest.substr(begin, rest.find_last_not_of(blanks) + 1 - begin));
    const auto [at, fresh] = numbers_.emplace(name, static_cast<std::int64_t>(file.sections.size()));
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

Estimate mean_of(const std::vector<double>& right, const BootstrapOptions& options, const Run& run) {
  return right.empty() ? Estimate{not_covered, not_covered, not_covered} : bootstrap_mean(right, options, run);
}

/// A line ": name" begins a section (the same name may come again); other lines have four words, separated by blanks or
/// tabs; empty lines are passed over. Error(data) with the line for anything else, unless it is to be skipped, and for
/// a file without questions.
AnalogyFile read_analogies(const std::string& path, BadLine on_bad_line) {
  LineReader lines(path);
  AnalogyReader reader;
  std::string_view line;
  while (lines.next(line)) {
    try {
      reader.take(line, lines.place());
    } catch (const Error&) {
      if (on_bad_line == BadLine::stop) throw;
      ++reader.file.bad_lines;
    }
  }
  if (reader.file.questions.empty()) throw Error(ErrorCode::data, path, "no questions in it", question_form);
  return std::move(reader.file);
}

/// 1, 0 or not_covered for each question.
std::vector<double> analogy_outcomes(const HasVectors& model, const AnalogyFile& file, Analogy how, const Run& run) {
  WordNumbers numbers(model);
  std::vector<AnalogyQuestion> asked;
  std::vector<Index> wanted;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < file.questions.size(); ++i) {
    const auto& [a, b, c, d] = file.questions[i].words;
    const Index na = numbers.of(a), nb = numbers.of(b), nc = numbers.of(c), nd = numbers.of(d);
    if (std::min({na, nb, nc, nd}) < 0) continue;
    asked.push_back({na, nb, nc});
    wanted.push_back(nd);
    places.push_back(i);
  }
  if (asked.empty())
    throw Error(ErrorCode::data, "questions", "none has all its four words in the model",
                "are they in the language and case of the model?");
  std::vector<double> outcomes(file.questions.size(), not_covered);
  const WordAnswers answers = WordSearch(model.vectors(), run).analogies(asked, how, 2, run);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto& best = answers[i];
    const bool tied = best.size() > 1 && best[0].score == best[1].score;
    outcomes[places[i]] = !best.empty() && !tied && best[0].id == wanted[i];
  }
  return outcomes;
}

}  // namespace

AnsweredAnalogies answered_analogies(const Arguments& arguments, const std::string& model, const std::string& questions,
                                     const Run& run) {
  const BadLine on_bad_line = arguments.text("on-bad-line") == "skip" ? BadLine::skip : BadLine::stop;
  AnalogyFile file = read_analogies(questions, on_bad_line);
  report_coverage(arguments, 0, 0, "", file.bad_lines);
  const auto loaded = load_model(model, all_methods());
  auto outcomes = analogy_outcomes(require<HasVectors>(*loaded), file, parse_analogy(arguments.text("analogy")), run);
  return {std::move(file), std::move(outcomes)};
}

std::vector<MetricReport> analogy_report(const AnsweredAnalogies& answered, const BootstrapOptions& options,
                                         const Run& run) {
  const auto& [file, outcomes] = answered;
  std::vector<double> right, all;
  std::vector<std::vector<double>> right_in(file.sections.size());
  std::vector<std::int64_t> totals(file.sections.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const bool covered = !std::isnan(outcomes[i]);
    all.push_back(covered ? outcomes[i] : 0);
    if (covered) right.push_back(outcomes[i]);
    if (file.questions[i].section < 0) continue;
    const auto section = static_cast<std::size_t>(file.questions[i].section);
    ++totals[section];
    if (covered) right_in[section].push_back(outcomes[i]);
  }
  std::vector<MetricReport> reports{{"accuracy", mean_of(right, options, run), std::ssize(right), std::ssize(all)},
                                    {"accuracy-all", mean_of(all, options, run), std::ssize(right), std::ssize(all)}};
  for (std::size_t s = 0; s < file.sections.size(); ++s)
    reports.push_back(
        {"accuracy:" + file.sections[s], mean_of(right_in[s], options, run), std::ssize(right_in[s]), totals[s]});
  return reports;
}

}  // namespace couplet
