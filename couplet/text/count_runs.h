// Weights of pairs in sorted runs, in memory or on disk, and their merging.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/text/pair_entries.h"
#include "couplet/text/spill_file.h"

namespace couplet {

/// Collects runs: sorted lists of entries (see PairLayout). What a merge gives depends on the sum of the weights of
/// each position only, not on how they came in runs.
class CountRuns {
 public:
  /// memory_bytes: how much may stay in memory.
  CountRuns(PairLayout layout, std::int64_t memory_bytes) : layout_(layout), memory_limit_(memory_bytes) {}

  const PairLayout& layout() const { return layout_; }
  /// Takes what sort_and_combine made. Safe from several threads; never spills.
  void add(std::vector<std::uint64_t> entries);
  /// True when spill() is due: more is in memory than should be.
  bool full() const;
  /// Merges the runs in memory into one on disk. Throws Error(io).
  void spill(const Run& run);
  /// Calls take with all entries in order, a part at a time: sorted, combined, no position in two parts. The parts are
  /// made in parallel: from each run the slice that falls in a range of positions, all slices sorted together (faster
  /// than a heap, since it happens in the cache). The runs stay as they are.
  void merge(const Run& run, const std::function<void(std::vector<std::uint64_t>&& part)>& take) const;

 private:
  struct Stored {
    std::vector<std::uint64_t> entries;  // or else, in the file:
    std::int64_t offset = -1;
    std::size_t size = 0;
    std::vector<std::uint64_t> index;  // every so manieth entry, from the first on
  };
  using Take = std::function<void(std::vector<std::uint64_t>&& part)>;

  void append_to_file(Stored& stored, const std::vector<std::uint64_t>& entries);
  void merge(const std::vector<const Stored*>& runs, const Run& run, const Take& take) const;
  /// Positions (as entries without weight) that cut the runs into parts of fit size.
  std::vector<std::uint64_t> cuts(const std::vector<const Stored*>& runs) const;
  /// Appends the entries in [low, high); high 0: to the end.
  void append_slice(const Stored& stored, std::uint64_t low, std::uint64_t high,
                    std::vector<std::uint64_t>& entries) const;

  PairLayout layout_;
  std::int64_t memory_limit_;
  mutable std::mutex mutex_;
  std::int64_t memory_bytes_ = 0;
  std::vector<Stored> in_memory_, on_disk_;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace couplet
