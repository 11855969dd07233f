#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/container.h"
#include "couplet/model/container_header.h"
#include "couplet/model/strict_json.h"

namespace couplet {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

void require_distinct(const Pairs& pairs, const char* what) {
  std::set<std::string_view> seen;
  for (const auto& pair : pairs) {
    if (!seen.insert(pair.first).second)
      throw Error(ErrorCode::internal, "", fmt::format("model header has {} '{}' twice", what, pair.first));
  }
}

/// The values of metadata_keys.
std::vector<std::string> metadata_values(const ModelHeader& header, const std::vector<TensorInfo>& tensors) {
  if (!is_plain_name(header.method)) throw Error(ErrorCode::internal, "", "the model's header has no method name");
  if (header.data_rows < 0) throw Error(ErrorCode::internal, "", "the model's header has a negative number of rows");
  require_distinct(header.parameters, "parameter");
  require_distinct(header.details, "detail");
  Pairs checksums;
  for (const TensorInfo& tensor : tensors) checksums.emplace_back(tensor.name, hex64(tensor.checksum));
  return {
      std::to_string(model_format),
      header.library_version,
      header.method,
      std::to_string(header.schema_version),
      object_json(header.parameters),
      object_json(header.details),
      header.data_fingerprint,
      std::to_string(header.data_rows),
      std::to_string(header.seed),
      self_test_json(header.self_test),
      object_json(checksums),
  };
}

}  // namespace

std::string self_test_json(const std::vector<SelfTestCase>& cases) {
  std::vector<std::string> parts;
  for (const SelfTestCase& test : cases) {
    std::vector<std::string> inputs, numbers;
    for (const std::string& input : test.input) inputs.push_back(quote_json(input));
    for (const double number : test.expected) {
      if (!std::isfinite(number))
        throw Error(ErrorCode::internal, "", "a number of the model's self-test is not finite");
      numbers.push_back(number_json(number));
    }
    parts.push_back(
        fmt::format(R"({{"input":[{}],"expected":[{}]}})", fmt::join(inputs, ","), fmt::join(numbers, ",")));
  }
  return fmt::format("[{}]", fmt::join(parts, ","));
}

std::string header_checksum(std::string_view before_tensors) {
  Fingerprint sum;
  sum.add(before_tensors.substr(0, checksum_place));
  sum.add(std::string(checksum_digits, '0'));
  sum.add(before_tensors.substr(checksum_place + checksum_digits));
  return hex64(sum.value());
}

std::string encode_header(const ModelHeader& header, const std::vector<TensorInfo>& tensors) {
  std::string out(length_bytes, '\0');
  out += header_start;
  out += std::string(checksum_digits, '0') + '"';
  const std::vector<std::string> values = metadata_values(header, tensors);
  for (std::size_t i = 0; i < std::size(metadata_keys); ++i)
    out += fmt::format(R"(,"{}":{})", metadata_keys[i], quote_json(values[i]));
  out += '}';
  for (const TensorInfo& tensor : tensors) {
    out += fmt::format(R"(,{}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", quote_json(tensor.name),
                       dtype_name(tensor.dtype), fmt::join(tensor.shape, ","), tensor.begin, tensor.end);
  }
  out += '}';
  out.resize((out.size() + tensor_alignment - 1) / tensor_alignment * tensor_alignment, ' ');
  const std::uint64_t length = out.size() - length_bytes;
  if (length > longest_header)
    throw Error(ErrorCode::data, "",
                "what the model keeps in its header (texts for its self-test) is longer than 64 MB",
                "leave out or cut the longest texts of the data");
  for (std::size_t i = 0; i < length_bytes; ++i) out[i] = static_cast<char>(length >> (8 * i));
  out.replace(checksum_place, checksum_digits, header_checksum(out));
  return out;
}

}  // namespace couplet
