// A text as the numbers of its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "couplet/text/spill_file.h"

namespace couplet {

/// Written once from front to back, then read once. Four bytes a word, in memory up to a limit and in a temporary file
/// beyond it.
class WordStream {
 public:
  /// Stands after the last word of a document.
  static constexpr std::int32_t document_end = -1;

  explicit WordStream(std::int64_t memory_bytes) : memory_left_(memory_bytes) {}

  /// Throws Error(io) when the temporary file cannot be written.
  void append(std::vector<std::int32_t> words);
  /// The next words that were appended at one time; false at the end. Frees the memory they had.
  bool next(std::vector<std::int32_t>& words);
  /// Numbers (and ends) appended in all.
  std::int64_t size() const { return size_; }

 private:
  struct Chunk {
    std::vector<std::int32_t> words;  // or else, in the file:
    std::int64_t offset = -1;
    std::size_t count = 0;
  };
  std::int64_t memory_left_, size_ = 0;
  std::vector<Chunk> chunks_;
  std::size_t next_ = 0;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace couplet
