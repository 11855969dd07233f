// The matrix that polarity-inducing LSA works on: a row an entry of a thesaurus, a column a word, antonyms negative.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/lexicon/thesaurus.h"
#include "couplet/linalg/sparse.h"
#include "couplet/model/container.h"

namespace couplet {

/// How much a word counts in an entry by the relation it has there; 0 leaves it out.
class RelationWeights {
 public:
  /// "synonym,similar,hypernym=0.2": those not named are 0, those without a number 1. Error(usage) for an unknown
  /// relation or a weight outside [0, 1000].
  static RelationWeights parse(std::string_view text);
  double operator[](Relation relation) const { return weights_[static_cast<std::size_t>(relation)]; }

 private:
  double weights_[relation_count] = {};
};

/// How entries become rows; the paper's own are not scaled.
struct RowOptions {
  bool scaled = true;    // every row scaled to its thesaurus's weight; else only multiplied by it
  bool polarity = true;  // the opposed side is negative; else positive too: the LSA of a thesaurus without signs
};

/// What was left out on the way.
struct SignedCounts {
  std::int64_t entries = 0;         // of the thesauri, all
  std::int64_t too_small = 0;       // entries with fewer than two words of weight
  std::int64_t contradictions = 0;  // words left out of an entry that has them on both sides
  std::int64_t opposed = 0;         // entries that have an opposite side
};

/// Signed tf-idf of one or several thesauri. Immutable.
class SignedEntries {
 public:
  /// Row i: the entry's words, each with weight[relation] * (weight of its sense) * ln(1 + N / df) and a minus sign on
  /// the opposed side; then the row is scaled to the length `thesaurus_weights` gives its thesaurus, so that a head of
  /// 300 words counts no more than a synset of two. df counts rows, N is their number.
  ///
  /// A word with several relations has the strongest one. A word on both sides of one entry: the side where it weighs
  /// more wins; of equal weights a synonym or antonym said of the word itself wins; otherwise the word is left out of
  /// that entry. Error(data) when no entry is left. thesaurus_weights: one each.
  static SignedEntries build(std::span<const Thesaurus> thesauri, const RelationWeights& relations,
                             std::span<const double> thesaurus_weights, SignedCounts& counts, const Run& run,
                             const RowOptions& rows = {});

  const Vocabulary& words() const { return words_; }
  /// Entries x words.
  const CsrMatrix<float>& matrix() const { return matrix_; }
  /// "wordnet: hot (adjective)".
  std::string label(Index entry) const;

  /// The same without the words whose `keep` is false; every entry stays.
  SignedEntries with_words(const std::vector<bool>& keep) const;

  /// The tensors words.*, entries.*; the object must live until the file is written.
  void write(ModelWriter& writer) const;
  /// Error(model) when a tensor is missing or does not fit.
  static SignedEntries load(const ModelFile& file);
  /// Hash of words and matrix.
  std::string fingerprint() const;

 private:
  Vocabulary words_;
  CsrMatrix<float> matrix_;
  std::string labels_;  // one after the other
  std::vector<std::int64_t> label_offsets_{0};
};

}  // namespace couplet
