// classify: labels of texts, from labelled texts of another language.
#pragma once

#include <string>
#include <vector>

#include "couplet/methods/classify/classifier.h"
#include "couplet/model/capabilities.h"
#include "couplet/tasks/intervals.h"
#include "couplet/tasks/task.h"

namespace couplet {

struct LabelledTexts {
  std::vector<std::string> labels;
  Items texts;
};

/// Reads a label and a text a line; Error(data) when there is none.
LabelledTexts read_labelled_texts(const Source& source);

struct ClassifyOptions : BootstrapOptions {
  ClassifierOptions::Kind by = ClassifierOptions::Kind::neighbours;
  std::int64_t neighbours = 1;
  double cost = 10;
  Side side = Side::left, new_side = Side::right;  // of the labelled texts, and of the new ones
};

struct TextLabel {
  bool known = false;  // false: no word of the text is known
  std::string label;
  double share = 0;  // of the votes, or the label's probability
};
std::vector<TextLabel> classify(const LoadedModel& model, const LabelledTexts& labelled, const Items& texts,
                                const ClassifyOptions& options, const Run& run);

Task classify_task();

}  // namespace couplet
