// Closest-opposite and synonym questions.
#include <fmt/format.h>

#include <map>
#include <set>

#include "couplet/base/error.h"
#include "couplet/methods/opposites/choice_questions.h"
#include "couplet/model/capabilities.h"
#include "couplet/tasks/gold_kinds.h"
#include "couplet/tasks/task.h"

namespace couplet {
namespace {

/// The words the model does not know, and how many it had in each way but as they are.
void tell_ways(const FindsWords& model, const std::vector<ChoiceQuestion>& questions, const Run& run) {
  std::set<std::string> words;
  for (const ChoiceQuestion& question : questions) {
    words.insert(question.target);
    words.insert(question.choices.begin(), question.choices.end());
  }
  std::string unknown;
  std::int64_t unknown_words = 0;
  std::map<std::string, std::int64_t> ways;
  for (const std::string& word : words) {
    const WordOrigin origin = model.origin_of(word);
    if (!origin.way.empty()) {
      if (ways[origin.way]++, origin.way != "itself")
        run.observer->note(fmt::format("'{}' by its {}: {}", word, origin.way, origin.standing));
      continue;
    }
    constexpr std::int64_t shown = 10;
    if (unknown_words++ < shown) unknown += (unknown.empty() ? "" : ", ") + word;
    if (unknown_words == shown + 1) unknown += ", ...";
  }
  if (unknown_words > 0)
    run.observer->warn(fmt::format("{} of {} words are not known: {}", unknown_words, words.size(), unknown));
  std::string summary;
  for (const auto& [way, count] : ways) summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", way, count);
  run.observer->note("words by the way they were had: " + summary);
}

class ChoiceGold final : public Gold {
 public:
  ChoiceGold(std::vector<ChoiceQuestion> questions, Sought sought)
      : questions_(std::move(questions)), sought_(sought) {}

  Measured measure(const System& system, const Run& run) const override {
    const LoadedModel& model = system.loaded();
    const ChoiceReport report = answer_questions(model.require<ScoresPairs>(), questions_, sought_, run);
    if (report.attempted == 0)
      throw Error(ErrorCode::data, "questions", "the model knows no target, or none of its choices",
                  "are they in the language of the model?");
    if (const auto* finds = model.as<FindsWords>()) tell_ways(*finds, questions_, run);
    std::vector<double> right, twice_right, attempted, attempted_and_asked;
    for (const ChoiceAnswer& answer : report.answers) {
      right.push_back(answer.right);
      twice_right.push_back(2 * right.back());
      attempted.push_back(answer.attempted);
      attempted_and_asked.push_back(attempted.back() + 1);
    }
    return {{{"precision", RatioTerms{right, attempted}, report.attempted, report.questions},
             {"recall", MeanOfItems{right, true}, report.attempted, report.questions, true},
             {"f1", RatioTerms{twice_right, attempted_and_asked}, report.attempted, report.questions}}};
  }

 private:
  std::vector<ChoiceQuestion> questions_;
  Sought sought_;
};

}  // namespace

std::unique_ptr<Gold> read_choice_gold(const Source& source, const GoldOptions& options, const Run& run) {
  std::int64_t bad_lines = 0;
  auto questions = read_choice_questions(source, bad_lines);
  warn_of_skipped(run, bad_lines);
  return std::make_unique<ChoiceGold>(std::move(questions), options.synonyms ? Sought::synonym : Sought::opposite);
}

}  // namespace couplet
