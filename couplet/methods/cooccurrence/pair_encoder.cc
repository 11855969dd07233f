#include "couplet/methods/cooccurrence/pair_encoder.h"

#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"

namespace couplet {

BlockedKernel kernel_of_blocks(const JoinedEncoder& encoder, const std::string& specs) {
  const auto parts = split_list(specs, ';');
  if (parts.size() != 1 && parts.size() != encoder.blocks().size())
    throw Error(ErrorCode::usage, "--kernel",
                fmt::format("{} kernels for {} encoders", parts.size(), encoder.blocks().size()),
                "give one for all, or one for each with ';' between them");
  std::vector<BlockedKernel::Block> blocks;
  for (std::size_t b = 0; b < encoder.blocks().size(); ++b) {
    const Encoder& block = encoder.blocks()[b];
    const bool keeps_length =
        parts.size() == 1 && encoder.blocks().size() > 1 && block.spec().kind == EncoderKind::shape;
    const std::string& spec = parts.size() == 1 ? parts[0] : parts[b];
    blocks.push_back({Kernel::parse(keeps_length ? "linear" : spec), encoder.weights()[b], block.dimension()});
  }
  return {std::move(blocks), encoder.product()};
}

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
