// Scores of the options of questions that other programs computed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "couplet/base/run.h"
#include "couplet/model/blank_question.h"

namespace couplet {

/// What the names of such scorers begin with.
inline constexpr std::string_view outside_prefix = "file-";

/// Reads TSV with a header line: id, option (as in the questions) and a column of numbers a scorer; columns named rank
/// or unknown are passed over, so that what `couplet complete` writes can be read. Puts a scorer a column into each
/// question. Returns how many scores are given as not known (an empty field, or -). Every option must have its line:
/// Error(data) with the file:line or the file for anything else. Warns of lines of other questions.
std::int64_t read_outside_scores(const std::string& path, std::span<BlankQuestion> questions, const Run& run);

}  // namespace couplet
