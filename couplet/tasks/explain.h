// explain: why a pair of texts, or a word in a blank, scores as it does.
#pragma once

#include <string>

#include "couplet/model/capabilities.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// Of a model that completes sentences: left is a text with a blank, right what fills it.
Explanation explain(const LoadedModel& model, const std::string& left, const std::string& right, const Run& run);

/// Why one filler of a text with a blank scores otherwise than another: the difference, and that of each reason. A word
/// that stands in the text more than once has one reason, unless the model tells its places. Error(data) for a filler
/// without a score.
Explanation explain_difference(const LoadedModel& model, const std::string& text, const std::string& filler,
                               const std::string& other, const Run& run);

/// Rows "explain": the score, then the `top` largest reasons of each kind (0: all) and what the others of that kind add
/// up to, so that the values of a kind that explains the whole score add up to it.
void show_explanation(const Explanation& why, const std::string& left, const std::string& right, std::int64_t top,
                      RowSink& rows);

Task explain_task();

}  // namespace couplet
