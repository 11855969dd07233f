// What a text says it is: "Iron lamp with two arms, black" is a lamp, and not an arm.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace couplet {

/// The text up to the mark behind its first words: one of , ; : ( ) [ ] | or a dash between blanks.
std::string_view until_mark(std::string_view text);

/// Words that begin what a thing has or is for, such as "with".
class PhraseEnds {
 public:
  /// Words separated by commas.
  explicit PhraseEnds(std::string_view words);
  /// The first words up to one of these. One that comes before all others, or behind a number ("3 in."), ends nothing
  /// and is left out.
  std::vector<std::string_view> first_phrase(std::span<const std::string_view> words) const;

 private:
  std::unordered_set<std::string> words_;
};

}  // namespace couplet
