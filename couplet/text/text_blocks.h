// A corpus in pieces of a size that suits threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/text/corpus_reader.h"

namespace couplet {

/// Documents one after the other. A long one may be cut, also over several blocks.
struct TextBlock {
  struct Piece {
    std::size_t end;     // in text; the next piece starts here
    bool ends_document;  // false: the next piece goes on with the same document
  };
  std::string text;
  std::vector<Piece> pieces;
};

/// Reads a corpus block by block. A block has at least block_bytes (but for the last) and, with cut_documents, not much
/// more: longer documents are cut before a blank, tab or line end. No word of a TextPipeline reaches over those, so the
/// words are the same (unless the pipeline joins words: "grams"). A document without any is left whole.
class TextBlocks {
 public:
  TextBlocks(Source files, std::size_t block_bytes, bool cut_documents);

  /// Empty at the end. Throws what CorpusReader::next throws.
  std::optional<TextBlock> next();
  /// Documents that were begun so far.
  std::int64_t documents() const { return documents_; }
  /// As CorpusReader.
  std::int64_t position() const { return reader_.position(); }
  std::int64_t size() const { return reader_.size(); }
  std::int64_t skipped() const { return reader_.skipped(); }

 private:
  std::size_t next_cut() const;

  CorpusReader reader_;
  std::size_t block_bytes_;
  bool cut_documents_;
  std::string document_;
  std::size_t done_ = 0;  // bytes of document_ given out
  bool open_ = false;     // some of document_ is left
  std::int64_t documents_ = 0;
};

}  // namespace couplet
