// The small interfaces a model may have. Ask with capability<ScoresPairs>(model).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/linalg/comparison.h"
#include "couplet/model/blank_question.h"
#include "couplet/model/method.h"
#include "couplet/model/pairs.h"

namespace couplet {

struct CountTable;     // methods/vectors/count_table.h
struct RotatedGini;    // methods/vectors/gini.h
struct TableAnalysis;  // methods/vectors/analysis.h

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

/// Texts as vectors.
struct Embedded {
  MatrixD rows;             // a row a text; zeros for a text without a known word
  std::vector<bool> known;  // false for a text without a known word
};

/// Vectors that compare as the pair's score: for ranking and search among many.
class EmbedsSides {
 public:
  static constexpr const char* verb = "embed texts";
  virtual ~EmbedsSides() = default;
  /// items.size() x dimension().
  virtual Embedded embed(Side side, const Items& items, const Run& run) const = 0;
  virtual Index dimension() const = 0;
  /// How a row of the left and one of the right give their score.
  virtual Comparison comparison() const { return Comparison::inner_product; }
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
  /// The quality of a random pair of the usual lengths, on average.
  virtual double random_quality() const = 0;
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

/// A word and the words that stand for it.
struct WordOrigin {
  std::string way;       // "itself", "lemma", "stem", ...; empty: not known
  std::string standing;  // the words of the model that stand for it, separated by ", "; empty when not known
};

/// Models that find more words than they hold. Safe to share between threads.
class FindsWords {
 public:
  static constexpr const char* verb = "say how it has a word";
  virtual ~FindsWords() = default;
  virtual WordOrigin origin_of(const std::string& text) const = 0;
};

/// One word of a sentence as a language model sees it.
struct WordScore {
  std::string word;       // as the model's text pipeline gives it; "</s>" is the end of the sentence
  double log10 = 0;       // of its probability after the words before it
  bool known = true;      // false: scored as <unk>
  std::int64_t span = 0;  // words that the probability rests on, itself counted; 0: all that came before
};

struct SentenceScore {
  double log10 = 0;               // of the probability of all words and the end
  double unknown_log10 = 0;       // the part of it that comes from unknown words
  std::int64_t words = 0;         // the end counted
  std::int64_t unknown = 0;       // words not in the vocabulary
  std::vector<WordScore> detail;  // a word each, when asked for
};

class ScoresSentences {
 public:
  static constexpr const char* verb = "score sentences";
  virtual ~ScoresSentences() = default;
  /// One score a sentence. The order matters to models that carry their state from one sentence to the next.
  virtual std::vector<SentenceScore> score_sentences(std::span<const std::string> sentences, bool detail,
                                                     const Run& run) const = 0;
};

/// How well an option fits; NaN when the model knows none of the words.
struct OptionScore {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::int64_t unknown = 0;  // words of the fillers that the model does not know
};

class CompletesSentences {
 public:
  static constexpr const char* verb = "complete sentences";
  virtual ~CompletesSentences() = default;
  /// One score an option of each question; higher fits better.
  virtual std::vector<std::vector<OptionScore>> score_questions(std::span<const BlankQuestion> questions,
                                                                const Run& run) const = 0;
  /// Words that may fit the one blank of a text: `count` at least where the vocabulary has them, in no order.
  virtual std::vector<std::string> candidates(const BlankQuestion& question, std::int64_t count,
                                              const Run& run) const = 0;
  /// Why an option has its score: reasons whose kind says which scorer or word pulled.
  virtual std::vector<Reason> explain_option(const BlankQuestion& question, std::size_t option,
                                             const Run& run) const = 0;
};

/// Language models of counted n-grams.
class HasNgrams {
 public:
  static constexpr const char* verb = "be written as ARPA";
  virtual ~HasNgrams() = default;
  virtual int order() const = 0;
  virtual const Vocabulary& words() const = 0;
  /// gz when the path ends so; "-" is standard output.
  virtual void write_arpa(const std::string& path, const Run& run) const = 0;
};

/// Decompositions of a table that they kept.
class AnalysesTable {
 public:
  static constexpr const char* verb = "analyse a table";
  virtual ~AnalysesTable() = default;
  /// Both: Error(model) without a place when the model is no plain correspondence analysis, or did not keep its table.
  virtual const CountTable& table() const = 0;
  virtual TableAnalysis analysis() const = 0;
  /// Of any member of the family. Error(model) as above when the table was not kept, or a kernel relates labels.
  virtual RotatedGini gini(const Run& run) const = 0;
};

/// Says what is wrong with a pair.
class NamesFaults {
 public:
  static constexpr const char* verb = "name the faults of pairs";
  virtual ~NamesFaults() = default;
  /// What speaks most against each pair, in a few words, however little that is.
  virtual std::vector<std::string> faults(const PairBatch& pairs, const Run& run) const = 0;
};

/// Knows what pairs score that do not belong together.
class ScoresRandomPairs {
 public:
  static constexpr const char* verb = "say what random pairs score";
  virtual ~ScoresRandomPairs() = default;
  /// Scores of training pairs that the model kept, re-paired: one for every two that are no pair. Empty: it kept fewer
  /// than two.
  virtual std::vector<double> random_scores() const = 0;
};

/// Models made of sums: those of shards merge into that of the whole.
class Merges {
 public:
  static constexpr const char* verb = "be merged";
  virtual ~Merges() = default;
  /// Error(usage) when the other cannot be added up with this: another method, encoder or setting.
  virtual void require_mergeable(const Model& other) const = 0;
  /// With all the others. Throws as require_mergeable.
  Fitted merged_with(const std::vector<const Model*>& others, const Run& run) const;

 private:
  virtual Fitted merge(const std::vector<const Model*>& others, const Run& run) const = 0;
};

/// Models made of sums of pairs: pairs can be added and removed afterwards, without the other data.
class Updates : public Merges {
 public:
  static constexpr const char* verb = "be updated";
  Fitted with_added(PairInput& pairs, const Run& run) const { return with_self_test(add(pairs, run)); }
  /// Error(data) when it finds that a pair is not among those fitted.
  Fitted with_removed(PairInput& pairs, const Run& run) const { return with_self_test(remove(pairs, run)); }

 private:
  virtual Fitted add(PairInput& pairs, const Run& run) const = 0;
  virtual Fitted remove(PairInput& pairs, const Run& run) const = 0;
};

}  // namespace couplet
