// complete: which word fits into the blank.
#pragma once

#include <string>

#include "couplet/methods/completion/blank_questions.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// The one blank of a text as a question: the options are the words of the model's vocabulary that may be among the
/// best `top`. Error(usage) for a text with two blanks.
BlankQuestion free_question(const LoadedModel& model, const std::string& text, std::int64_t top, const Run& run);

/// Rows "complete": the options of each question, the best first, those without a score last; at most `top` a question
/// (0: all).
void complete(const LoadedModel& model, const std::vector<BlankQuestion>& questions, std::int64_t top, RowSink& rows,
              const Run& run);

Task complete_task();

}  // namespace couplet
