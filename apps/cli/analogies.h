// Analogy questions in the form of word2vec's questions-words.txt, and how well a model answers them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"

namespace couplet {

/// "a is to b as c is to d": the words and the section they stand in.
struct FourWords {
  std::array<std::string, 4> words;
  std::int64_t section = -1;  // -1: before the first section
};

struct AnalogyFile {
  std::vector<FourWords> questions;
  std::vector<std::string> sections;  // in order of first appearance
  std::int64_t bad_lines = 0;         // skipped
};

/// Analogy questions as a model answers them.
struct AnsweredAnalogies {
  AnalogyFile file;
  std::vector<double> outcomes;  // 1 or 0 for each question, NaN where a word is none of the model's
};

/// Reads the questions and asks the model, as --analogy and the data options say. Right is an answer that scores higher
/// than every other word but the three asked about: ties are wrong. Error(data) when no question is covered.
AnsweredAnalogies answered_analogies(const Arguments& arguments, const std::string& model, const std::string& questions,
                                     const Run& run);

/// "accuracy" (of the questions covered), "accuracy-all" (the others count as wrong), and "accuracy:SECTION" for each
/// section; NaN for a section of which nothing is covered.
std::vector<MetricReport> analogy_report(const AnsweredAnalogies& answered, const BootstrapOptions& options,
                                         const Run& run);

}  // namespace couplet
