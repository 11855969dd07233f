// What to say about a word that a model does not know.
#pragma once

#include <string>

#include "couplet/text/vocabulary.h"

namespace couplet {

/// "'kat': the model does not know it; did you mean 'cat'?", with a suggestion when one of the 20,000 most frequent
/// words is near.
std::string unknown_word_message(const Vocabulary& words, const std::string& word, const std::string& problem);

}  // namespace couplet
