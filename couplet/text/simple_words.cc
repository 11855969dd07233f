#include "couplet/text/simple_words.h"

#include "couplet/text/code_points.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

/// Appends the runs of code points that `inside` accepts by their table entry.
template <class Inside>
void split_runs(std::string_view text, std::vector<std::string_view>& words, Inside inside) {
  const CodePointTable& table = CodePointTable::get();
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    while (p < end && !inside(table[code_point_at(p)])) p += sequence_length(*p);
    const char* word = p;
    while (p < end && inside(table[code_point_at(p)])) p += sequence_length(*p);
    if (p > word) words.emplace_back(word, static_cast<std::size_t>(p - word));
  }
}

}  // namespace

void split_word_characters(std::string_view text, std::vector<std::string_view>& words) {
  split_runs(text, words, [](unsigned entry) { return (entry & CodePointTable::word_character) != 0; });
}

void split_at_white_space(std::string_view text, std::vector<std::string_view>& words) {
  split_runs(text, words, [](unsigned entry) { return (entry & CodePointTable::white_space) == 0; });
}

}  // namespace couplet
