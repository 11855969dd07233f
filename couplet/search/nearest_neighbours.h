// Finding, among many vectors, those with the largest inner product or cosine with a query: one interface, two ways.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/search/shared_rows.h"

namespace couplet {

/// Cosine with a zero vector is 0.
enum class Similarity { inner_product, cosine };

struct Neighbour {
  Index id = 0;      // row of the vectors the index was made from
  double score = 0;  // inner product or cosine of the stored floats, added in double in a fixed order
};

/// The neighbours of each query, best first: the same number for all, until keep() says otherwise.
class Neighbours {
 public:
  Neighbours(Index queries, Index per_query)
      : per_query_(per_query),
        counts_(static_cast<std::size_t>(queries), static_cast<std::size_t>(per_query)),
        all_(static_cast<std::size_t>(queries * per_query)) {}
  /// The most that a query has.
  Index per_query() const { return per_query_; }
  std::span<const Neighbour> operator[](Index query) const {
    return {all_.data() + query * per_query_, counts_[query]};
  }
  std::span<Neighbour> operator[](Index query) { return {all_.data() + query * per_query_, counts_[query]}; }
  /// A query has only its first `count`; other queries may be asked for at the same time.
  void keep(Index query, Index count) { counts_[query] = static_cast<std::size_t>(count); }

 private:
  Index per_query_;
  std::vector<std::size_t> counts_;
  std::vector<Neighbour> all_;
};

/// The links between vectors that an approximate index walks, as plain arrays: what it takes long to build.
struct SearchGraph {
  std::vector<std::int32_t> levels;  // of each vector: the highest level it stands on, from 0
  std::vector<std::int32_t> counts;  // how many links, on level 0, 1, ... of vector 0, then of vector 1, ...
  std::vector<std::int32_t> links;   // the vectors linked to, in the same order
  Index entry = 0;                   // the vector that every walk starts from
};

/// Vectors made ready for search. Const and safe to share; the same results at any thread count.
class VectorIndex {
 public:
  virtual ~VectorIndex() = default;
  virtual Index size() const = 0;
  virtual Index dimension() const = 0;

  /// min(k, size()) neighbours for each row of queries (q x dimension()), by falling score, equal scores by rising id.
  /// Throws Error(usage) for k < 1 or another dimension, Error(data) for a query that is not finite.
  /// reach: how many vectors a graph looks at, in the place of its spec's ef; 0: as many as that says.
  virtual Neighbours search(const ConstRef<float>& queries, Index k, const Run& run, Index reach = 0) const = 0;

  /// A copy of the graph it walks; nothing when it compares with all vectors.
  virtual std::optional<SearchGraph> graph() const { return std::nullopt; }
};

/// An index of the rows of `vectors` (shared; a copy at unit length for cosine, a copy for a graph).
///   "exact"                          every vector is compared (exact_index.h)
///   "hnsw", "hnsw:m=16,build=200,ef=100"   a graph is walked; may miss some (hnsw_index.h)
/// saved: the graph() of an index of the same spec, vectors and similarity, which saves building it; finds the same.
/// Throws Error(usage) for another spec, Error(data) for vectors that are not finite, Error(io) over the memory budget,
/// Error(model) for a saved graph that no index of this spec and size can have.
std::unique_ptr<VectorIndex> make_vector_index(std::string_view spec, SharedRows vectors, Similarity similarity,
                                               const Run& run, const SearchGraph* saved = nullptr);

/// The reach with which an index made by the spec `made` answers as one of the spec `asked` would; nothing when it
/// cannot, for another kind or another m or build. Error(usage) for what is no spec.
std::optional<Index> reach_between(std::string_view asked, std::string_view made);

}  // namespace couplet
