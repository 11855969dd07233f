// The kept words of a text, block by block, as windows are laid over them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/text/word_counts.h"

namespace couplet {

/// Numbers of words, PairCounter::document_end and PairCounter::gap. The words before `first` are the end of the block
/// before, as many as a window needs.
struct WordBlock {
  std::vector<std::int32_t> words;
  std::size_t first = 0;
};

/// How to choose among the words.
struct KeptWords {
  std::size_t window = 5;   // words that a block repeats
  bool leave_gaps = false;  // a word left out leaves a gap
  double subsample = 0;     // see WindowOptions
  std::uint64_t seed = 1;
};

/// Reads text.stream, and frees it.
class WordBlocks {
 public:
  WordBlocks(CountedText& text, const KeptWords& options);

  /// Empty at the end.
  std::optional<WordBlock> next();
  /// Words of the stream read so far.
  std::int64_t position() const { return position_; }

 private:
  bool stays(std::int32_t word);

  CountedText& text_;
  KeptWords options_;
  std::vector<double> chances_;  // of a word to stay; as far as below 1
  Random random_;
  std::vector<std::int32_t> chunk_, end_;
  std::int64_t position_ = 0;
};

}  // namespace couplet
