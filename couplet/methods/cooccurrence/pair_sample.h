// A small sample of the training pairs that a model keeps: the yardstick for z-scores and the source of examples.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/part_bytes.h"
#include "couplet/linalg/matrix.h"
#include "couplet/model/container.h"

namespace couplet {

/// The `capacity` distinct pairs of smallest hash. Which pairs these are does not depend on their order, so samples of
/// shards merge into the sample of the whole, and a pair that is removed from the data leaves it.
class PairSample {
 public:
  struct Entry {
    std::uint64_t key = 0;
    VectorD left, right;  // features
    std::string left_text, right_text;
    double weight = 1;
  };

  explicit PairSample(Index capacity = 0) : capacity_(capacity) {}

  Index size() const { return static_cast<Index>(entries_.size()); }
  const std::vector<Entry>& entries() const { return entries_; }
  /// Keys at or above it need not be offered.
  std::uint64_t threshold() const;
  void offer(Entry entry);
  void add(const PairSample& other);
  /// Takes out what `other` holds.
  void remove(const PairSample& other);
  void write(PartWriter& writer) const;
  static PairSample read(PartReader& reader);

  /// Features as matrices: size() x dx and size() x dy.
  MatrixD left() const { return stack(&Entry::left); }
  MatrixD right() const { return stack(&Entry::right); }

  /// Texts are written for the first `with_texts` entries only.
  void write(ModelWriter& writer, Index with_texts) const;
  static PairSample load(const ModelFile& file, Index capacity, Index dx, Index dy);

  static std::uint64_t key_of(std::string_view left, std::string_view right);

 private:
  MatrixD stack(VectorD Entry::*side) const;
  Index capacity_;
  std::vector<Entry> entries_;  // ascending keys
};

}  // namespace couplet
