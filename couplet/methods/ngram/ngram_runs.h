// Counts of n-grams in sorted runs, in memory or on disk, and their merging.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "couplet/methods/ngram/ngram_key.h"
#include "couplet/text/spill_file.h"

namespace couplet {

struct NgramCount {
  NgramKey key;
  std::uint64_t count;
};

/// Sorts keys and counts equal ones.
std::vector<NgramCount> counted_keys(std::vector<NgramKey>&& keys);

/// Collects runs of ascending keys. What a merge gives depends on the counts only, not on how they came in runs.
class NgramRuns {
 public:
  /// memory_bytes: how much may stay in memory; the rest goes to a temporary file.
  explicit NgramRuns(std::int64_t memory_bytes) : memory_limit_(memory_bytes) {}

  /// Throws Error(io) when the temporary file cannot be written.
  void add(std::vector<NgramCount>&& run);
  /// Calls take for every key in ascending order, with its count. The runs are used up.
  void merge(const std::function<void(const NgramCount&)>& take);
  /// Runs that went to disk.
  std::int64_t spilled() const { return spilled_; }

 private:
  struct Stored {
    std::vector<NgramCount> entries;  // all, or the part of a run on disk that is being read
    std::size_t next = 0;
    std::int64_t offset = -1;  // of what is still on disk
    std::size_t left = 0;      // entries still on disk
  };
  /// Makes sure that run.entries[run.next] is there; false at the end.
  bool fill(Stored& run) const;

  std::int64_t memory_limit_, memory_bytes_ = 0, spilled_ = 0;
  std::vector<Stored> runs_;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace couplet
