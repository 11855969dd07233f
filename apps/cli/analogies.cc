#include "apps/cli/analogies.h"

#include <fmt/format.h>

#include <limits>
#include <map>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

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
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  return right.empty() ? Estimate{undefined, undefined, undefined} : bootstrap_mean(right, options, run);
}

/// 1 or 0 for each question asked: is the right word the only best one?
std::vector<double> judged(const WordSearch& search, const std::vector<AnalogyQuestion>& asked,
                           const std::vector<Index>& wanted, Analogy how, const Run& run) {
  std::vector<double> right;
  const WordAnswers answers = search.analogies(asked, how, 2, run);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto& best = answers[i];
    const bool tied = best.size() > 1 && best[0].score == best[1].score;
    right.push_back(!best.empty() && !tied && best[0].id == wanted[i]);
  }
  return right;
}

}  // namespace

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

std::vector<MetricReport> analogy_report(const HasVectors& model, const AnalogyFile& file, Analogy how,
                                         const BootstrapOptions& options, const Run& run) {
  WordNumbers numbers(model);
  std::vector<AnalogyQuestion> asked;
  std::vector<Index> wanted;
  std::vector<std::int64_t> section_of, totals(file.sections.size());
  for (const FourWords& question : file.questions) {
    const auto& [a, b, c, d] = question.words;
    if (question.section >= 0) ++totals[static_cast<std::size_t>(question.section)];
    const Index na = numbers.of(a), nb = numbers.of(b), nc = numbers.of(c), nd = numbers.of(d);
    if (std::min({na, nb, nc, nd}) < 0) continue;
    asked.push_back({na, nb, nc});
    wanted.push_back(nd);
    section_of.push_back(question.section);
  }
  if (asked.empty())
    throw Error(ErrorCode::data, "questions", "none has all its four words in the model",
                "are they in the language and case of the model?");

  const std::vector<double> right = judged(WordSearch(model.vectors(), run), asked, wanted, how, run);
  const auto covered = static_cast<std::int64_t>(right.size()),
             total = static_cast<std::int64_t>(file.questions.size());
  std::vector<double> all = right;
  all.resize(file.questions.size(), 0.0);
  std::vector<MetricReport> reports{{"accuracy", mean_of(right, options, run), covered, total},
                                    {"accuracy-all", mean_of(all, options, run), covered, total}};
  for (std::size_t s = 0; s < file.sections.size(); ++s) {
    std::vector<double> own;
    for (std::size_t i = 0; i < right.size(); ++i)
      if (section_of[i] == static_cast<std::int64_t>(s)) own.push_back(right[i]);
    reports.push_back(
        {"accuracy:" + file.sections[s], mean_of(own, options, run), static_cast<std::int64_t>(own.size()), totals[s]});
  }
  return reports;
}

}  // namespace couplet
