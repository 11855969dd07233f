#include "couplet/tasks/unknown_word.h"

#include <algorithm>
#include <vector>

#include "couplet/model/parameters.h"

namespace couplet {

std::string unknown_word_message(const Vocabulary& words, const std::string& word, const std::string& problem) {
  constexpr std::int64_t most = 20000;
  std::vector<std::string> candidates;
  for (std::int64_t i = 0; i < std::min(words.size(), most); ++i)
    if (const std::string_view known = words.word(i);
        known.size() <= word.size() + 2 && word.size() <= known.size() + 2)
      candidates.emplace_back(known);
  const std::string near = nearest_word(word, candidates);
  return "'" + word + "': " + problem + (near.empty() ? "" : "; did you mean '" + near + "'?");
}

}  // namespace couplet
