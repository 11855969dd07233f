// The small interfaces a model may have. Ask with capability<ScoresPairs>(model).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/model/method.h"
#include "couplet/model/pairs.h"

namespace couplet {

/// A score with what a reader must know about it.
struct PairScore {
  double value = 0;        // NaN when the pair has no score
  double z = 0;            // (value - mean) / sd of randomly re-paired training pairs
  bool left_known = true;  // false: no word of the text is known to the model
  bool right_known = true;
};

class ScoresPairs {
 public:
  static constexpr const char* verb = "score pairs";
  virtual ~ScoresPairs() = default;
  virtual std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const = 0;
};

/// The self-test of models that score pairs of texts: the score of the pair `input`, 0 when it has none. Error(model)
/// when it is no pair.
std::vector<double> self_test_score(const ScoresPairs& model, const std::vector<std::string>& input);

enum class Side { left, right };

/// Vectors whose inner product left.right is the pair's score: for ranking and search among many.
class EmbedsSides {
 public:
  static constexpr const char* verb = "embed texts";
  virtual ~EmbedsSides() = default;
  /// n x dimension(); a text with no known word is a zero row and false in known.
  virtual MatrixD embed(Side side, const Items& items, std::vector<bool>& known, const Run& run) const = 0;
  virtual Index dimension() const = 0;
};

/// One reason for a score. Within a kind that explains the whole score ("word pair", "context", "entry") the values add
/// up to it.
struct Reason {
  std::string kind;  // "word pair", "training pair", "length", "context", "entry", ...
  std::string left, right;
  double value = 0;
  std::string note = {};  // more about it, such as the training pairs behind it; may be empty
};

struct Explanation {
  double score = 0;
  std::vector<Reason> reasons;  // largest magnitude first, within each kind
};

/// Scores that are decisions between two labels, with the probability of label 1.
class GivesProbabilities {
 public:
  static constexpr const char* verb = "give probabilities";
  virtual ~GivesProbabilities() = default;
  /// Of a pair with this score; NaN for NaN.
  virtual double probability(double score) const = 0;
};

/// How a pair compares with the training pairs themselves; what a filter of noisy data goes by.
struct PairQuality {
  PairScore score;
  double quality =
      0;  // deviations from a typical training pair, less the penalty for an odd length; NaN when not scored
  double length = 0;  // deviations of the length ratio from the usual one
};

class JudgesPairs {
 public:
  static constexpr const char* verb = "filter pairs";
  virtual ~JudgesPairs() = default;
  /// length_weight: how much an odd length ratio counts; 0 leaves it out.
  virtual std::vector<PairQuality> judge(const PairBatch& pairs, double length_weight, const Run& run) const = 0;
};

class ExplainsPairs {
 public:
  static constexpr const char* verb = "explain a pair";
  virtual ~ExplainsPairs() = default;
  virtual Explanation explain(const std::string& left, const std::string& right, const Run& run) const = 0;
};

/// A word, or any label, as a model with vectors sees it.
struct FoundWord {
  std::string way;            // how it was had: "itself", "lemma", ...; empty: not known
  std::int64_t label = -1;    // row of vectors(); -1: made from others, or not known
  std::vector<float> vector;  // empty when not known
  bool known() const { return !way.empty(); }
};

/// Words (or labels of a table) with vectors, compared by cosine: for search among them, analogies and export.
class HasVectors {
 public:
  static constexpr const char* verb = "search words";
  virtual ~HasVectors() = default;
  virtual const WordVectors& vectors() const = 0;
  /// The vector that stands for what a user wrote.
  virtual FoundWord find_word(const std::string& text) const = 0;
};

/// Models made of sums: pairs can be added and removed afterwards, shards merged, without the other data.
class Updates {
 public:
  static constexpr const char* verb = "be updated";
  virtual ~Updates() = default;
  virtual Fitted with_added(PairInput& pairs, const Run& run) const = 0;
  virtual Fitted with_removed(PairInput& pairs, const Run& run) const = 0;
  /// Error(usage) when the other was fitted with another encoder.
  virtual Fitted merged_with(const Model& other, const Run& run) const = 0;
};

}  // namespace couplet
