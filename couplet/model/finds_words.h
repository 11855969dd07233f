// A capability of models of words: how a word that a user wrote was had.
#pragma once

#include <string>

namespace couplet {

/// A word and the words that stand for it.
struct WordOrigin {
  std::string way;       // "itself", "lemma", "stem", ...; empty: not known
  std::string standing;  // the words of the model that stand for it, separated by ", "; empty when not known
};

/// Models that find more words than they hold. Safe to share between threads.
class FindsWords {
 public:
  static constexpr const char* verb = "say how it has a word";
  virtual ~FindsWords() = default;
  virtual WordOrigin origin_of(const std::string& text) const = 0;
};

}  // namespace couplet
