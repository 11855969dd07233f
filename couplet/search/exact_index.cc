#include "couplet/search/exact_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "couplet/search/best_of.h"
#include "couplet/search/stored_vectors.h"

namespace couplet {
namespace {

constexpr Index query_block = 64;
constexpr Index vector_block = 1024;       // a tile of scores: 64 x 1024 floats
constexpr Index vector_chunk = 64 * 1024;  // vectors a task goes through: few queries still keep all threads busy
constexpr Index results_in_flight = Index{1} << 20;

class ExactIndex final : public VectorIndex {
 public:
  ExactIndex(MatrixF vectors, Similarity similarity) : vectors_(std::move(vectors)), similarity_(similarity) {
    prepare_rows(vectors_, similarity_, "vector");
    for (Index begin = 0; begin < size(); begin += vector_block) {
      double largest = 0;
      for (Index row = begin; row < std::min(begin + vector_block, size()); ++row)
        largest = std::max(largest, exact_dot(vector(row), vector(row), dimension()));
      largest_norm_.push_back(std::sqrt(largest));
    }
  }

  Index size() const override { return vectors_.rows(); }
  Index dimension() const override { return vectors_.cols(); }

  Neighbours search(const ConstRef<float>& queries, Index k, const Run& run) const override {
    require_search(queries, k, dimension());
    Neighbours found(queries.rows(), std::min(k, size()));
    if (found.per_query() == 0) return found;
    const Index chunks = (size() + vector_chunk - 1) / vector_chunk;
    const Index batch = std::clamp(results_in_flight / (chunks * found.per_query()), query_block, Index{16384});
    for (Index begin = 0; begin < queries.rows(); begin += batch) {
      MatrixF part = queries.middleRows(begin, std::min(batch, queries.rows() - begin));
      prepare_rows(part, similarity_, "query", begin + 1);
      search_batch(part, begin, chunks, found, run);
    }
    return found;
  }

 private:
  const float* vector(Index row) const { return vectors_.data() + row * vectors_.cols(); }

  /// Tasks are (block of queries) x (chunk of vectors); the best of the chunks are then put together.
  void search_batch(const MatrixF& queries, Index first_query, Index chunks, Neighbours& found, const Run& run) const {
    const Index blocks = (queries.rows() + query_block - 1) / query_block;
    std::vector<std::vector<BestOf>> best(blocks * chunks);
    run.pool.for_blocks(blocks * chunks, 1, [&](Index task, Index) {
      run.stop->check();
      const Index begin = task / chunks * query_block;
      const auto block = queries.middleRows(begin, std::min(query_block, queries.rows() - begin));
      best[task] = best_in_chunk(block, task % chunks * vector_chunk, found.per_query());
    });
    for (Index query = 0; query < queries.rows(); ++query) {
      BestOf all(found.per_query());
      for (Index chunk = 0; chunk < chunks; ++chunk)
        for (const Neighbour& candidate : best[query / query_block * chunks + chunk][query % query_block].items())
          all.offer(candidate);
      const auto ordered = std::move(all).sorted();
      std::copy(ordered.begin(), ordered.end(), found[first_query + query].begin());
    }
  }

  std::vector<BestOf> best_in_chunk(const ConstRef<float>& queries, Index chunk_begin, Index k) const {
    std::vector<BestOf> best(queries.rows(), BestOf(k));
    std::vector<double> norms(best.size());
    for (Index q = 0; q < queries.rows(); ++q)
      norms[q] = std::sqrt(exact_dot(queries.row(q).data(), queries.row(q).data(), dimension()));
    MatrixF scores(queries.rows(), vector_block);
    const Index chunk_end = std::min(chunk_begin + vector_chunk, size());
    for (Index begin = chunk_begin; begin < chunk_end; begin += vector_block) {
      const Index count = std::min(vector_block, chunk_end - begin);
      scores.leftCols(count).noalias() = queries * vectors_.middleRows(begin, count).transpose();
      const double largest = largest_norm_[begin / vector_block];
      for (Index q = 0; q < queries.rows(); ++q)
        take_promising(queries.row(q).data(), {scores.row(q).data(), static_cast<std::size_t>(count)}, begin,
                       error_bound(norms[q] * largest), best[q]);
    }
    return best;
  }

  /// How far a float inner product may lie from the true one, underflow included.
  double error_bound(double norms) const {
    return norms * float_product_error(dimension()) +
           static_cast<double>(dimension() + 1) * std::numeric_limits<float>::min();
  }

  void take_promising(const float* query, std::span<const float> scores, Index first_id, double error,
                      BestOf& best) const {
    constexpr std::size_t stride = 16;
    float bar = best.full() ? round_down(best.worst_score() - error) : -std::numeric_limits<float>::infinity();
    for (std::size_t begin = 0; begin < scores.size(); begin += stride) {
      const std::size_t end = std::min(begin + stride, scores.size());
      bool any = false;  // "not below" also lets through what overflowed to NaN
      for (std::size_t i = begin; i < end; ++i) any |= !(scores[i] < bar);
      if (!any) continue;
      for (std::size_t i = begin; i < end; ++i) {
        if (scores[i] < bar) continue;
        const Index id = first_id + static_cast<Index>(i);
        best.offer({id, exact_dot(query, vector(id), dimension())});
        if (best.full()) bar = round_down(best.worst_score() - error);
      }
    }
  }

  MatrixF vectors_;
  Similarity similarity_;
  std::vector<double> largest_norm_;  // of each block of vectors
};

}  // namespace

std::unique_ptr<VectorIndex> make_exact_index(MatrixF vectors, Similarity similarity) {
  return std::make_unique<ExactIndex>(std::move(vectors), similarity);
}

}  // namespace couplet
