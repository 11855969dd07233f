// Where a user's data is and how to read it.
#pragma once

#include <string>
#include <vector>

#include "couplet/text/bad_line.h"

namespace couplet {

/// What the command line's data options fill in. What a method reads from the paths (pairs, running text, a table) is
/// its own affair.
struct Source {
  /// "-" is standard input. Of pairs: one file (TSV or JSON Lines) or two (line i of one belongs to line i of the
  /// other). Of text: read one after the other.
  std::vector<std::string> paths = {};
  /// "1,2" (numbers from 1) or "context,response" (header names, or JSON keys). Empty: for pairs the first two columns,
  /// or the keys "left" and "right" of JSON; for text the whole line ("auto", "lines"), the first column ("tsv") or the
  /// key "text" ("jsonl"). Readers of pairs hand out further columns as `extra`.
  std::string columns = {};
  /// "auto" (told by content: JSON Lines when the first byte is '{', else TSV; text without a column: lines), "tsv" or
  /// "jsonl"; of text also "lines" (a document a line) and "files" (a document a file).
  std::string format = "auto";
  /// True: the first line of a TSV is a header. Implied by column names that are not numbers.
  bool header = false;
  BadLine on_bad_line = BadLine::stop;
};

}  // namespace couplet
