// Which of two languages a text is in, learned from the two sides of a corpus itself; and which of others, from a list.
#pragma once

#include <limits>
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
  /// How much likelier they are in the likeliest of the listed languages than in the side's, and which one that is.
  double foreign = -std::numeric_limits<double>::infinity();
  std::size_t likeliest = 0, letters = 0;
  /// The same where all letters together leave little doubt (6 nats), 0 otherwise.
  double surely_foreign() const { return foreign * static_cast<double>(letters) > 6 ? foreign : 0; }
};

/// A language that is neither side's, by its texts.
struct ListedLanguage {
  std::string name;
  std::vector<std::string> texts;
};

/// Chances of character n-grams (one to three letters, words set off by blanks, lower case) in two languages and any
/// number of listed ones, hashed.
class LanguageTable {
 public:
  static constexpr std::size_t slots = 1 << 16;

  LanguageTable() = default;
  /// From the texts of both sides. Learned twice: the second time without the texts that look like the other side's, so
  /// that swapped, copied and foreign lines among them do little harm. Texts may be any number; a hundred letters of
  /// each of 20,000 are enough. A listed language that a side's texts are in is left out: the side itself stands for
  /// it.
  static LanguageTable learn(std::span<const std::string> left, std::span<const std::string> right,
                             std::span<const ListedLanguage> listed, const Run& run);
  /// chances: slots x (2 + names), ln. Error(model) for another size.
  LanguageTable(std::span<const float> chances, std::vector<std::string> names);

  LanguageReading read(std::string_view text, Side side) const;
  std::span<const float> chances() const { return chances_; }
  /// Of the listed languages.
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::size_t languages() const { return 2 + names_.size(); }
  std::vector<float> chances_;  // left, right and listed, by slot
  std::vector<std::string> names_;
};

}  // namespace couplet
