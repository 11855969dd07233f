// Words near one another in a table of word vectors, as groups of two.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/methods/rewriting/word_groups.h"

namespace couplet {

/// Each of `words` that the table has, with each of its `count` nearest in the table whose cosine is at least `least`,
/// is a group. The table's first 100,000 words are looked at (files have the frequent ones first); time: words x table
/// products.
WordGroups neighbour_groups(const WordVectors& vectors, const std::vector<std::string>& words, std::int64_t count,
                            double least, const Run& run);

}  // namespace couplet
