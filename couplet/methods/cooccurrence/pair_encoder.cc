#include "couplet/methods/cooccurrence/pair_encoder.h"

#include <fmt/format.h>

#include "couplet/base/hash.h"

namespace couplet {

Features PairEncoder::features(Side side, Items items, const Run& run) const {
  Features result;
  MatrixD rows = encoder(side).encode(std::move(items), result.known, result.coverage);
  result.values = map(side).map(std::move(rows), run);
  return result;
}

void PairEncoder::write(ModelWriter& writer) const {
  left_.write(writer, "left");
  right_.write(writer, "right", &left_);
  left_map_.write(writer, "left");
  right_map_.write(writer, "right");
}

std::uint64_t PairEncoder::fingerprint() const {
  return hash64(fmt::format("{} {} {} {}", left_.fingerprint(), right_.fingerprint(), left_map_.fingerprint(),
                            right_map_.fingerprint()));
}

}  // namespace couplet
