// Scorers joined by a rule learned from questions with answers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/completion/rank_net.h"
#include "couplet/methods/completion/scorers.h"
#include "couplet/model/method.h"

namespace couplet {

Method completion_method();

/// Holds whole models and how much each of their scores counts.
class CompletionModel final : public Model, public CompletesSentences {
 public:
  CompletionModel(ModelHeader header, std::vector<std::unique_ptr<Model>> parts, std::vector<std::string> names,
                  RankNet net);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  /// {difference of the scores} of two fillers for a text with a blank.
  std::vector<double> self_test(const std::vector<std::string>& input) const override;

  /// Scores compare the options of a question; a single option for one blank is compared with likely words.
  std::vector<std::vector<OptionScore>> score_questions(std::span<const BlankQuestion> questions,
                                                        const Run& run) const override;
  /// Those of all parts.
  std::vector<std::string> candidates(const BlankQuestion& question, std::int64_t count, const Run& run) const override;
  /// Kind "vote": what each scorer adds to the score, compared with the other options; then kind "context": the words
  /// that pulled, as LSA has them.
  std::vector<Reason> explain_option(const BlankQuestion& question, std::size_t option, const Run& run) const override;

 private:
  /// The question, with other words beside an only option.
  BlankQuestion in_company(const BlankQuestion& question, const Run& run) const;
  /// Outside scores that the weights were fitted with and that no question has.
  void warn_of_missing(std::span<const BlankQuestion> questions, const Run& run) const;

  std::vector<std::unique_ptr<Model>> parts_;
  std::vector<std::string> names_;  // of the scorers
  RankNet net_;
};

}  // namespace couplet
