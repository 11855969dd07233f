// Scores of the options of questions that other programs computed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/model/blank_question.h"
#include "couplet/text/source.h"

namespace couplet {

/// What the names of such scorers begin with.
inline constexpr std::string_view outside_prefix = "file-";

struct OutsideScores {
  std::string name;                         // "file-" and the name of the column
  std::vector<std::vector<double>> values;  // by question, then by option; NaN: not given
};

/// Reads TSV with a header line: id, option (as in the questions) and a column of numbers a scorer; columns named rank
/// or unknown are passed over, so that what `couplet complete` writes can be read. Error(data) with file:line for what
/// is no number, an unknown question or option is passed over; Error(data) with the file when nothing fits the
/// questions.
std::vector<OutsideScores> read_outside_scores(const std::string& path, std::span<const BlankQuestion> questions);

}  // namespace couplet
