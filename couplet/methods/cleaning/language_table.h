// Which of two languages a text is in, learned from the two sides of a corpus itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"

namespace couplet {

/// How a text of one side reads; means over its character n-grams, in nats.
struct LanguageReading {
  double own = 0;      // ln of their chance in the side's language: low for any other language, and for garbage
  double odds = 0;     // how much likelier they are in it than in the other side's
  double worst = 0;    // odds of the worst stretch of some twenty letters
  bool known = false;  // false: no letter in it
};

/// Chances of character n-grams (one to three letters, words set off by blanks, lower case) in two languages, hashed.
class LanguageTable {
 public:
  static constexpr std::size_t slots = 1 << 16;

  LanguageTable() = default;
  /// From the texts of both sides. Learned twice: the second time without the texts that look like the other side's, so
  /// that swapped, copied and foreign lines among them do little harm. Texts may be any number; a hundred letters of
  /// each of 20,000 are enough. confused: pairs whose sides did not look like two languages.
  static LanguageTable learn(std::span<const std::string> left, std::span<const std::string> right, const Run& run);
  /// chances: slots x 2, ln. Error(model) for another size.
  explicit LanguageTable(std::span<const float> chances);

  LanguageReading read(std::string_view text, Side side) const;
  std::span<const float> chances() const { return chances_; }

 private:
  std::vector<float> chances_;  // left and right, by slot
};

}  // namespace couplet
