#include "couplet/search/exact_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "couplet/linalg/lapack.h"
#include "couplet/search/exact_scan.h"
#include "couplet/search/stored_vectors.h"

namespace couplet {
namespace {

constexpr ScanShape scan = {.questions = 64, .chunk = 64 * 1024, .rows = 1024};  // a tile: 64 x 1024 floats
constexpr Index results_in_flight = Index{1} << 20;

/// Inner products of queries with vectors.
class InnerProducts {
 public:
  using Tile = MatrixF;

  /// largest_norms: of each block of vectors.
  InnerProducts(const MatrixF& queries, const SharedRows& vectors, const std::vector<double>& largest_norms)
      : queries_(queries), vectors_(vectors.matrix()), largest_norms_(largest_norms) {
    for (Index q = 0; q < queries.rows(); ++q)
      norms_.push_back(std::sqrt(exact_dot(queries.row(q).data(), queries.row(q).data(), queries.cols())));
  }

  void compare(Index query, Index count, Index row, Index rows, Tile& tile) const {
    tile.resize(count, rows);
    gemm(Transpose::no, Transpose::yes, 1.0f, queries_.middleRows(query, count), vectors_.middleRows(row, rows), 0.0f,
         tile);
  }

  void take(const Tile& tile, Index q, Index query, Index row, BestOf& best) const {
    const float* const products = tile.row(q).data();
    const auto offer = [&](Index i) {
      best.offer({row + i, exact_dot(queries_.row(query).data(), vectors_.row(row + i).data(), vectors_.cols())});
    };
    take_promising(
        tile.cols(), error_bound(norms_[query] * largest_norms_[row / scan.rows]), [&](Index i) { return products[i]; },
        offer, best);
  }

 private:
  /// How far a float inner product may lie from the true one, underflow included.
  double error_bound(double norms) const {
    return norms * float_product_error(vectors_.cols()) +
           static_cast<double>(vectors_.cols() + 1) * std::numeric_limits<float>::min();
  }

  const MatrixF& queries_;
  Eigen::Map<const MatrixF> vectors_;
  const std::vector<double>& largest_norms_;
  std::vector<double> norms_;  // of the queries
};

class ExactIndex final : public VectorIndex {
 public:
  ExactIndex(SharedRows vectors, Similarity similarity)
      : vectors_(prepared(std::move(vectors), similarity)), similarity_(similarity) {
    for (Index begin = 0; begin < size(); begin += scan.rows) {
      double largest = 0;
      for (Index row = begin; row < std::min(begin + scan.rows, size()); ++row)
        largest = std::max(largest, exact_dot(vectors_.row(row), vectors_.row(row), dimension()));
      largest_norm_.push_back(std::sqrt(largest));
    }
  }

  Index size() const override { return vectors_.rows(); }
  Index dimension() const override { return vectors_.cols(); }

  Neighbours search(const ConstRef<float>& queries, Index k, const Run& run, Index) const override {
    require_search(queries, k, dimension());
    Neighbours found(queries.rows(), std::min(k, size()));
    if (found.per_query() == 0) return found;
    const Index chunks = (size() + scan.chunk - 1) / scan.chunk;
    const Index batch = std::clamp(results_in_flight / (chunks * found.per_query()), scan.questions, Index{16384});
    for (Index begin = 0; begin < queries.rows(); begin += batch) {
      MatrixF part = queries.middleRows(begin, std::min(batch, queries.rows() - begin));
      prepare_rows(part, similarity_, "query", begin + 1);
      const auto best =
          best_rows(InnerProducts(part, vectors_, largest_norm_), part.rows(), size(), found.per_query(), scan, run);
      for (Index q = 0; q < part.rows(); ++q) std::copy(best[q].begin(), best[q].end(), found[begin + q].begin());
    }
    return found;
  }

 private:
  SharedRows vectors_;
  Similarity similarity_;
  std::vector<double> largest_norm_;  // of each block of vectors
};

}  // namespace

std::unique_ptr<VectorIndex> make_exact_index(SharedRows vectors, Similarity similarity) {
  return std::make_unique<ExactIndex>(std::move(vectors), similarity);
}

}  // namespace couplet
