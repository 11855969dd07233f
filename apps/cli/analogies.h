// Analogy questions in the form of word2vec's questions-words.txt, and how well a model answers them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"
#include "couplet/model/capabilities.h"
#include "couplet/search/word_search.h"
#include "couplet/text/bad_line.h"

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

/// A line ": name" begins a section (the same name may come again); other lines have four words, separated by blanks or tabs; empty
/// lines are passed over. Error(data) with the line for anything else, unless it is to be skipped, and for a file without questions.
AnalogyFile read_analogies(const std::string& path, BadLine on_bad_line);

/// 1 or 0 for each question, NaN where a word is none of the model's. Right is an answer that scores higher than every other word but
/// the three asked about: ties are wrong. Error(data) when no question is covered.
std::vector<double> analogy_outcomes(const HasVectors& model, const AnalogyFile& file, Analogy how, const Run& run);

/// "accuracy" (of the questions covered), "accuracy-all" (the others count as wrong), and "accuracy:SECTION" for each section; NaN for a
/// section of which nothing is covered.
std::vector<MetricReport> analogy_report(const std::vector<double>& outcomes, const AnalogyFile& file,
                                         const BootstrapOptions& options, const Run& run);

}  // namespace couplet
