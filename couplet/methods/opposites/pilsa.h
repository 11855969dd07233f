// Polarity-inducing latent semantic analysis (Yih, Zweig & Platt 2012): synonyms near +1, opposites near -1.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/opposites/signed_entries.h"
#include "couplet/methods/opposites/sketch.h"
#include "couplet/methods/opposites/word_finder.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/method.h"
#include "couplet/model/model.h"

namespace couplet {

Method pilsa_method();

/// What the two kinds of model have in common: signed entries, and words found by themselves or by their forms.
class OppositesModel : public Model, public ScoresPairs, public ExplainsPairs, public FindsWords {
 public:
  OppositesModel(ModelHeader header, SignedEntries entries, Inflections inflections, StandIns stand_ins);

  void write(ModelWriter& writer) const override;
  /// Words that share an entry.
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  /// {score} of a pair.
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  /// z is NaN: a cosine needs no comparison. NaN and not known for a word that cannot be found.
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  /// Reasons of kind "entry" (left: the entry, right: how the two words stand in it) and, where the iteration of the
  /// SVD left one, "remainder"; all together add up to the score. A word that is not in the thesauri itself has a
  /// reason without value beside these, of the kind it was found by ("lemma", ...), with the words that stand for it.
  /// Error(data) for a word that cannot be found.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;

  WordOrigin origin_of(const std::string& text) const override;

  const SignedEntries& entries() const { return entries_; }
  const WordFinder& finder() const { return *finder_; }

 protected:
  /// The score of two words that were found.
  virtual double similarity(const FoundForms& left, const FoundForms& right) const = 0;
  /// The share of each entry in the score: (entry, value) for entries with either word, entries ascending.
  virtual std::vector<std::pair<Index, double>> shares(const FoundForms& left, const FoundForms& right) const = 0;

  /// The entries of one word, ascending, with its signed weight in them.
  std::vector<std::pair<Index, double>> column_of(std::int64_t word) const;
  /// The entries of the words found, as one column: their weights, each word's divided by `lengths`, added up.
  /// Ascending.
  std::vector<std::pair<Index, double>> column(const FoundForms& found, const std::vector<double>& lengths) const;

 private:
  std::string standing(Index entry, const FoundForms& found, const std::string& text) const;
  std::string words_of(const FoundForms& found) const;

  SignedEntries entries_;
  CsrMatrix<float> columns_;  // words x entries
  std::unique_ptr<WordFinder> finder_;
};

/// --dimensions 0: the columns of the signed matrix themselves, or mere look-up.
class SignedModel final : public OppositesModel {
 public:
  /// lookup: -1 when some entry sets the words against one another, else +1 when some entry has both on one side, else
  /// 0. Otherwise the cosine of their columns.
  SignedModel(ModelHeader header, SignedEntries entries, Inflections inflections, bool lookup);

 protected:
  double similarity(const FoundForms& left, const FoundForms& right) const override;
  std::vector<std::pair<Index, double>> shares(const FoundForms& left, const FoundForms& right) const override;

 private:
  bool lookup_;
  std::vector<double> lengths_;  // of the columns
};

/// Word vectors from the truncated SVD W ~ U S V^T: rows of V S + leak W^T R, of unit length; R are signs (SignSketch).
/// The leak is for words that the leading singular vectors do not reach, because nothing else is linked to their
/// entries: they are compared by those entries, as without LSA. Words that they do reach hardly change. After
/// refinement the vectors are W^T P, with a projection P that started from U + leak R.
class PilsaModel final : public OppositesModel, public HasVectors {
 public:
  /// The numbers of PilsaSpace, kept alive by owner; projection may be empty.
  struct Numbers {
    std::span<const float> vectors, projection;
    std::vector<float> lengths, singular;
    std::shared_ptr<const void> owner;
  };
  PilsaModel(ModelHeader header, SignedEntries entries, Inflections inflections, StandIns stand_ins, Numbers numbers);

  void write(ModelWriter& writer) const override;
  const WordVectors& vectors() const override { return vectors_; }
  FoundWord find_word(const std::string& text) const override;

 protected:
  double similarity(const FoundForms& left, const FoundForms& right) const override;
  std::vector<std::pair<Index, double>> shares(const FoundForms& left, const FoundForms& right) const override;

 private:
  std::vector<std::pair<Index, double>> terms(const FoundForms& from, const FoundForms& to) const;
  /// Fills in what W^T was multiplied with for these entries, times y: u_i y + leak r_i y.
  void multiply_entries(std::vector<std::pair<Index, double>>& terms, const std::vector<double>& y) const;
  std::vector<double> sum_of(const FoundForms& found) const;
  /// The vector of words found: the one's row, or the centroid of several, of unit length (zero when they cancel out).
  std::vector<double> vector_of(const FoundForms& found) const;

  WordVectors vectors_;
  std::span<const float> projection_;  // entries x k; empty: not refined
  std::vector<double> lengths_;
  std::vector<float> saved_lengths_, singular_;
  double leak_;
};

/// Loads whichever of the two the file holds.
std::unique_ptr<Model> load_pilsa(const ModelFile& file, const Loading& loading);

}  // namespace couplet
