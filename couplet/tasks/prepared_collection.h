// A collection embedded once, for a model and a side: searched many times, and kept in a file between.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/model/embeds_terms.h"
#include "couplet/search/inverted_index.h"
#include "couplet/search/nearest_neighbours.h"
#include "couplet/tasks/loaded_model.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// How a prepared collection is searched.
struct CollectionSearch {
  Index top = 10;    // best items for a query; 0: all
  Index reach = 0;   // of a graph, see VectorIndex::search; 0: what it was prepared with
  Index margin = 0;  // see PairScoring and search_divisors; more than 0: every item is looked at
};

/// Const and safe to share between threads.
class PreparedCollection {
 public:
  /// Embeds the items as one side of pairs, and makes an index of those with a known word (index: see
  /// make_vector_index; of a model that compares terms: by term). A model that only scores pairs has nothing to embed:
  /// the texts are kept (by_pairs()). Error(usage) when the model's scores are no inner products; Error(model) when it
  /// scores no pairs at all.
  static PreparedCollection prepare(const LoadedModel& model, Side side, const Items& items, const std::string& index,
                                    const Run& run);
  /// What save() wrote; the vectors of an exact index stay in the file, which is mapped. Error(model) when it is no
  /// prepared collection, is damaged, or was prepared for another model.
  static PreparedCollection open(const std::string& path, const LoadedModel& model, const Run& run);

  /// A model file (container.h) of the method "collection": the same collection, model and seed give the same bytes.
  void save(const std::string& path) const;

  /// Of the items; queries are the other.
  Side side() const { return side_; }
  /// How it is searched.
  const std::string& index() const { return spec_; }
  /// All items.
  Index size() const { return size_; }
  /// Items with a known word: only these are found.
  Index known() const { return static_cast<Index>(items_.size()); }
  Index dimension() const { return terms_ ? terms_rows_.cols() : vectors_.cols(); }
  /// True: every text is to be scored with every query; there is nothing to search or save.
  bool by_pairs() const { return !terms_ && !search_; }
  /// Of a file: it serves one model, and other models have to take its texts.
  bool from_file() const { return from_file_; }
  const Model& model() const { return *model_; }
  /// Of all items; none when they were rows of numbers.
  const std::vector<std::string>& texts() const { return texts_; }

  struct Found {
    Neighbours best;          // a query each; the id is the number of an item
    std::vector<bool> known;  // false: the query has no known word, and what was found for it means nothing
  };
  /// The best items for each query; fewer where fewer are known, or share a term with it. Not by_pairs().
  Found search(const Items& queries, const CollectionSearch& how, const Run& run) const;
  /// The vectors of all items, as a model embeds them. Error(usage) when there are none.
  Embedded embedded() const;

 private:
  PreparedCollection(const LoadedModel& model, Side side, std::string spec, std::uint64_t seed);
  static PreparedCollection open_file(const std::string& path, const LoadedModel& model, const Run& run);
  void take_terms(const EmbeddedTerms& all);

  std::shared_ptr<const Model> model_;
  std::string identity_;  // of the model
  Side side_;
  std::string spec_;
  std::uint64_t seed_;  // of the graph
  bool from_file_ = false;
  Index size_ = 0;
  std::vector<std::string> texts_;
  std::vector<Index> items_;  // the item of each vector
  SharedRows vectors_ = MatrixF();
  std::unique_ptr<const VectorIndex> search_;
  CsrMatrix<double> terms_rows_;                // of the items with a known word
  std::unique_ptr<const InvertedIndex> terms_;  // of these; one of the two indexes, or none
};

/// The collection that was prepared and that `word` names, given for this input or option: one of the door's, or a
/// file; null: it is a file of texts or rows, or these themselves. texts: the side that they are, for a collection that
/// the door makes ready now. Throws as open().
std::shared_ptr<const PreparedCollection> prepared_collection(const Request& request, std::string_view input,
                                                              const std::string& word, const LoadedModel& model,
                                                              Side texts, const Run& run);

}  // namespace couplet
