#include "couplet/search/hnsw_index.h"

// hnswlib picks its own distance code and prefetches past the end of its lists (a read out of bounds); ours is compiled
// for the same -march as everything else and always adds in one order.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/search/stored_vectors.h"

namespace couplet {
namespace {

constexpr Index queries_per_block = 16;
constexpr std::uint64_t level_stream = std::uint64_t{3} << 40;

constexpr Index padding = 16;  // floats: stored vectors are filled up with zeros to a multiple of it

/// -a.b over `padded` floats. Two sums of eight lanes each; written out because the compiler makes worse code of a loop
/// over an array of sums.
float negative_dot(const void* left, const void* right, const void* padded) {
  using Lanes __attribute__((vector_size(32))) = float;
  const auto* a = static_cast<const float*>(left);
  const auto* b = static_cast<const float*>(right);
  const std::size_t n = *static_cast<const std::size_t*>(padded);
  Lanes even = {}, odd = {};
  for (std::size_t i = 0; i < n; i += padding) {
    Lanes a_even, b_even, a_odd, b_odd;
    std::memcpy(&a_even, a + i, sizeof(Lanes));
    std::memcpy(&b_even, b + i, sizeof(Lanes));
    std::memcpy(&a_odd, a + i + 8, sizeof(Lanes));
    std::memcpy(&b_odd, b + i + 8, sizeof(Lanes));
    even += a_even * b_even;
    odd += a_odd * b_odd;
  }
  even += odd;
  return -(((even[0] + even[4]) + (even[2] + even[6])) + ((even[1] + even[5]) + (even[3] + even[7])));
}

class NegativeDotSpace final : public hnswlib::SpaceInterface<float> {
 public:
  explicit NegativeDotSpace(Index padded) : padded_(static_cast<std::size_t>(padded)) {}
  std::size_t get_data_size() override { return padded_ * sizeof(float); }
  hnswlib::DISTFUNC<float> get_dist_func() override { return negative_dot; }
  void* get_dist_func_param() override { return &padded_; }

 private:
  std::size_t padded_;
};

void require_between(int value, int low, int high, const char* name) {
  if (value < low || value > high)
    throw Error(ErrorCode::usage, std::string("hnsw:") + name, std::to_string(value) + " is out of range",
                "use " + std::to_string(low) + " to " + std::to_string(high));
}

class HnswIndex final : public VectorIndex {
 public:
  HnswIndex(const MatrixF& vectors, Similarity similarity, const HnswOptions& options, const Run& run)
      : similarity_(similarity),
        size_(vectors.rows()),
        dimension_(vectors.cols()),
        padded_(padded(vectors.cols())),
        space_(padded_) {
    if (size_ > std::numeric_limits<int>::max())
      throw Error(ErrorCode::usage, "hnsw", "more than 2 billion vectors", "use the exact index");
    const Index bytes_each = padded_ * 4 + options.links * 8 + 128;
    run.memory.require(size_ * bytes_each, "the search graph");
    try {
      graph_ = std::make_unique<hnswlib::HierarchicalNSW<float>>(
          &space_, static_cast<std::size_t>(std::max<Index>(size_, 1)), static_cast<std::size_t>(options.links),
          static_cast<std::size_t>(options.build));
      graph_->setEf(static_cast<std::size_t>(options.reach));
      add_all(vectors, options.links, run);
    } catch (const Error&) {
      throw;
    } catch (const std::runtime_error& failure) {
      throw Error(ErrorCode::io, "search graph", failure.what());
    }
  }

  Index size() const override { return size_; }
  Index dimension() const override { return dimension_; }

  Neighbours search(const ConstRef<float>& queries, Index k, const Run& run) const override {
    require_search(queries, k, dimension_);
    Neighbours found(queries.rows(), std::min(k, size_));
    if (found.per_query() == 0) return found;
    MatrixF prepared = queries;
    prepare_rows(prepared, similarity_, "query");
    run.pool.for_blocks(prepared.rows(), queries_per_block, [&](Index begin, Index end) {
      run.stop->check();
      VectorF query = VectorF::Zero(padded_);
      for (Index q = begin; q < end; ++q) {
        query.head(dimension_) = prepared.row(q).transpose();
        search_one(query.data(), found[q]);
      }
    });
    return found;
  }

 private:
  static Index padded(Index coordinates) { return (coordinates + padding - 1) / padding * padding; }

  const float* vector(hnswlib::tableint internal) const {
    return reinterpret_cast<const float*>(graph_->getDataByInternalId(internal));
  }

  /// Inner products are used as they are: vectors lengthened to one norm by an extra coordinate, the usual way to make
  /// them a distance, gave recall .29 where this gives .997 (20,000 vectors of very different lengths).
  /// hnswlib numbers vectors in the order of insertion, so its own numbers are our rows.
  void add_all(const MatrixF& vectors, int links, const Run& run) {
    // Levels come from our generator: hnswlib's own would only be the same with the same standard library.
    graph_->mult_ = 0;
    Random random(run.seed, level_stream);
    const double level_scale = 1 / std::log(static_cast<double>(links));

    Stage stage(*run.observer, "building search graph", size_, "vectors");
    MatrixF row = MatrixF::Zero(1, dimension_);
    VectorF stored = VectorF::Zero(padded_);
    for (Index id = 0; id < size_; ++id) {
      if (id % 256 == 0) {
        run.stop->check();
        stage.advance_to(id);
      }
      row = vectors.row(id);
      prepare_rows(row, similarity_, "vector", id + 1);
      stored.head(dimension_) = row.row(0).transpose();
      const int level = static_cast<int>(-std::log(1 - random.uniform()) * level_scale);
      graph_->addPoint(stored.data(), static_cast<hnswlib::labeltype>(id), level);
    }
  }

  void search_one(const float* query, std::span<Neighbour> out) const {
    const std::size_t wanted = std::min(std::max(out.size(), graph_->ef_), static_cast<std::size_t>(size_));
    auto walked = graph_->searchKnn(query, wanted);
    std::vector<Neighbour> candidates;
    candidates.reserve(walked.size());
    for (; !walked.empty(); walked.pop()) candidates.push_back({static_cast<Index>(walked.top().second), 0});
    if (candidates.size() < out.size()) {
      candidates.resize(size_);
      for (Index id = 0; id < size_; ++id) candidates[id].id = id;
    }
    for (Neighbour& candidate : candidates)
      candidate.score = exact_dot(query, vector(static_cast<hnswlib::tableint>(candidate.id)), dimension_);
    std::partial_sort_copy(candidates.begin(), candidates.end(), out.begin(), out.end(), ranks_before);
  }

  Similarity similarity_;
  Index size_, dimension_, padded_;
  NegativeDotSpace space_;
  std::unique_ptr<hnswlib::HierarchicalNSW<float>> graph_;
};

}  // namespace

std::unique_ptr<VectorIndex> make_hnsw_index(const MatrixF& vectors, Similarity similarity, const HnswOptions& options,
                                             const Run& run) {
  require_between(options.links, 2, 256, "m");
  require_between(options.build, 1, 100000, "build");
  require_between(options.reach, 1, 100000, "ef");
  return std::make_unique<HnswIndex>(vectors, similarity, options, run);
}

}  // namespace couplet
