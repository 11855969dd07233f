// Reading documents, one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "couplet/text/bad_line.h"

namespace couplet {

/// Where documents are and how to read them.
struct CorpusFiles {
  /// Read one after the other. "-" is standard input.
  std::vector<std::string> paths;
  /// The column number (from 1), header name or JSON key of the text. Empty: the whole line ("auto", "lines"), the
  /// first column
  /// ("tsv") or the key "text" ("jsonl").
  std::string column;
  /// "lines" (a document a line), "tsv", "jsonl", "files" (a document a file), or "auto": lines without a column; with
  /// one, JSON Lines when the file's first byte is '{', else TSV.
  std::string format = "auto";
  /// True: the first line of a TSV is a header. Implied by a column name that is not a number.
  bool header = false;
  BadLine on_bad_line = BadLine::stop;
};

/// Streams documents, each valid UTF-8, with the manners of PairReader. An empty line is an empty document.
class CorpusReader {
 public:
  /// Throws Error(usage) for options that make no sense; files are opened when their turn comes.
  explicit CorpusReader(CorpusFiles files);
  ~CorpusReader();
  CorpusReader(CorpusReader&&) noexcept;
  CorpusReader& operator=(CorpusReader&&) noexcept;

  /// The next document; false at the end of the last file. Throws Error(data) with the place.
  bool next(std::string& document);
  /// "news.txt:41" of the last document, "news.txt" for a whole file.
  std::string place() const;
  /// Lines (or files) left out by BadLine::skip.
  std::int64_t skipped() const;
  /// Compressed bytes read of all files so far.
  std::int64_t position() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
