// Reading documents that exist in two or more languages.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "couplet/text/source.h"

namespace couplet {

/// Streams documents, each as one text a language. What the source is decides how:
///   one file, or rows  TSV or JSON Lines; --columns names the languages' columns (default: the first two, or "left"
///                      and "right"; of rows with names all)
///   two files or more  line i of each is document i
///   directories        a document is a name that is a file in all of them, read in order of the names; others are
///                      counted as skipped
/// Texts are valid UTF-8; a bad byte is Error(data) with file:line, or a skipped document with BadLine::skip.
class DocumentReader {
 public:
  /// Opens the files. Throws Error(usage) for options that make no sense together, Error(io) for a missing file.
  explicit DocumentReader(const Source& files);
  ~DocumentReader();
  DocumentReader(DocumentReader&&) noexcept;

  /// Texts of a document, >= 2.
  std::int64_t languages() const;
  /// What a language is called in messages: the file's name, or the column's.
  std::string language_name(std::int64_t language) const;
  /// The next document, one text a language; false at the end. Throws Error(data) with the place, also for files of
  /// unequal length.
  bool next(std::vector<std::string>& texts);
  /// Lines or names left out.
  std::int64_t skipped() const;
  /// Compressed bytes (of directories: documents) read and in all, for progress; 0: unknown.
  std::int64_t position() const;
  std::int64_t size() const;

  class Layout;

 private:
  std::unique_ptr<Layout> layout_;
};

}  // namespace couplet
