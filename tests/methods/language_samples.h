// Small texts and models for the tests of language models.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/methods/language/language_model.h"
#include "couplet/model/method.h"
#include "tests/base/temporary_directory.h"
#include "tests/base/warnings.h"
#include "tests/methods/generated_pairs.h"

namespace couplet {

/// Sentences of a small made-up language: words w0, w1, ... where each word likes some that follow it.
inline std::string made_up_text(int sentences, int words, std::uint64_t seed = 7) {
  Random random(seed);
  std::string text;
  for (int s = 0; s < sentences; ++s) {
    std::int64_t word = random.below(words);
    const std::int64_t length = 3 + random.below(8);
    for (std::int64_t i = 0; i < length; ++i) {
      text += (i > 0 ? " w" : "w") + std::to_string(word);
      word = random.uniform() < 0.7 ? (word * 3 + random.below(3)) % words : random.below(words);
    }
    text += '\n';
  }
  return text;
}

inline const LanguageModel& language(const Fitted& fitted) { return dynamic_cast<const LanguageModel&>(*fitted.model); }

inline double sum_of_powers(const std::vector<double>& log10) {
  double sum = 0;
  for (const double value : log10) sum += std::pow(10, value);
  return sum;
}

}  // namespace couplet
