// words: what a model knows by name.
#pragma once

#include "couplet/tasks/task.h"

namespace couplet {

/// Rows "words": the words of a model with vectors that begin with `start`, as written or in lower case, in the order
/// of the model, `top` at most (0: all); returns how many.
std::int64_t list_words(const LoadedModel& model, const std::string& start, std::int64_t top, RowSink& rows);

Task words_task();

}  // namespace couplet
