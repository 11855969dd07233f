// The words that count, and how much: from texts to sparse vectors of all languages' terms.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/linalg/shared_sparse.h"
#include "couplet/methods/bridge/document_counts.h"
#include "couplet/text/weighting.h"

namespace couplet {

struct TermOptions {
  std::int64_t terms = 20000;  // kept at most, by document frequency: of the shared vocabulary, or of each language
  std::int64_t drop_frequent =
      -1;  // the most frequent left out first; -1: 50 over all languages, at most one word in a hundred
  std::int64_t min_documents = 1;  // texts a term must be in
  bool shared = true;              // a word spelt alike in several languages is one term
  TermWeighting weighting = {TermFrequency::log2, InverseDocumentFrequency::log2, {}};
};

/// The terms of one language, or of all when they share them.
struct TermList {
  Vocabulary words;
  VectorD weights;         // by document frequency, one a word
  double mean_length = 1;  // tokens of a training text
};

/// One term of a text: its row in the term space and its weight.
struct WeightedTerm {
  Index row;
  double weight;
};

/// All terms, numbered over the languages: rows of language m begin at first_row(m).
class TermSpace {
 public:
  /// lists: one (shared) or one a language. Throws Error(internal) for another number, or weights that do not fit.
  TermSpace(Index languages, std::vector<TermList> lists, TermFrequency tf, Bm25 bm25);

  Index languages() const { return languages_; }
  bool shared() const { return lists_.size() == 1; }
  /// Do texts give the weights of their words (weighted_words.h)?
  bool weights_given() const { return tf_ == TermFrequency::given; }
  const std::vector<TermList>& lists() const { return lists_; }
  const TermList& list(Index language) const { return lists_[shared() ? 0 : static_cast<std::size_t>(language)]; }
  Index first_row(Index language) const { return first_rows_[shared() ? 0 : static_cast<std::size_t>(language)]; }
  Index rows() const { return rows_; }
  /// The same with the weights by document frequency raised to a power.
  TermSpace with_power(double power) const;
  /// The word of a row.
  std::string_view word(Index row) const;

  /// The weighted terms of a text of a language by its tokens, rows ascending; words outside the space are left out,
  /// terms of weight 0 too.
  std::vector<WeightedTerm> weigh(std::span<const std::string_view> tokens, Index language) const;
  double weight(double count, Index row_in_list, const TermList& list, double length) const;

 private:
  std::vector<WeightedTerm> weigh_given(std::span<const std::string_view> tokens, Index language) const;

  Index languages_;
  std::vector<TermList> lists_;
  std::vector<Index> first_rows_;
  Index rows_ = 0;
  TermFrequency tf_;
  Bm25 bm25_;
};

/// The terms of training documents. Document frequencies are among all texts of all languages, also where each has its
/// own words: a word in every text of a language still counts a little. Ties of document frequency: by the word's
/// bytes. Throws Error(data) that names a language with no vocabulary left.
TermSpace choose_terms(const DocumentCounts& documents, const TermOptions& options);

/// The texts of a language as rows over the term space; n x space.rows(). In a team each process has the rows of its
/// own documents.
OwnedRows<double> weighted_texts(const DocumentCounts& documents, Index language, const TermSpace& space);

/// The same of the documents of these numbers, a row each; empty where a document is another process's.
CsrMatrix<double> weighted_rows(const DocumentCounts& documents, std::span<const Index> numbers, Index language,
                                const TermSpace& space);

/// The counts of each document's texts added up, then weighted; n x space.rows(). Shared as weighted_texts.
OwnedRows<double> joined_texts(const DocumentCounts& documents, const TermSpace& space);

/// All rows of all matrices scaled to one length, the root mean square of what they had: so that a regulariser means
/// the same. Rows of zeros stay.
std::vector<OwnedRows<double>> even_rows(const std::vector<OwnedRows<double>>& matrices, Team& team);

}  // namespace couplet
