// Reading documents, one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "couplet/text/source.h"

namespace couplet {

/// Streams documents, each valid UTF-8, with the manners of PairReader. An empty line is an empty document.
class CorpusReader {
 public:
  /// Throws Error(usage) for options that make no sense; files are opened when their turn comes.
  explicit CorpusReader(Source files);
  ~CorpusReader();
  CorpusReader(CorpusReader&&) noexcept;
  CorpusReader& operator=(CorpusReader&&) noexcept;

  /// The next document; false at the end of the last file. Throws Error(data) with the place.
  bool next(std::string& document);
  /// "news.txt:41" of the last document, "news.txt" for a whole file.
  std::string place() const;
  /// Lines (or files) left out by BadLine::skip.
  std::int64_t skipped() const;
  /// Compressed bytes of all files (or rows) read so far and in all (0: unknown; of a segment with
  /// compressed files a guess), for progress.
  std::int64_t position() const;
  std::int64_t size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
