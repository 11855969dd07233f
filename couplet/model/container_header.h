// The JSON header of a model file as text: what the writer makes and the reader takes apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/model/model.h"
#include "couplet/model/tensor_info.h"

namespace couplet {

/// Longest header that is written or read.
inline constexpr std::int64_t longest_header = std::int64_t{64} << 20;
/// Tensors start at a multiple of this.
inline constexpr std::int64_t tensor_alignment = 64;

/// How every header starts, up to the digits of its checksum; and where in the file these digits stand.
inline constexpr std::string_view header_start = R"({"__metadata__":{"couplet.checksum":")";
inline constexpr std::size_t length_bytes = 8, checksum_digits = 16;
inline constexpr std::size_t checksum_place = length_bytes + header_start.size();

/// The metadata after the checksum: all of them, in this order. The numbers in whole_file.h are made from this text: a
/// format with other entries must still make those of a file of the old one from the old entries.
inline constexpr std::string_view metadata_keys[] = {"couplet.format",      "couplet.library",    "couplet.method",
                                                     "couplet.schema",      "couplet.parameters", "couplet.details",
                                                     "couplet.fingerprint", "couplet.rows",       "couplet.seed",
                                                     "couplet.self-test",   "couplet.checksums"};

/// What to do about a damaged file.
inline constexpr const char* damaged_remedy = "copy the file again, or fit the model again";

/// Length (8 bytes) and header, padded and with its checksum: everything of the file before the tensors.
/// `tensors` in file order with begin, end and checksum filled in. Error(internal) when the header repeats a name,
/// holds a number that is not finite or is too long; Error(usage) for text that is not UTF-8.
std::string encode_header(const ModelHeader& header, const std::vector<TensorInfo>& tensors);

struct DecodedHeader {
  ModelHeader header;
  std::vector<TensorInfo> tensors;  // in file order; they fill the data without holes; their sums are not yet compared
  std::int64_t bytes = 0;           // before the tensors
};

/// Checks `file` (all its bytes) up to its tensors: length, checksum, JSON, version, shapes and offsets; returns what
/// it says. Error(model) without a place.
DecodedHeader decode_header(std::string_view file);

/// [{"input":["..."],"expected":[0.5]}, ...]. Error(internal) for a number that is not finite.
std::string self_test_json(const std::vector<SelfTestCase>& cases);

/// XXH3 of length and header in hexadecimal, the digits of the checksum itself taken as zeros.
std::string header_checksum(std::string_view before_tensors);

}  // namespace couplet
