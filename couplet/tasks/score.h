// score: a number for each pair or sentence.
#pragma once

#include "couplet/tasks/task.h"

namespace couplet {

struct ScoreOptions {
  bool words = false;  // of a language model: a row a word
};

/// Rows "score" of pairs; of a language model, which takes text, "sentence-score" or "word-score".
void score(const LoadedModel& model, const Data& source, const ScoreOptions& options, RowSink& rows, const Run& run);

Task score_task();

}  // namespace couplet
