// Pairs of sentences as numbers of words: what aligners learn from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/sparse.h"
#include "couplet/model/pairs.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// The number of all words that are too rare to have their own.
inline constexpr std::int32_t rare_word = 0;
/// Words of a text beyond these are not looked at: time grows with the cube of the length.
inline constexpr std::size_t most_words = 200;

/// All texts of one side. words: number 0 is rare_word.
struct NumberedSide {
  Vocabulary words;
  std::vector<std::int64_t> counts;  // of each word
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> numbers;

  std::int64_t texts() const { return std::ssize(offsets) - 1; }
  std::span<const std::int32_t> text(std::int64_t i) const {
    return std::span(numbers).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  /// texts x words, how often each occurs.
  CsrMatrix<double> occurrences() const;
};

struct NumberedPairs {
  NumberedSide left, right;
};

/// One pass. Words seen fewer than min_count times are rare_word. Memory: 4 bytes a word of the texts; run.memory is
/// asked. take(batch): called with every block of pairs, in order.
NumberedPairs read_numbered_pairs(PairInput& input, const TextPipeline& left, const TextPipeline& right,
                                  std::int64_t min_count, const Run& run,
                                  const std::function<void(const PairBatch&)>& take);

/// A text's numbers in a vocabulary.
std::vector<std::int32_t> numbered(std::string_view text, const Vocabulary& words, Tokeniser& tokeniser);

}  // namespace couplet
