// search: words near to a word or opposed to it, analogies, words in order.
#pragma once

#include <string>
#include <vector>

#include "couplet/search/word_search.h"
#include "couplet/tasks/task.h"

namespace couplet {

struct SearchOptions {
  bool opposites = false;  // the least similar words instead
  Analogy analogy = Analogy::add;
  std::int64_t top = 10;  // 0: all
};

/// Rows "search" for each query: a word, a text, or an analogy "man:king::woman:?". Returns how many queries had an
/// answer; the others are warned of. Error(usage) for a query that makes no sense.
std::int64_t search_words(const LoadedModel& model, const std::vector<std::string>& queries,
                          const SearchOptions& options, RowSink& rows, const Run& run);

/// Rows "order": the words from one pole of an axis to the other ("hot", "hot:cold"), or, without an axis, the odd one
/// first. Returns how many words are known.
std::int64_t order_words(const LoadedModel& model, const std::vector<std::string>& words, const std::string& axis,
                         RowSink& rows, const Run& run);

Task search_task();

}  // namespace couplet
