// Keeping the best of many candidates, for searches that meet them in a float pass and score the promising ones in
// double.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "couplet/search/stored_vectors.h"

namespace couplet {

/// The k best seen so far: a heap with the worst on top.
class BestOf {
 public:
  explicit BestOf(Index k) : k_(static_cast<std::size_t>(k)) {}
  bool full() const { return heap_.size() == k_; }
  double worst_score() const { return heap_.front().score; }
  void offer(const Neighbour& candidate) {
    if (!full()) {
      heap_.push_back(candidate);
      std::push_heap(heap_.begin(), heap_.end(), ranks_before);
    } else if (ranks_before(candidate, heap_.front())) {
      std::pop_heap(heap_.begin(), heap_.end(), ranks_before);
      heap_.back() = candidate;
      std::push_heap(heap_.begin(), heap_.end(), ranks_before);
    }
  }
  const std::vector<Neighbour>& items() const { return heap_; }
  std::vector<Neighbour> sorted() && {
    std::sort_heap(heap_.begin(), heap_.end(), ranks_before);
    return std::move(heap_);
  }

 private:
  std::size_t k_;
  std::vector<Neighbour> heap_;
};

/// The largest float not above value.
inline float round_down(double value) {
  const float rounded = static_cast<float>(
      std::clamp<double>(value, std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max()));
  return rounded <= value ? rounded : std::nextafter(rounded, -std::numeric_limits<float>::infinity());
}

/// How far a float inner product of n numbers may lie from the true one, whatever the order of adding, as a multiple of
/// the lengths of the two vectors: n u / (1 - n u).
inline double float_product_error(Index n) {
  const double nu = static_cast<double>(n) * std::numeric_limits<float>::epsilon() / 2;
  return nu / (1 - nu);
}

}  // namespace couplet
