// Everything PHSIC needs to know of its training pairs, gathered in one pass; shards add up, pairs can be taken out.
#pragma once

#include "couplet/methods/cooccurrence/length_profile.h"
#include "couplet/methods/cooccurrence/moments.h"
#include "couplet/methods/cooccurrence/pair_encoder.h"
#include "couplet/methods/cooccurrence/pair_sample.h"
#include "couplet/methods/cooccurrence/pair_sketch.h"

namespace couplet {

struct PairStatistics {
  Moments moments;
  LengthProfile lengths;  // empty for .npy rows
  PairSample sample;
  PairSketch sketch;              // of all pairs read
  std::uint64_t fingerprint = 0;  // the sum of their keys: that of the whole is the sum of those of its parts
  Coverage left, right;
  Index pairs = 0;    // read
  Index skipped = 0;  // of these, left out since a side has no known word
  LeftOut left_out;   // and what was not read

  void add(const PairStatistics& other);
  /// Undoes add(other), the moments to rounding. Error(data), and this is spoilt, when it finds that other was never
  /// added: see PairSketch for how surely.
  void remove(const PairStatistics& other);
  void write(PartWriter& writer) const;
  static PairStatistics read(PartReader& reader);
};

/// One pass over `input`. Memory does not grow with the number of pairs.
PairStatistics collect_statistics(PairInput& input, const PairEncoder& encoder, Index sample_size, const Run& run);
/// The same, segment by segment: the sum of those of the segments, at every process of the team.
PairStatistics collect_statistics(PairPasses& passes, const PairEncoder& encoder, Index sample_size, const Run& run);

}  // namespace couplet
