#include "couplet/text/ngrams.h"

#include <algorithm>

#include "couplet/text/simple_words.h"
#include "couplet/text/utf8.h"

namespace couplet {

void CharacterNgrams::append(std::string_view text, NgramRange range, std::vector<std::string_view>& ngrams) {
  words_.clear();
  split_at_white_space(text, words_);
  marked_.assign(word_mark);
  for (const std::string_view word : words_) marked_.append(word).append(word_mark);

  const auto shortest = static_cast<std::size_t>(range.shortest), longest = static_cast<std::size_t>(range.longest);
  std::size_t word_begin = 0;  // where the mark before the word is; it is also the mark after the word before
  for (const std::string_view word : words_) {
    const std::size_t word_end = word_begin + word_mark.size() + word.size() + word_mark.size();
    starts_.clear();
    for (std::size_t at = word_begin; at < word_end; at += sequence_length(marked_[at])) starts_.push_back(at);
    starts_.push_back(word_end);
    const std::size_t count = starts_.size() - 1;
    const auto gram = [&](std::size_t first, std::size_t length) {
      return std::string_view(marked_).substr(starts_[first], starts_[first + length] - starts_[first]);
    };
    if (count < shortest) ngrams.push_back(gram(0, count));
    for (std::size_t first = 0; first + shortest <= count; ++first) {
      const bool at_mark = first == 0 || first + 1 == count;
      for (std::size_t length = shortest; length <= std::min(longest, count - first); ++length)
        if (length > 1 || !at_mark) ngrams.push_back(gram(first, length));
    }
    word_begin = word_end - word_mark.size();
  }
}

void WordNgrams::append(std::span<const std::string_view> tokens, NgramRange range,
                        std::vector<std::string_view>& ngrams) {
  joined_.clear();
  starts_.clear();
  for (const std::string_view token : tokens) {
    starts_.push_back(joined_.size());
    joined_.append(token).push_back(' ');
  }
  starts_.push_back(joined_.size());
  const auto shortest = static_cast<std::size_t>(range.shortest), longest = static_cast<std::size_t>(range.longest);
  for (std::size_t first = 0; first + shortest <= tokens.size(); ++first)
    for (std::size_t length = shortest; length <= std::min(longest, tokens.size() - first); ++length)
      ngrams.push_back(std::string_view(joined_).substr(starts_[first], starts_[first + length] - 1 - starts_[first]));
}

}  // namespace couplet
