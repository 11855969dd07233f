// The clues that a pair of texts may be a bad one: each a number that grows with the doubt, a name and a threshold.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "couplet/methods/cleaning/language_table.h"
#include "couplet/methods/cleaning/text_marks.h"
#include "couplet/methods/cleaning/word_evidence.h"
#include "couplet/methods/cooccurrence/length_profile.h"

namespace couplet {

enum class Clue : std::uint8_t {
  empty,
  too_short,
  too_long,
  length,
  no_words,
  same_text,
  shared_words,
  swapped,
  left_language,
  right_language,
  left_unlike,
  right_unlike,
  stretch,
  script,
  markup,
  addresses,
  broken,
  mojibake,
  numbers,
  brackets,
  repeats,
  glued,
  unknown,
  left_order,
  right_order,
  disorder,
  right_explained,
  left_explained,
  gap,
  meaning,
  no_meaning,
  boilerplate,
  separators,
  capitals,
  ending,
  beginning,
  listed,
  outside,
};
inline constexpr std::size_t clue_count = static_cast<std::size_t>(Clue::outside) + 1;

struct ClueInfo {
  const char* reason;  // as people read it
  const char* about;   // what the number is
  /// True: measured in deviations from pairs of the corpus that are as long. Then `scale` is the least deviation there
  /// can be; otherwise the unit.
  bool deviates;
  float scale;
  /// From this value on (as it is, not in deviations) a pair is never an example of a good one; 0: never that sure.
  float rule = 0;
  /// True of what most faults have in common: a clue that says more is named before it.
  bool general = false;
};
const ClueInfo& info_of(Clue clue);

using ClueValues = std::array<float, clue_count>;

/// Scripts that a side is usually written in, by their share of a text.
struct ScriptShares {
  std::array<float, 256> left = {}, right = {};
};

/// What is known of a pair beside its two texts.
struct PairContext {
  std::int64_t left_partners = 1, right_partners = 1;         // different partners of the side's text in the corpus
  double meaning = 0;                                         // score of a phsic model; NaN: it has none
  double outside = std::numeric_limits<double>::quiet_NaN();  // score from elsewhere; NaN: it has none
};

/// The values as they are; that of Clue::outside may be NaN. `words`: the number of words of the shorter text.
struct RawClues {
  ClueValues values = {};
  std::int64_t words = 0;
};
RawClues clues_of(std::string_view left, std::string_view right, const TextWords& left_words,
                  const TextWords& right_words, const WordTables& tables, const LanguageTable& languages,
                  const LengthProfile& lengths, const ScriptShares& scripts, const PairContext& context);

/// The first clue whose rule the pair breaks; clue_count: none.
std::size_t broken_rule(const RawClues& raw);

/// Medians and deviations of the clues by the number of words.
class ClueProfile {
 public:
  static constexpr int classes = 9;
  ClueProfile() : centres_(classes * clue_count * 2, 0) {}
  explicit ClueProfile(std::span<const double> centres);
  /// Median and spread resist a third of bad pairs.
  static ClueProfile of(std::span<const RawClues> sample);
  /// Clues that deviate in deviations, the others in their units; 0 for what is not known.
  ClueValues standardised(const RawClues& raw) const;
  std::span<const double> centres() const { return centres_; }

 private:
  std::vector<double> centres_;  // classes x clues x (median, spread)
};

}  // namespace couplet
