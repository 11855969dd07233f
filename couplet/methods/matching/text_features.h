// Texts of one collection as weighted terms.
#pragma once

#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/sparse.h"
#include "couplet/text/weighting.h"

namespace couplet {

/// From a text to its terms.
struct TermRules {
  std::string pipeline = "nfkc,lower,words";
  std::string stemmer;                  // a Snowball language; empty: none
  std::vector<std::string> stop_words;  // left out before stemming
  bool romanise = false;                // the text is romanised first
  bool sounds = false;                  // consonants by class are terms too (of romanised names)
};

/// True when at least a fifth of the texts is in scripts without blanks between words.
bool are_unspaced(const std::vector<std::string>& texts);

/// True when texts are names rather than documents: half of them have at most 3 words (12 letters of a script without
/// blanks).
bool look_like_names(const std::vector<std::string>& texts);

/// The terms of each text, by these rules. Parallel over fixed blocks. Memory: all terms.
std::vector<std::vector<std::string>> terms_of(const std::vector<std::string>& texts, const TermRules& rules,
                                               const Run& run);

/// Weighted terms of n texts, rows of unit length (a text without a term: zeros); terms are numbered as they appear.
/// texts: document frequencies are taken over all of them, so give both collections for a shared space.
CsrMatrix<double> weighted_terms(const std::vector<std::vector<std::string>>& texts, const TermWeighting& weighting);

}  // namespace couplet
