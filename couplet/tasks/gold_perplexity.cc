// Running text, as a language model expects it.
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/model/capabilities.h"
#include "couplet/tasks/gold_kinds.h"
#include "couplet/tasks/sentence_batches.h"

namespace couplet {
namespace {

class PerplexityGold final : public Gold {
 public:
  explicit PerplexityGold(Source source) : source_(std::move(source)) {}

  /// Perplexity with <unk> counted and without, and the share of unknown words; sentences are drawn.
  Measured measure(const System& system, const Run& run) const override {
    const auto& model = system.loaded().require<ScoresSentences>();
    RatioTerms all, known, unknown;  // log10 or words; of each sentence
    std::int64_t words = 0, known_words = 0;
    for_sentences(source_, system.loaded().model(), run, [&](const std::vector<std::string>& sentences) {
      for (const SentenceScore& score : model.score_sentences(sentences, false, run)) {
        add(all, score.log10, score.words);
        add(known, score.log10 - score.unknown_log10, score.words - score.unknown);
        add(unknown, static_cast<double>(score.unknown), score.words);
        words += score.words;
        known_words += score.words - score.unknown;
      }
    });
    if (all.numerators.empty())
      throw Error(ErrorCode::data, source_.name(), "no sentence in it", "give text, a sentence a line");
    return {{{"perplexity", PerplexityTerms{std::move(all)}, words, words},
             {"perplexity-known", PerplexityTerms{std::move(known)}, known_words, words},
             {"unknown", std::move(unknown), known_words, words}}};
  }

 private:
  static void add(RatioTerms& terms, double numerator, std::int64_t denominator) {
    terms.numerators.push_back(numerator);
    terms.denominators.push_back(static_cast<double>(denominator));
  }

  Source source_;
};

}  // namespace

std::unique_ptr<Gold> read_perplexity_gold(const Source& source, const GoldOptions&, const Run&) {
  return std::make_unique<PerplexityGold>(source);
}

}  // namespace couplet
