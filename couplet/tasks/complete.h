// complete: which word fits into the blank.
#pragma once

#include <string>

#include "couplet/methods/completion/blank_questions.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// What is counted of questions: those whose options the model can compare.
inline constexpr const char* question_coverage = "questions have an option with a score";

/// Puts the scores of other programs into the questions; nothing when the path is empty. Warns of those given as not
/// known. Error as read_outside_scores.
void add_scores_of(const std::string& path, std::vector<BlankQuestion>& questions, const Run& run);

/// The one blank of a text as a question: the options are the words of the model's vocabulary that may be among the
/// best `top`. Error(usage) for a text with two blanks.
BlankQuestion free_question(const LoadedModel& model, const std::string& text, std::int64_t top, const Run& run);

/// Rows "complete": the options of each question, the best first, those without a score last; at most `top` a question
/// (0: all).
void complete(const LoadedModel& model, const std::vector<BlankQuestion>& questions, std::int64_t top, RowSink& rows,
              const Run& run);

Task complete_task();

}  // namespace couplet
