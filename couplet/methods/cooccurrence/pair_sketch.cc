#include "couplet/methods/cooccurrence/pair_sketch.h"

#include "couplet/base/error.h"

namespace couplet {

PairSketch::PairSketch(std::span<const std::int32_t> counts, std::int64_t pairs)
    : counts_(counts.begin(), counts.end()) {
  bool sound = counts_.empty() || static_cast<std::int64_t>(counts_.size()) == cells;
  std::int64_t total = 0;  // cells * 2^31 is far below 2^63
  for (const std::int32_t count : counts_) {
    sound = sound && count >= 0;
    total += count;
  }
  if (!sound || total > pairs)
    throw Error(ErrorCode::model, "sketch", "is not a sketch of the pairs fitted", "fit the model again");
}

void PairSketch::add(const PairSketch& other) {
  if (!other.known()) counts_.clear();
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (__builtin_add_overflow(counts_[i], other.counts_[i], &counts_[i]))
      throw Error(ErrorCode::data, "", "more pairs than a model can count", "fit on fewer pairs");
}

bool PairSketch::remove(const PairSketch& other) {
  if (!other.known()) counts_.clear();
  bool sound = true;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i] -= other.counts_[i];  // none is negative: no overflow
    sound = sound && counts_[i] >= 0;
  }
  return sound;
}

}  // namespace couplet
