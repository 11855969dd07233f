// Thesauri made up for the tests of opposites.
#pragma once

#include <string>

#include "couplet/base/random.h"
#include "couplet/methods/opposites/pilsa.h"
#include "tests/methods/generated_pairs.h"

namespace couplet {

// The paper's tables 2 and 3.
inline const std::string toy_thesaurus =
    "acrimony\trancor\tgoodwill, affection\naffection\tgoodwill\tacrimony, rancor\n";

inline Fitted fit_thesaurus(const TemporaryDirectory& directory, const std::string& text, const Options& options,
                            const Run& run = Run()) {
  return fit_method("pilsa", {directory.put("thesaurus.tsv", text)}, options, run);
}

inline double word_cosine(const Model& model, const std::string& left, const std::string& right) {
  return scores_of(model, TextPairs{{left}, {right}})[0];
}

/// A seeded thesaurus of 60 words in two camps: synonyms from one's own, antonyms from the other.
inline std::string two_camps(std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int entry = 0; entry < 80; ++entry) {
    const std::int64_t camp = random.below(2);
    const auto word = [&](std::int64_t side) { return "w" + std::to_string(2 * random.below(30) + side); };
    text += word(camp) + "\t" + word(camp) + "," + word(camp) + "\t" + word(1 - camp) + "\n";
  }
  return text;
}

inline double sum_of_reasons(const Explanation& explanation) {
  double sum = 0;
  for (const Reason& reason : explanation.reasons) sum += reason.value;
  return sum;
}

}  // namespace couplet
