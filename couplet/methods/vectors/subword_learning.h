// Vectors of character n-grams learned from the vectors of words, so that words nobody has seen have one too.
#pragma once

#include <memory>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"

namespace couplet {

/// The same words and vectors with subwords: vectors of fastText's n-grams (3 to 6 characters) in so many buckets,
/// whose mean over a word's n-grams is near the word's vector, taken to unit length. Ridge regression by conjugate
/// gradients: 20 rounds of two sparse products each. Same bits at any number of threads.
std::shared_ptr<const WordVectors> with_learned_subwords(std::shared_ptr<const WordVectors> vectors,
                                                         std::int64_t buckets, const Run& run);

}  // namespace couplet
