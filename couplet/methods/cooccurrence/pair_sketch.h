// How often pairs were seen, in little room: finds most pairs that are to be removed and were never there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace couplet {

/// Counts of pairs in cells that their keys (PairSample::key_of) choose. A pair that was never counted is noticed when
/// its cell is empty: among n different pairs with the probability exp(-n / cells). Integer counts: shards add up, and
/// pairs can be taken out, exactly and in any order.
class PairSketch {
 public:
  static constexpr std::int64_t cells = 16384;

  PairSketch() : counts_(cells, 0) {}
  /// As saved; nothing: of a model that has none. Error(model) when it is not a sketch of at most `pairs` pairs.
  PairSketch(std::span<const std::int32_t> counts, std::int64_t pairs);

  /// False for a model written before there were sketches: then nothing is counted or noticed.
  bool known() const { return !counts_.empty(); }
  void count(std::uint64_t key) { ++counts_[key % cells]; }
  /// What one of them does not know is unknown. Error(data) beyond 2^31 pairs a cell.
  void add(const PairSketch& other);
  /// False, and this is spoilt, when other holds a pair that this does not.
  bool remove(const PairSketch& other);
  std::span<const std::int32_t> counts() const { return counts_; }

 private:
  std::vector<std::int32_t> counts_;
};

}  // namespace couplet
