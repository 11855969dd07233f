// Where a user's texts are and how to read them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/segment.h"
#include "couplet/text/bad_line.h"

namespace couplet {

class TextRows;  // text_rows.h

/// Files, or rows of texts that a program gives. What is read from them (pairs, running text, documents, a table) is
/// the reader's affair; a row stands for a line and its fields for the columns. The command line's data options fill
/// in the rest.
struct Source {
  /// "-" is standard input. Of pairs: one file (TSV or JSON Lines) or two (line i of one belongs to line i of the
  /// other). Of text: read one after the other.
  std::vector<std::string> paths = {};
  /// "1,2" (numbers from 1) or "context,response" (header names, JSON keys, or names of the rows' columns). Empty: for
  /// pairs the first two columns, or those called "left" and "right" (JSON, and rows with names); for text the whole
  /// line ("auto", "lines"), the first column ("tsv") or the one called "text" (JSON, and rows with names). Readers of
  /// pairs hand out further columns as `extra`.
  std::string columns = {};
  /// "auto" (told by content: JSON Lines when the first byte is '{', else TSV; text without a column: lines), "tsv" or
  /// "jsonl"; of text also "lines" (a document a line) and "files" (a document a file). Rows know "auto" only.
  std::string format = "auto";
  /// Columns wanted beside the texts (a label, a group), named as in `columns`; readers of pairs hand them out as
  /// `extra`. Without `columns` the texts are what is left, if it is as many as the reader needs.
  std::vector<std::string> further = {};
  /// True: the first line of a TSV is a header. Implied by column names that are not numbers.
  bool header = false;
  /// True: it is none. By default a first line that looks like a header is refused where it would be read as data.
  bool no_header = false;
  BadLine on_bad_line = BadLine::stop;
  /// In the place of files.
  std::shared_ptr<TextRows> rows = {};
  /// What to read: lines by the byte they begin with (a header belongs to no segment and is known to all), of several
  /// files of text as if they were one; of two files that belong together by the first one's; .npy and rows by rows. A
  /// compressed file or a pipe is not cut: all of it is where its first byte is.
  Segment segment = {};

  /// "train.tsv", "standard input" or "the rows given": the first of it, for messages; empty when there is nothing.
  std::string name() const;
  /// The first file, for readers that know nothing else; Error(usage) when rows were given.
  const std::string& file() const;
  /// What readers count their position in, for progress: "B" or "rows".
  std::string_view unit() const { return rows ? "rows" : "B"; }
};

/// How many segments a source is cut into, by the bytes of its files or its rows; one where a file is a pipe.
std::int64_t segments_of(const Source& source);

/// The files that an option names: one, or those of a list "a,b" where there is no file of that whole name.
std::vector<std::string> listed_files(const std::string& list);

/// Texts, a document each. A program's own columns, not copied: rows_of_columns (text_rows.h).
Source texts_in_memory(std::vector<std::string> texts);
/// Pairs: text i of `left` and text i of `right`.
Source pairs_in_memory(std::vector<std::string> left, std::vector<std::string> right);
/// Columns of anything: documents in several languages, pairs with labels, questions with options. names: none, or one
/// a column.
Source columns_in_memory(std::vector<std::vector<std::string>> columns, std::vector<std::string> names = {});
/// Rows from a function that fills in the next one, false at the end. They can be read once, as standard input can.
Source rows_from(std::function<bool(std::vector<std::string>&)> next, std::vector<std::string> names = {});

}  // namespace couplet
