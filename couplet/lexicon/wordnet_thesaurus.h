// WordNet seen as a thesaurus: an entry a synset, its opposite spelled out.
#pragma once

#include "couplet/lexicon/thesaurus.h"
#include "couplet/lexicon/wordnet.h"

namespace couplet {

/// One entry for each synset. Members not opposed: its lemmas (synonym) and the words that its pointers lead to, each
/// with the pointer's relation; a pointer to one word of a synset gives that word, a pointer to a synset all its words.
/// Opposed: the antonyms of its lemmas (antonym), those of the adjectives similar to it (indirect_antonym), and with
/// them everything that the antonyms' own synsets have, with the relation it has there (synonym for the other lemmas).
/// A word weighs 1 / sqrt(r) where the sense is its r-th by frequency, so that "hot" is warm before it is radioactive.
/// Linear in what comes out: about 2 million members for WordNet 3.0.
Thesaurus wordnet_thesaurus(const WordNet& net, const Run& run);

}  // namespace couplet
