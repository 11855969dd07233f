// Fill-in questions in files, and how models answer them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/model/capabilities.h"
#include "couplet/text/source.h"

namespace couplet {

struct BlankQuestions {
  std::vector<BlankQuestion> questions;
  std::int64_t bad_lines = 0;  // left out by BadLine::skip
};

/// Reads TSV (one path) or rows: id, question, options. A first line whose second field is "question" is a header (as
/// are the names of rows); then the options are the columns after it up to "answer", and "answer" holds the right
/// option's column name or text. Without a header all columns from the third on are options. Two blanks: an option
/// holds both fillers, "first | second" or "first .. second". Error(data) with file:line for a question without a blank
/// or with more than two, fewer than two options, an empty option or one with too few fillers, an answer that is not
/// among the options; with the file when it has no question.
BlankQuestions read_blank_questions(Source source);

/// The fillers of an option as written. Error(data) with the place when there is not one a blank.
std::vector<std::string> split_fillers(std::string_view option, std::size_t blanks, const std::string& place);

/// "first | second".
std::string joined_fillers(const std::vector<std::string>& fillers);

/// One question as it was answered.
struct BlankAnswer {
  bool attempted = false;    // at least one option has a score
  std::int64_t chosen = -1;  // the best option; -1 when not attempted, or when several are
  bool right = false;        // a tie is not right
};

/// The best of the options that have a score; scores closer than 1e-12 of their size are a tie.
BlankAnswer answer_of(const BlankQuestion& question, const std::vector<OptionScore>& scores);

}  // namespace couplet
