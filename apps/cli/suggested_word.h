// "Did you mean": a word of a model that is spelled nearly like one that it does not know.
#pragma once

#include <string>

#include "couplet/text/vocabulary.h"

namespace couplet {

/// The nearest of the first 20,000 words, mostly the frequent ones; empty when none is near.
std::string suggested_word(const Vocabulary& words, const std::string& word);

/// "'quen': the model does not know it; did you mean 'queen'?"
std::string unknown_word_message(const Vocabulary& words, const std::string& word, const std::string& problem);

}  // namespace couplet
