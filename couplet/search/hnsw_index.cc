#include "couplet/search/hnsw_index.h"

// hnswlib picks its own distance code and prefetches past the end of its lists (a read out of bounds); ours is compiled
// for the same -march as everything else and always adds in one order.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
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

/// No level is higher: our generator draws none above 53 for the fewest links.
constexpr std::int32_t highest_level = 63;

/// Checks that hnswlib can walk the graph: everything it reads lies within its lists.
void require_walkable(const SearchGraph& graph, Index size, const HnswOptions& options) {
  const auto require = [](bool fits, const char* problem) {
    if (!fits) throw Error(ErrorCode::model, "search graph", problem, "make the index again");
  };
  require(std::ssize(graph.levels) == size, "it has another number of vectors");
  if (size == 0) return require(graph.counts.empty() && graph.links.empty(), "it links vectors that are not there");
  require(graph.entry >= 0 && graph.entry < size, "it starts at a vector that is not there");
  Index lists = 0;
  for (const std::int32_t level : graph.levels) {
    require(level >= 0 && level <= highest_level, "a vector stands on a level that is not there");
    require(level <= graph.levels[graph.entry], "a vector stands higher than the one where walks start");
    lists += level + 1;
  }
  require(std::ssize(graph.counts) == lists, "its lists of links are not as many as its levels");
  auto count = graph.counts.begin();
  std::size_t begin = 0;
  for (Index id = 0; id < size; ++id) {
    for (std::int32_t level = 0; level <= graph.levels[id]; ++level, ++count) {
      require(*count >= 0 && *count <= (level == 0 ? 2 : 1) * options.links, "a vector has too many links");
      require(graph.links.size() - begin >= static_cast<std::size_t>(*count), "links are missing");
      for (const std::int32_t link : std::span(graph.links).subspan(begin, *count)) {
        require(link >= 0 && link < size && link != id, "a link leads nowhere");
        require(graph.levels[link] >= level, "a link leads to a vector that does not stand on its level");
      }
      begin += *count;
    }
  }
  require(begin == graph.links.size(), "it has links of no vector");
}

class HnswIndex final : public VectorIndex {
 public:
  HnswIndex(const SharedRows& vectors, Similarity similarity, const HnswOptions& options, const Run& run,
            const SearchGraph* saved)
      : similarity_(similarity),
        reach_(options.reach),
        size_(vectors.rows()),
        dimension_(vectors.cols()),
        padded_(padded(vectors.cols())),
        space_(padded_) {
    if (size_ > std::numeric_limits<int>::max())
      throw Error(ErrorCode::usage, "hnsw", "more than 2 billion vectors", "use the exact index");
    const Index bytes_each = padded_ * 4 + options.links * 8 + 128;
    if (saved) require_walkable(*saved, size_, options);
    const Index upper_lists = saved ? std::ssize(saved->counts) - size_ : 0;  // few unless the graph was forged
    run.memory.require(size_ * bytes_each + upper_lists * (options.links + 1) * 4, "the search graph");
    try {
      graph_ = std::make_unique<hnswlib::HierarchicalNSW<float>>(
          &space_, static_cast<std::size_t>(std::max<Index>(size_, 1)), static_cast<std::size_t>(options.links),
          static_cast<std::size_t>(options.build));
      graph_->setEf(1);  // search_one says how many
      if (saved)
        restore(vectors, *saved);
      else
        add_all(vectors, options.links, run);
    } catch (const Error&) {
      throw;
    } catch (const std::runtime_error& failure) {
      throw Error(ErrorCode::io, "search graph", failure.what());
    }
  }

  Index size() const override { return size_; }
  Index dimension() const override { return dimension_; }

  Neighbours search(const ConstRef<float>& queries, Index k, const Run& run, Index reach) const override {
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
        search_one(query.data(), reach > 0 ? reach : reach_, found[q]);
      }
    });
    return found;
  }

  std::optional<SearchGraph> graph() const override {
    SearchGraph copy;
    copy.entry = size_ == 0 ? 0 : graph_->enterpoint_node_;
    for (hnswlib::tableint id = 0; id < size_; ++id) {
      copy.levels.push_back(graph_->element_levels_[id]);
      for (int level = 0; level <= copy.levels.back(); ++level) {
        hnswlib::linklistsizeint* const list = graph_->get_linklist_at_level(id, level);
        copy.counts.push_back(graph_->getListCount(list));
        copy.links.insert(copy.links.end(), list + 1, list + 1 + copy.counts.back());
      }
    }
    return copy;
  }

 private:
  static Index padded(Index coordinates) { return (coordinates + padding - 1) / padding * padding; }

  const float* vector(hnswlib::tableint internal) const {
    return reinterpret_cast<const float*>(graph_->getDataByInternalId(internal));
  }

  /// Inner products are used as they are: vectors lengthened to one norm by an extra coordinate, the usual way to make
  /// them a distance, gave recall .29 where this gives .997 (20,000 vectors of very different lengths).
  /// hnswlib numbers vectors in the order of insertion, so its own numbers are our rows.
  void add_all(const SharedRows& vectors, int links, const Run& run) {
    // Levels come from our generator: hnswlib's own would only be the same with the same standard library.
    graph_->mult_ = 0;
    Random random(run.seed, level_stream);
    const double level_scale = 1 / std::log(static_cast<double>(links));

    Stage stage(*run.observer, "building search graph", size_, "vectors");
    for (Index id = 0; id < size_; ++id) {
      if (id % 256 == 0) {
        run.stop->check();
        stage.advance_to(id);
      }
      const VectorF stored = stored_row(vectors, id);
      const int level = static_cast<int>(-std::log(1 - random.uniform()) * level_scale);
      graph_->addPoint(stored.data(), static_cast<hnswlib::labeltype>(id), level);
    }
  }

  /// The graph as it was saved, which require_walkable has looked at: the same lists, filled in by hand.
  void restore(const SharedRows& vectors, const SearchGraph& saved) {
    auto count = saved.counts.begin();
    auto link = saved.links.begin();
    for (hnswlib::tableint id = 0; id < size_; ++id) {
      const int level = saved.levels[id];
      std::memset(graph_->get_linklist0(id), 0, graph_->size_data_per_element_);
      const VectorF stored = stored_row(vectors, id);
      std::memcpy(graph_->getDataByInternalId(id), stored.data(), graph_->data_size_);
      graph_->setExternalLabel(id, id);
      if (level > 0) {
        const std::size_t bytes = graph_->size_links_per_element_ * level;
        graph_->linkLists_[id] = static_cast<char*>(std::calloc(bytes, 1));
        if (graph_->linkLists_[id] == nullptr) throw std::bad_alloc();
      }
      // From here on the graph frees the lists of this vector.
      graph_->element_levels_[id] = level;
      graph_->cur_element_count = id + 1;
      for (int on = 0; on <= level; ++on, link += *count++) {
        hnswlib::linklistsizeint* const list = graph_->get_linklist_at_level(id, on);
        graph_->setListCount(list, static_cast<unsigned short>(*count));
        std::copy(link, link + *count, list + 1);
      }
    }
    if (size_ == 0) return;
    graph_->enterpoint_node_ = static_cast<hnswlib::tableint>(saved.entry);
    graph_->maxlevel_ = saved.levels[saved.entry];
  }

  /// A vector as the graph holds it: made ready, and filled up with zeros.
  VectorF stored_row(const SharedRows& vectors, Index id) const {
    MatrixF row = vectors.matrix().row(id);
    prepare_rows(row, similarity_, "vector", id + 1);
    VectorF stored = VectorF::Zero(padded_);
    stored.head(dimension_) = row.row(0).transpose();
    return stored;
  }

  void search_one(const float* query, Index reach, std::span<Neighbour> out) const {
    const std::size_t wanted =
        std::min(std::max(out.size(), static_cast<std::size_t>(reach)), static_cast<std::size_t>(size_));
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
  Index reach_, size_, dimension_, padded_;
  NegativeDotSpace space_;
  std::unique_ptr<hnswlib::HierarchicalNSW<float>> graph_;
};

}  // namespace

void require_reach(int reach) { require_between(reach, 1, 100000, "ef"); }

std::unique_ptr<VectorIndex> make_hnsw_index(const SharedRows& vectors, Similarity similarity,
                                             const HnswOptions& options, const Run& run, const SearchGraph* saved) {
  require_between(options.links, 2, 256, "m");
  require_between(options.build, 1, 100000, "build");
  require_reach(options.reach);
  return std::make_unique<HnswIndex>(vectors, similarity, options, run, saved);
}

}  // namespace couplet
