// fastText's character n-grams of a word.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "couplet/lexicon/word_vectors.h"

namespace couplet {

/// The bucket of each n-gram of "<word>" with subwords.min_length to max_length characters (UTF-8 sequences, not
/// bytes), in the order fastText counts them; a bucket met twice is there twice. The end-of-sentence word "</s>" has
/// none, nor do the marks '<' and '>' alone. Cost: length of the word times max_length.
std::vector<std::int64_t> ngram_buckets(std::string_view word, const Subwords& subwords);

}  // namespace couplet
