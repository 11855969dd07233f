// The LSA language model (Coccaro & Jurafsky 1998): an n-gram model mixed with similarity to the words so far.
#pragma once

#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/completion/lsa_model.h"
#include "couplet/methods/language/language_model.h"

namespace couplet {

/// log10 of the probability of each filled text from the first blank on (before it all options agree), under
/// P(w | h) = (1 - weight) P_ngram(w | h) + weight P_lsa(w | h), P_lsa = (cos(h, w) - m) / sum over q of (cos(h, q) -
/// m): h is the sum of the unit vectors of the words so far, m the least cosine of any word. Words that LSA does not
/// know have P_lsa 0; without a known word before, all words have the same. Cost: words of the vocabulary x dimensions
/// for every word after the blank.
std::vector<std::vector<double>> lsa_language_scores(const LsaModel& lsa, const LanguageModel& ngrams, double weight,
                                                     std::span<const BlankQuestion> questions, const Run& run);

}  // namespace couplet
