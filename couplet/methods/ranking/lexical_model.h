// Queries and texts compared by the terms they share: BM25 and tf-idf, the first-stage rivals of every learned ranking.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "couplet/methods/ranking/term_collection.h"
#include "couplet/model/embeds_terms.h"
#include "couplet/model/method.h"
#include "couplet/search/inverted_index.h"
#include "couplet/text/weighting.h"

namespace couplet {

/// A query that is widened by the texts it finds (pseudo-relevance feedback, Rocchio): its terms, at unit length, plus
/// `share` times those of the `texts` best texts of the collection, added up by their scores and at unit length; the
/// `terms` heaviest of these are taken.
struct Feedback {
  std::int64_t texts = 0, terms = 30;
  double share = 1;
};

/// bm25: sum over the query's terms of idf(t) tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)), a term as often
/// as the query has it. tfidf: the cosine of (1 + ln tf) idf(t). Terms that the collection does not have count for
/// nothing; a side without any other has no score.
class LexicalModel final : public Model, public ScoresPairs, public EmbedsTerms, public ExplainsPairs {
 public:
  /// rows: of the collection's texts as right sides, for feedback; else empty.
  LexicalModel(ModelHeader header, TermCollection collection, CsrMatrix<double> rows);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  EmbeddedTerms embed_terms(Side side, const Items& items, const Run& run) const override;
  /// Kind "term": what each term in common adds to the score.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;

  /// The texts as rows over the terms of a model, for feedback.
  static CsrMatrix<double> rows_of(const ModelHeader& header, const TermCollection& collection,
                                   const std::vector<std::string>& texts, const Run& run);

 private:
  using Weighed = std::vector<std::pair<std::int32_t, double>>;  // terms rising, with their weights
  Weighed weigh(Side side, std::string_view text, TermReader& reader) const;
  Weighed widened(Weighed query, const Run& run) const;
  double inner_product(const Weighed& left, const Weighed& right) const;

  TermCollection collection_;
  TermRule rule_;
  TermWeighting weighting_;
  bool cosine_;
  Feedback feedback_;
  CsrMatrix<double> rows_;
  std::unique_ptr<const InvertedIndex> index_;  // of rows_; null without feedback
};

Method bm25_method();
Method tfidf_method();

}  // namespace couplet
