// Finding, among many vectors, those with the largest inner product or cosine with a query: one interface, two ways.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Cosine with a zero vector is 0.
enum class Similarity { inner_product, cosine };

struct Neighbour {
  Index id = 0;      // row of the vectors the index was made from
  double score = 0;  // inner product or cosine of the stored floats, added in double in a fixed order
};

/// The same number of neighbours for each query, best first.
class Neighbours {
 public:
  Neighbours(Index queries, Index per_query)
      : per_query_(per_query), all_(static_cast<std::size_t>(queries * per_query)) {}
  Index per_query() const { return per_query_; }
  std::span<const Neighbour> operator[](Index query) const { return {all_.data() + query * per_query_, count()}; }
  std::span<Neighbour> operator[](Index query) { return {all_.data() + query * per_query_, count()}; }

 private:
  std::size_t count() const { return static_cast<std::size_t>(per_query_); }

  Index per_query_;
  std::vector<Neighbour> all_;
};

/// Vectors made ready for search. Const and safe to share; the same results at any thread count.
class VectorIndex {
 public:
  virtual ~VectorIndex() = default;
  virtual Index size() const = 0;
  virtual Index dimension() const = 0;

  /// min(k, size()) neighbours for each row of queries (q x dimension()), by falling score, equal scores by rising id.
  /// Throws Error(usage) for k < 1 or another dimension, Error(data) for a query that is not finite.
  virtual Neighbours search(const ConstRef<float>& queries, Index k, const Run& run) const = 0;
};

/// An index of the rows of `vectors` (moved in; kept as float, scaled to unit length for cosine).
///   "exact"                          every vector is compared (exact_index.h)
///   "hnsw", "hnsw:m=16,build=200,ef=100"   a graph is walked; may miss some (hnsw_index.h)
/// Throws Error(usage) for another spec, Error(data) for vectors that are not finite, Error(io) over the memory budget.
std::unique_ptr<VectorIndex> make_vector_index(std::string_view spec, MatrixF vectors, Similarity similarity,
                                               const Run& run);

}  // namespace couplet
