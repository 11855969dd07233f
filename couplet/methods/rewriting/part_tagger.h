// Part-of-speech tags of the words of a sentence.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace couplet {

/// Immutable; safe to share between threads.
class PartTagger {
 public:
  virtual ~PartTagger() = default;
  /// One tag a word. The words are as written, with capitals.
  virtual std::vector<std::string> tag(std::span<const std::string> words) const = 0;
};

}  // namespace couplet
