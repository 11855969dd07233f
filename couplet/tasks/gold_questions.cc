// Sentences with a blank, options and the right one.
#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/model/capabilities.h"
#include "couplet/tasks/complete.h"
#include "couplet/tasks/gold_kinds.h"
#include "couplet/tasks/task.h"

namespace couplet {
namespace {

class QuestionGold final : public Gold {
 public:
  explicit QuestionGold(std::vector<BlankQuestion> questions) : questions_(std::move(questions)) {}

  /// accuracy over all questions, and over those attempted.
  Measured measure(const System& system, const Run& run) const override {
    const auto scores = system.loaded().require<CompletesSentences>().score_questions(questions_, run);
    std::vector<double> right, attempted;
    std::int64_t covered = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const BlankAnswer answer = answer_of(questions_[i], scores[i]);
      right.push_back(answer.right);
      attempted.push_back(answer.attempted);
      covered += answer.attempted;
    }
    const std::int64_t total = std::ssize(right);
    warn_of_coverage(run, covered, total, question_coverage);
    return {{{"accuracy", MeanOfItems{right, true}, covered, total, true},
             {"accuracy-attempted", RatioTerms{right, attempted}, covered, total}}};
  }

 private:
  std::vector<BlankQuestion> questions_;
};

}  // namespace

std::unique_ptr<Gold> read_question_gold(const Source& source, const GoldOptions& options, const Run& run) {
  BlankQuestions read = read_blank_questions(source);
  warn_of_skipped(run, read.bad_lines);
  for (const BlankQuestion& question : read.questions)
    if (question.answer < 0)
      throw Error(ErrorCode::data, source.name(), "the questions have no answers",
                  "add a column named answer, with a header line");
  add_scores_of(options.scores, read.questions, run);
  return std::make_unique<QuestionGold>(std::move(read.questions));
}

}  // namespace couplet
