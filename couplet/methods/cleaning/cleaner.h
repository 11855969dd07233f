// A cleaner of parallel text: the probability that a pair is good, and why.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/cleaning/clue_weights.h"
#include "couplet/methods/cleaning/clues.h"
#include "couplet/methods/cleaning/repeated_texts.h"
#include "couplet/methods/cleaning/share_of_wrong.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"
#include "couplet/model/model.h"

namespace couplet {

Method cleaner_method();

/// A pair as judged.
struct CleanedPair {
  double log_odds = 0;  // that it is good
  double probability() const;
  Clue worst = Clue::empty;  // what speaks against it most
};

/// Texts learned from are cut into folds by their left text; a pair is judged by what was learned from the other folds,
/// so that it does not vouch for itself. Everything else is learned from all.
class CleanerModel final : public Model,
                           public ScoresPairs,
                           public GivesProbabilities,
                           public JudgesPairs,
                           public NamesFaults,
                           public ExplainsPairs {
 public:
  static constexpr int schema_version = 3;  // 1, 2: other clues
  struct Fold {
    WordTables words;
    std::shared_ptr<const Model> meaning;
  };
  struct Parts {
    Vocabulary left_words, right_words;
    LanguageTable languages;
    LengthProfile lengths;
    ScriptShares scripts;
    TextCounts left_partners, right_partners;
    std::vector<Fold> folds;
    ClueProfile profile;
    ClueWeights weights;
    ShareOfWrong share;                             // of wrong pairs in the corpus
    double random_log_odds = 0, random_spread = 1;  // of re-paired pairs
  };
  CleanerModel(ModelHeader header, Parts parts);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  /// ln of the odds that the pair is good.
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  double probability(double score) const override;
  /// Quality is the score: 0 is an even chance. length_weight is not asked: the length has its place among the clues.
  std::vector<PairQuality> judge(const PairBatch& pairs, double length_weight, const Run& run) const override;
  double random_quality() const override { return parts_.random_log_odds; }
  std::vector<std::string> faults(const PairBatch& pairs, const Run& run) const override;
  /// Kind "part": what every clue takes off, and what a pair begins with; they add up to the score.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;

  /// outside: scores from elsewhere, one a pair, NaN where there is none; empty: there are none at all.
  std::vector<CleanedPair> clean(const PairBatch& pairs, const Run& run, std::span<const double> outside = {}) const;
  bool knows_outside_scores() const;

  /// The clues of all pairs. folds, contexts: of each pair, where they are known better than by its texts (of pairs
  /// spoilt on purpose); null otherwise.
  std::vector<RawClues> raw_clues(const PairBatch& pairs, const std::vector<std::size_t>* folds,
                                  const std::vector<PairContext>* contexts, const Run& run,
                                  std::span<const double> outside = {}) const;
  std::size_t fold_of(const std::string& left) const { return fold_of(left, parts_.folds.size()); }
  static std::size_t fold_of(const std::string& left, std::size_t folds);
  const Parts& parts() const { return parts_; }
  /// For fit, step by step.
  void set_judgement(ClueProfile profile, ClueWeights weights, ShareOfWrong share, double random_log_odds,
                     double random_spread);

 private:
  Parts parts_;
  TextPipeline left_text_, right_text_;
};

}  // namespace couplet
