// Labelled pairs of sentences made up for the tests.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/lexicon/wordnet.h"
#include "couplet/methods/rewriting/sentence.h"

namespace couplet {

/// TSV lines "left, right, label, question": right repeats left with its two names exchanged and "to" for "from" (1),
/// or as it is (0); rules with wildcards tell them apart, words do not.
inline std::string exchanged_names(int pairs, std::uint64_t seed) {
  Random random(seed);
  const std::vector<std::string> names = {"anna", "ben", "clara", "dora", "emil", "fritz"};
  std::string tsv;
  for (int i = 0; i < pairs; ++i) {
    const auto first = random.below(6), second = (first + 1 + random.below(5)) % 6;
    const int label = i % 2;
    tsv += fmt::format("{} buys from {} the {}\t{} buys from {} the {}\t{}\tq{}\n", names[first], names[second],
                       i % 3 == 0 ? "house" : "boat", names[label ? second : first], names[label ? first : second],
                       i % 3 == 0 ? "house" : "boat", label, i / 4);
  }
  return tsv;
}

inline Sentence words_of(const std::string& text) {
  SentenceOptions options;
  options.text = TextPipeline::parse("space");
  bool cut = false;
  return SentenceReader(options).read(text, cut);
}

}  // namespace couplet
