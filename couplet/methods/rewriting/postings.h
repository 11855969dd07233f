// Which items hold which hashed features, and how often.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"

namespace couplet {

/// A feature of an item. Features of one key may differ in `types` (see WiredRule); those without have 0.
struct Posting {
  std::uint64_t key;
  std::uint64_t types;
  std::int32_t item;
  std::int32_t count;
};

/// An immutable table of postings by key. 16 bytes a posting and 10 to 20 a key.
class Postings {
 public:
  struct Entry {
    std::uint64_t types;
    std::int32_t item;
    std::int32_t count;
  };

  Postings() = default;
  /// Equal (key, types, item) add up. The order of the input does not matter. Sorts in parallel: O(n log n).
  Postings(std::vector<Posting> postings, const Run& run);

  /// The postings of a key, by types, then item; empty when there are none. Constant time for keys that are good
  /// hashes.
  std::span<const Entry> find(std::uint64_t key) const;
  std::int64_t size() const { return static_cast<std::int64_t>(entries_.size()); }

 private:
  std::vector<std::uint64_t> keys_;      // ascending
  std::vector<std::int64_t> starts_;     // of each key, + 1
  std::vector<std::int64_t> directory_;  // first key whose upper bits are at least i; + 1
  int shift_ = 63;                       // key >> shift_ >> 1: its place in the directory
  std::vector<Entry> entries_;
};

}  // namespace couplet
