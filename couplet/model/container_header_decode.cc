#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/container.h"
#include "couplet/model/container_header.h"
#include "couplet/model/strict_json.h"

namespace couplet {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;
using Kind = JsonValue::Kind;

[[noreturn]] void fail(std::string problem, std::string remedy = damaged_remedy) {
  throw Error(ErrorCode::model, "", std::move(problem), std::move(remedy));
}

template <class T>
T parse_number(const std::string& text, const char* key) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || std::to_string(value) != text)
    fail(fmt::format("header entry {} is not a number", key));
  return value;
}

std::uint64_t parse_checksum(const std::string& hex) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), value, 16);
  if (error != std::errc() || end != hex.data() + hex.size() || hex64(value) != hex)
    fail("a checksum in the header is no number");
  return value;
}

const std::string& string_of(const JsonValue& value, const char* what) {
  if (value.kind != Kind::string) fail(fmt::format("{} in the header is not a string", what));
  return value.text;
}

Pairs pairs_of(const std::string& json, const char* what) {
  const JsonValue object = parse_json(json, 1);
  if (object.kind != Kind::object) fail(fmt::format("header entry {} is not an object", what));
  Pairs pairs;
  for (std::size_t i = 0; i < object.items.size(); ++i)
    pairs.emplace_back(object.keys[i], string_of(object.items[i], what));
  return pairs;
}

std::vector<SelfTestCase> self_test_of(const std::string& json) {
  const JsonValue list = parse_json(json, 3);
  if (list.kind != Kind::array) fail("header entry couplet.self-test is not a list");
  std::vector<SelfTestCase> cases;
  for (const JsonValue& item : list.items) {
    if (item.keys != std::vector<std::string>{"input", "expected"} || item.items[0].kind != Kind::array ||
        item.items[1].kind != Kind::array)
      fail("a self-test in the header is not an input with expected numbers");
    SelfTestCase& test = cases.emplace_back();
    for (const JsonValue& input : item.items[0].items) test.input.push_back(string_of(input, "a self-test input"));
    for (const JsonValue& number : item.items[1].items) {
      if (number.kind != Kind::number) fail("an expected value of the self-test is not a number");
      test.expected.push_back(number.number);
    }
  }
  return cases;
}

/// The metadata object: a string for each key, exactly metadata_keys after the checksum. The tensors' sums come back as
/// pairs.
ModelHeader decode_metadata(const JsonValue& object, Pairs& checksums) {
  Pairs entries;
  if (object.kind != Kind::object) fail("the header's __metadata__ is not an object");
  for (std::size_t i = 0; i < object.items.size(); ++i)
    entries.emplace_back(object.keys[i], string_of(object.items[i], "a metadata entry"));
  // The version first: another version may have other entries.
  if (entries.size() < 2 || entries[1].first != "couplet.format") fail("the header has no format version");
  const int format = parse_number<int>(entries[1].second, "couplet.format");
  if (format != model_format)
    fail(fmt::format("model format {}, this program reads format {}", format, model_format),
         "use the version of Couplet that wrote it, or fit the model again");
  if (entries.size() != std::size(metadata_keys) + 1) fail("the header has other entries than its format allows");
  for (std::size_t i = 0; i < std::size(metadata_keys); ++i) {
    if (entries[i + 1].first != metadata_keys[i]) fail(fmt::format("header entry {} is missing", metadata_keys[i]));
  }

  ModelHeader header;
  header.library_version = entries[2].second;
  header.method = entries[3].second;
  header.schema_version = parse_number<int>(entries[4].second, "couplet.schema");
  header.parameters = pairs_of(entries[5].second, "couplet.parameters");
  header.details = pairs_of(entries[6].second, "couplet.details");
  header.data_fingerprint = entries[7].second;
  header.data_rows = parse_number<std::int64_t>(entries[8].second, "couplet.rows");
  header.seed = parse_number<std::uint64_t>(entries[9].second, "couplet.seed");
  header.self_test = self_test_of(entries[10].second);
  checksums = pairs_of(entries[11].second, "couplet.checksums");
  if (!is_plain_name(header.method)) fail("header entry couplet.method is not a name");
  if (header.data_rows < 0) fail("header entry couplet.rows is negative");
  return header;
}

std::vector<std::int64_t> lengths_of(const JsonValue& list, const std::string& tensor) {
  if (list.kind != Kind::array || list.items.size() > 8)
    fail(fmt::format("tensor '{}' has a bad list of lengths", tensor));
  std::vector<std::int64_t> lengths;
  for (const JsonValue& item : list.items) {
    if (item.kind != Kind::number || !item.is_integer || item.integer < 0)
      fail(fmt::format("tensor '{}' has a length that is not a number of elements", tensor));
    lengths.push_back(item.integer);
  }
  return lengths;
}

TensorInfo decode_tensor(const std::string& name, const JsonValue& object) {
  if (!is_plain_name(name)) fail("a tensor in the header has an impossible name");
  if (object.keys != std::vector<std::string>{"dtype", "shape", "data_offsets"})
    fail(fmt::format("tensor '{}' is not described by dtype, shape and data_offsets", name));
  TensorInfo tensor;
  tensor.name = name;
  const std::string& dtype = string_of(object.items[0], "a dtype");
  bool known = false;
  for (const DType candidate : {DType::f64, DType::i64, DType::f32, DType::i32, DType::u8}) {
    if (dtype != dtype_name(candidate)) continue;
    tensor.dtype = candidate;
    known = true;
  }
  if (!known) fail(fmt::format("tensor '{}' has an unknown dtype", name));
  tensor.shape = lengths_of(object.items[1], name);
  const std::vector<std::int64_t> offsets = lengths_of(object.items[2], name);
  if (offsets.size() != 2) fail(fmt::format("tensor '{}' has not two offsets", name));
  tensor.begin = offsets[0];
  tensor.end = offsets[1];
  return tensor;
}

/// The tensors must follow each other without holes, fill the data, be aligned, and be as long as their shapes say.
void check_layout(const std::vector<TensorInfo>& tensors, std::int64_t data_bytes) {
  std::int64_t place = 0;
  for (const TensorInfo& tensor : tensors) {
    const std::int64_t bytes = tensor_bytes(tensor.dtype, tensor.shape);
    // Without elements a shape costs no bytes, and nothing but this keeps its other axes from any size.
    constexpr std::int64_t most_empty = std::int64_t{1} << 28;
    const bool vast = bytes == 0 && std::any_of(tensor.shape.begin(), tensor.shape.end(),
                                                [](std::int64_t axis) { return axis > most_empty; });
    if (bytes < 0 || vast) fail(fmt::format("tensor '{}' has an impossible shape", tensor.name));
    if (tensor.begin != place || tensor.end < tensor.begin || tensor.bytes() != bytes)
      fail(fmt::format("tensor '{}' does not lie where its shape says", tensor.name));
    if (tensor.end > data_bytes) fail(fmt::format("the file ends inside tensor '{}'", tensor.name));
    if (tensor.begin % dtype_size(tensor.dtype) != 0) fail(fmt::format("tensor '{}' is not aligned", tensor.name));
    place = tensor.end;
  }
  if (place != data_bytes) fail(fmt::format("the file has {} bytes after its last tensor", data_bytes - place));
}

/// The header's JSON after its length, checksum and bounds are found right.
std::string_view checked_text(std::string_view file) {
  const bool ours = file.substr(0, checksum_place).substr(std::min(length_bytes, file.size())) == header_start;
  if (!ours) {
    // A file cut within its first bytes looks the same as any other short file.
    if (file.size() >= checksum_place || file.size() < length_bytes ||
        !header_start.starts_with(file.substr(length_bytes)))
      fail("not a Couplet model", "give a file written by 'couplet fit'");
    fail("the file ends inside its header");
  }
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i)
    length |= std::uint64_t{static_cast<unsigned char>(file[i])} << (8 * i);
  if (length > longest_header) fail("the header's length is impossible");
  if (length > file.size() - length_bytes) fail("the file ends inside its header");
  if (length < header_start.size() + checksum_digits || (length + length_bytes) % tensor_alignment != 0)
    fail("the header's length is wrong");
  const std::string_view before_tensors = file.substr(0, length_bytes + length);
  if (before_tensors.substr(checksum_place, checksum_digits) != header_checksum(before_tensors))
    fail("the header is damaged (its checksum differs)");
  return before_tensors.substr(length_bytes);
}

}  // namespace

DecodedHeader decode_header(std::string_view file) {
  const std::string_view text = checked_text(file);
  const JsonValue root = parse_json(text, 3);
  if (root.kind != Kind::object || root.keys.empty() || root.keys[0] != "__metadata__")
    fail("the header has no metadata");
  DecodedHeader decoded;
  decoded.bytes = static_cast<std::int64_t>(length_bytes + text.size());
  Pairs checksums;
  decoded.header = decode_metadata(root.items[0], checksums);
  for (std::size_t i = 1; i < root.items.size(); ++i) {
    TensorInfo tensor = decode_tensor(root.keys[i], root.items[i]);
    if (i > checksums.size() || checksums[i - 1].first != tensor.name)
      fail(fmt::format("tensor '{}' has no checksum", tensor.name));
    tensor.checksum = parse_checksum(checksums[i - 1].second);
    decoded.tensors.push_back(std::move(tensor));
  }
  if (checksums.size() != decoded.tensors.size()) fail("the header has a checksum without a tensor");
  check_layout(decoded.tensors, static_cast<std::int64_t>(file.size()) - decoded.bytes);
  return decoded;
}

}  // namespace couplet
