#include "couplet/methods/ranking/first_phrase.h"

#include <algorithm>
#include <iterator>

namespace couplet {
namespace {

constexpr std::string_view marks = ",;:()[]|";
constexpr std::string_view dashes[] = {" - ", " \u2013 ", " \u2014 "};

/// A letter or a digit of any script.
bool is_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<signed char>(c) < 0;
}

bool begins_with_dash(std::string_view text) {
  return std::any_of(std::begin(dashes), std::end(dashes),
                     [&](std::string_view dash) { return text.starts_with(dash); });
}

}  // namespace

std::string_view until_mark(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && !is_of_word(text[at])) ++at;
  while (at < text.size() && marks.find(text[at]) == std::string_view::npos && !begins_with_dash(text.substr(at))) ++at;
  return text.substr(0, at);
}

PhraseEnds::PhraseEnds(std::string_view words) {
  while (!words.empty()) {
    const std::size_t comma = std::min(words.find(','), words.size());
    if (comma > 0) words_.emplace(words.substr(0, comma));
    words.remove_prefix(std::min(comma + 1, words.size()));
  }
}

std::vector<std::string_view> PhraseEnds::first_phrase(std::span<const std::string_view> words) const {
  std::vector<std::string_view> phrase;
  bool after_number = false;
  for (const std::string_view word : words) {
    const bool ends = words_.contains(std::string(word));
    if (ends && !after_number && !phrase.empty()) break;
    if (!ends) phrase.push_back(word);
    after_number = !word.empty() && word[0] >= '0' && word[0] <= '9';
  }
  return phrase;
}

}  // namespace couplet
