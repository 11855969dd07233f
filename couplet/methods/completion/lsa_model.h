// Latent semantic analysis of a text, as a scorer of how well words fit the rest of a sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/linalg/matrix.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"
#include "couplet/model/model.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/spares.h"
#include "couplet/text/weighting.h"

namespace couplet {

Method lsa_method();

/// What LSA says about one option.
struct LsaFeatures {
  double total = 0;   // sum over fillers and other words w of cos(filler, w); NaN: no filler or no other word known
  double cosine = 0;  // of the sum of the fillers' vectors with the sum of the others'; NaN likewise
  // -|(V V^T - I) x|^2, x the weighted filled sentence of length 1, word n-grams over the blank included where the
  // pipeline has them (grams:A-B); NaN: no word known
  double reconstruct = 0;
  std::int64_t unknown = 0;  // words of the fillers that are not known
};

/// The decomposition documents x words ~ U S V^T of a text. Immutable.
class LsaModel final : public Model, public CompletesSentences, public HasVectors {
 public:
  /// v: words x k, orthonormal columns; idf: a weight a word.
  struct Numbers {
    std::span<const float> v;
    std::vector<float> singular, idf;
    std::shared_ptr<const void> owner;
  };
  LsaModel(ModelHeader header, Vocabulary words, Numbers numbers);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  /// {total similarity} of a text with a blank and a filler.
  std::vector<double> self_test(const std::vector<std::string>& input) const override;

  std::vector<LsaFeatures> features(const BlankQuestion& question) const;
  /// The score is the total similarity.
  std::vector<std::vector<OptionScore>> score_questions(std::span<const BlankQuestion> questions,
                                                        const Run& run) const override;
  std::vector<std::string> candidates(const BlankQuestion& question, std::int64_t count, const Run& run) const override;
  /// Kind "context": each other word with what it adds to the total similarity.
  std::vector<Reason> explain_option(const BlankQuestion& question, std::size_t option, const Run& run) const override;

  /// Vectors are rows of V S^power.
  const WordVectors& vectors() const override { return *vectors_; }
  FoundWord find_word(const std::string& text) const override;
  /// The same, of unit length; words x k.
  const MatrixF& unit() const { return unit_; }
  const Vocabulary& words() const { return words_; }

 private:
  /// Numbers of the words of a text that are known; unknown: how many are not.
  std::vector<std::int64_t> known_words(std::string_view text, std::int64_t& unknown) const;
  VectorD sum_of(std::span<const std::int64_t> words) const;
  /// The vector of each filler that has a known word: their mean. Where one of two fillers has none, the other counts
  /// for both.
  std::vector<std::pair<std::string, VectorD>> known_fillers(const std::vector<std::string>& option) const;
  /// What a word around the blank counts: its idf, or 1.
  double weight(std::int64_t word) const;
  /// The other words of a question, as numbers.
  std::vector<std::int64_t> others_of(const BlankQuestion& question) const;
  VectorD context_of(std::span<const std::int64_t> others) const;
  double reconstruction(const std::vector<std::int64_t>& words) const;

  Vocabulary words_;
  Numbers numbers_;
  TextPipeline pipeline_;
  TermWeighting weighting_;
  bool weigh_context_;
  MatrixF unit_;
  std::unique_ptr<WordVectors> vectors_;
  mutable Spares<Tokeniser> tokenisers_;
};

}  // namespace couplet
