// Leaving out n-grams that hardly change what the model says (Stolcke 1998).
#pragma once

#include "couplet/base/run.h"
#include "couplet/methods/ngram/backoff_trie.h"

namespace couplet {

/// Leaves out n-grams, the longest first, whose removal alone would raise the perplexity of the model by a share of
/// less than `threshold`; n-grams that are the history or the end of one that stays are kept. Back-off weights are
/// made anew. dropped: how many went.
BackoffTrie prune(BackoffTrie&& trie, double threshold, std::int64_t& dropped, const Run& run);

}  // namespace couplet
