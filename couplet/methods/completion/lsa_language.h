// LSA as a language model (Coccaro & Jurafsky 1998): how likely a word is by its similarity to the words so far.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/completion/lsa_model.h"
#include "couplet/methods/language/language_model.h"

namespace couplet {

/// P(w | h) = (cos(h, w) - m) / sum over q of (cos(h, q) - m): h is the sum of the unit vectors of the words so far, m
/// the least cosine of any word. Without a known word before, all are as likely. Words that LSA does not know, and
/// the end, have none (1e-99): a part of a mixture, no model to use alone. Cost: words of the vocabulary x
/// dimensions a word.
class LsaLanguage final : public LanguageModel {
 public:
  explicit LsaLanguage(std::shared_ptr<const LsaModel> lsa);
  std::vector<std::vector<WordChance>> chances(std::span<const NumberedSentence> sentences,
                                               const Run& run) const override;
  std::vector<double> next_words(std::span<const std::int32_t> history, const Run& run) const override;

 private:
  std::shared_ptr<const LsaModel> lsa_;
};

/// log10 of the probability of each filled text from the first blank on (before it all options agree), under
/// P(w | h) = (1 - weight) P_ngram(w | h) + weight P_lsa(w | h), P_lsa as above.
std::vector<std::vector<double>> lsa_language_scores(const LsaModel& lsa, const LanguageModel& ngrams, double weight,
                                                     std::span<const BlankQuestion> questions, const Run& run);

}  // namespace couplet
