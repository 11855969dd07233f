// What the encoders that learn count in the pairs: in memory that does not grow with them.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/base/part_bytes.h"
#include "couplet/text/term_counts.h"

namespace couplet {

/// What one block of a side gathers over the whole input: document frequencies, and for lsa the counts themselves.
struct BlockCounts {
  bool keeps_texts = false;  // lsa
  TermCounts terms;
  std::vector<double> occurrences;  // sif: how often each term stands in the texts

  void add(const BlockCounts& more);
};

/// Of all blocks of both sides, left first. Of more than `most` pairs those are kept whose key begins with `zeros` zero
/// bits, as few as will do: the same ones however the pairs came together (Wegman's adaptive sampling).
struct SideCounts {
  std::vector<BlockCounts> blocks;
  std::int64_t most = 0, pairs = 0;
  int zeros = 0;
  std::vector<std::uint64_t> keys;  // of the kept pairs, where a block keeps texts

  void add(SideCounts&& more);
  void write(PartWriter& writer) const;
  static SideCounts read(PartReader& reader);

 private:
  void keep(int wanted);
};

}  // namespace couplet
