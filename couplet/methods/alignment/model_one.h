// Translations of words learned from texts in two languages: IBM model 1 (Brown and others 1993).
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

struct Translation {
  std::int32_t word;
  float probability;
};
using Translations = std::vector<Translation>;

/// t(right word | left word) by left word, each row ascending by right word and adding up to 1; the last row is that of
/// the empty word, which every text has. A word of the right text comes from any word of the left one. Between rounds a
/// word keeps its `kept` likeliest translations.
/// left, right: n x v1 and n x v2, occurrences in text i of each side. Texts are bags here: sentences give better ones
/// than long texts. Time: rounds * sum over texts of v1 words * v2 words. Same bits at any thread count.
std::vector<Translations> model_one(const CsrMatrix<double>& left, const CsrMatrix<double>& right, std::int64_t rounds,
                                    std::size_t kept, const Run& run);

/// The `most` likeliest translations of probability at least `least`, ascending by word.
void keep_largest(Translations& row, std::size_t most, double least);

}  // namespace couplet
