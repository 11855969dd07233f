#include "tests/fuzz/forged_model.h"

#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "couplet/base/hash.h"
#include "couplet/model/container_header.h"

namespace couplet::fuzz {
namespace {

using Json = nlohmann::ordered_json;

/// A tensor may not grow by more than this: a shape beyond stays wrong.
constexpr std::int64_t most_bytes = 1 << 20;

/// The parts of a file: its header's text without padding, and all that follows.
struct Parts {
  std::string header;
  std::string_view data;
};

/// Where the JSON text that begins at `begin` ends; npos when it never does.
std::size_t end_of_json(std::string_view text, std::size_t begin) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth <= 0) {
      return i + 1;
    }
  }
  return text.npos;
}

std::optional<Parts> split(std::string_view bytes) {
  if (bytes.size() < length_bytes) return std::nullopt;
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), length_bytes);
  const std::size_t end = end_of_json(bytes, length_bytes);
  if (length <= bytes.size() - length_bytes && (end == bytes.npos || end <= length_bytes + length)) {
    std::string header(bytes.substr(length_bytes, length));
    header.resize(header.find_last_not_of(' ') + 1);
    return Parts{header, bytes.substr(length_bytes + length)};
  }
  if (end == bytes.npos) return std::nullopt;
  const std::size_t data = std::min(bytes.size(), (end + tensor_alignment - 1) / tensor_alignment * tensor_alignment);
  return Parts{std::string(bytes.substr(length_bytes, end - length_bytes)), bytes.substr(data)};
}

/// Length, padded header with its sum, data.
std::string joined(std::string header, std::string_view data) {
  header.resize(
      (header.size() + length_bytes + tensor_alignment - 1) / tensor_alignment * tensor_alignment - length_bytes, ' ');
  std::string file(length_bytes, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(file.data(), &length, length_bytes);
  file += header;
  if (file.size() >= checksum_place + checksum_digits)
    file.replace(checksum_place, checksum_digits, header_checksum(file));
  return file.append(data);
}

std::optional<DType> dtype_of(const Json& tensor) {
  for (const DType dtype : {DType::f64, DType::i64, DType::f32, DType::i32, DType::u8})
    if (tensor.contains("dtype") && tensor["dtype"] == std::string(dtype_name(dtype))) return dtype;
  return std::nullopt;
}

/// Bytes that a tensor's own description asks for; nothing when it makes no sense or is too much.
std::optional<std::int64_t> bytes_asked(const Json& tensor) {
  const std::optional<DType> dtype = dtype_of(tensor);
  if (!dtype || !tensor.contains("shape") || !tensor["shape"].is_array()) return std::nullopt;
  std::int64_t bytes = dtype_size(*dtype);
  for (const Json& length : tensor["shape"]) {
    if (!length.is_number_unsigned() || length.get<std::uint64_t>() > most_bytes) return std::nullopt;
    bytes *= length.get<std::int64_t>();
    if (bytes > most_bytes) return std::nullopt;
  }
  return bytes;
}

/// What the data has at the tensor's offsets.
std::string_view found_bytes(const Json& tensor, std::string_view data) {
  if (!tensor.contains("data_offsets")) return {};
  const Json& offsets = tensor["data_offsets"];
  if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
      !offsets[1].is_number_unsigned())
    return {};
  const std::size_t begin = std::min(offsets[0].get<std::size_t>(), data.size());
  return data.substr(begin, std::max(offsets[1].get<std::size_t>(), begin) - begin);
}

bool begins_like_model(std::string_view bytes) {
  return bytes.size() > checksum_place && bytes.substr(length_bytes, header_start.size()) == header_start;
}

/// An object of the metadata that is kept as text, and back.
Json inner(const Json& metadata, const char* key) {
  if (!metadata.is_object() || !metadata.contains(key) || !metadata[key].is_string()) return {};
  return Json::parse(metadata[key].get<std::string>(), nullptr, false);
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

template <class T>
void put_value(std::string& data, std::size_t place, T value) {
  std::memcpy(data.data() + place, &value, sizeof(T));
}

std::int64_t some_integer(Random& random, std::int64_t near) {
  const std::int64_t values[] = {-1,
                                 0,
                                 1,
                                 2,
                                 7,
                                 near + 1,
                                 near - 1,
                                 -near,
                                 255,
                                 65536,
                                 1 << 20,
                                 std::numeric_limits<std::int32_t>::max(),
                                 std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::int64_t>::max(),
                                 std::numeric_limits<std::int64_t>::min(),
                                 random.below(1000)};
  return values[random.below(std::ssize(values))];
}

double some_real(Random& random) {
  const double values[] = {
      0, -1, 1, 0.5, -0.0, 1e-30, -1e30, 3e38, 1e-300, 1e300, random.normal(), 1000 * random.normal()};
  return values[random.below(std::ssize(values))];
}

std::string some_text(Random& random, const std::string& now) {
  const std::string texts[] = {"",
                               "0",
                               "-1",
                               "1",
                               "nan",
                               "inf",
                               "1e308",
                               "99999999999999999999",
                               "9223372036854775807",
                               "on",
                               "off",
                               "auto",
                               "icu",
                               "chars:1-100",
                               "hash:1000000000",
                               "poly:degree=1000",
                               now + "0",
                               now + now,
                               now.substr(0, now.size() / 2),
                               "\xC3\xA9",
                               std::string(3, '\x01'),
                               std::to_string(random.below(100))};
  return texts[random.below(std::ssize(texts))];
}

/// One value of a tensor, or a run of them.
void change_values(const Json& tensor, std::string& data, Random& random) {
  const std::string_view found = found_bytes(tensor, data);
  const auto dtype = dtype_of(tensor);
  if (!dtype || found.size() < static_cast<std::size_t>(dtype_size(*dtype))) return;
  const auto begin = static_cast<std::size_t>(found.data() - data.data());
  const std::int64_t size = dtype_size(*dtype), count = std::ssize(found) / size;
  std::int64_t at = random.below(count);
  if (random.below(4) == 0) at = random.below(2) ? 0 : count - 1;  // ends are where offsets are checked
  for (std::int64_t run = random.below(4) ? 1 : random.below(count) + 1; run > 0 && at < count; --run, ++at) {
    const std::size_t place = begin + static_cast<std::size_t>(at * size);
    switch (*dtype) {
      case DType::f64:
        put_value(data, place, some_real(random));
        break;
      case DType::i64:
        put_value(data, place, some_integer(random, count));
        break;
      case DType::f32:
        put_value(data, place, static_cast<float>(std::clamp(some_real(random), -3e38, 3e38)));
        break;
      case DType::i32:
        put_value(data, place, static_cast<std::int32_t>(some_integer(random, count)));
        break;
      case DType::u8:
        put_value(data, place, static_cast<char>(random.next()));
        break;
    }
  }
}

void change_shape(Json& tensor, Random& random) {
  if (!tensor.contains("shape") || !tensor["shape"].is_array()) return;
  Json& shape = tensor["shape"];
  const std::int64_t kind = random.below(6);
  if (kind == 0 || shape.empty()) {
    shape.push_back(random.below(3));
  } else if (kind == 1) {
    shape.erase(shape.size() - 1);
  } else if (kind == 2) {
    std::swap(shape.front(), shape.back());
  } else {
    Json& length = shape[static_cast<std::size_t>(random.below(std::ssize(shape)))];
    const std::int64_t now = length.is_number_integer() ? length.get<std::int64_t>() : 0;
    const std::int64_t lengths[] = {0, 1, now - 1, now + 1, now / 2, 2 * now, now + 64, std::int64_t{1} << 40};
    length = std::max<std::int64_t>(0, lengths[random.below(std::ssize(lengths))]);
  }
}

void change_metadata(Json& metadata, Random& random) {
  const char* keys[] = {"couplet.parameters", "couplet.details", "couplet.details", "couplet.self-test"};
  const char* key = keys[random.below(std::ssize(keys))];
  Json object = inner(metadata, key);
  if (object.is_object() && !object.empty()) {
    auto entry = std::next(object.begin(), random.below(std::ssize(object)));
    if (random.below(5) == 0)
      object.erase(entry.key());
    else if (entry.value().is_string())
      entry.value() = some_text(random, entry.value().get<std::string>());
  } else if (object.is_array() && !object.empty()) {
    Json& test = object[static_cast<std::size_t>(random.below(std::ssize(object)))];
    Json& list = test[random.below(2) ? "input" : "expected"];
    if (list.is_array() && !list.empty() && random.below(3) > 0)
      list[0] = list[0].is_string() ? Json(some_text(random, list[0].get<std::string>())) : Json(some_real(random));
    else if (list.is_array() && random.below(2))
      list.push_back("");
    else
      list = Json::array();
  }
  metadata[key] = text_of(object);
  if (random.below(8) == 0) metadata["couplet.rows"] = std::to_string(random.below(3));
  if (random.below(30) == 0) metadata["couplet.schema"] = std::to_string(random.below(4));
}

void change(Json& root, std::string& data, Random& random);

/// A model inside is changed like any other; its length in the tensor beside stays what it was.
void change_part(const Json& tensor, std::string& data, Random& random) {
  const std::string_view found = found_bytes(tensor, data);
  const auto begin = static_cast<std::size_t>(found.data() - data.data());
  std::string part = resealed(changed(found, random));
  part.resize(found.size(), '\0');
  data.replace(begin, part.size(), part);
}

void change(Json& root, std::string& data, Random& random) {
  if (!root.is_object() || root.empty()) return;
  const auto tensors = static_cast<std::int64_t>(root.size()) - 1;
  const auto some_tensor = [&] { return std::next(root.begin(), 1 + random.below(tensors)); };
  const std::int64_t kind = tensors == 0 ? 9 : random.below(12);
  if (kind < 6) {
    const Json& tensor = some_tensor().value();
    if (begins_like_model(found_bytes(tensor, data)) && random.below(8) > 0)
      change_part(tensor, data, random);
    else
      change_values(tensor, data, random);
  } else if (kind == 6) {
    change_shape(some_tensor().value(), random);
  } else if (kind == 7) {
    constexpr const char* names[] = {"F64", "I64", "F32", "I32", "U8"};
    some_tensor().value()["dtype"] = names[random.below(5)];
  } else if (kind == 8) {
    const auto one = some_tensor(), other = some_tensor();
    random.below(3) == 0 ? void(root.erase(one.key())) : std::swap(one.value(), other.value());
  } else {
    change_metadata(root.begin().value(), random);
  }
}

}  // namespace

std::string resealed(std::string_view bytes) {
  std::optional<Parts> parts = split(bytes);
  if (!parts) return "";
  Json root = Json::parse(parts->header, nullptr, false);
  if (!root.is_object() || root.empty() || !root.begin().value().is_object()) return joined(parts->header, parts->data);
  std::string data;
  Json sums = Json::object();
  for (auto& [name, tensor] : root.items()) {
    if (name == "__metadata__" || !tensor.is_object()) continue;
    const std::optional<std::int64_t> asked = bytes_asked(tensor);
    std::string own(found_bytes(tensor, parts->data));
    if (asked) own.resize(static_cast<std::size_t>(*asked), '\0');
    if (begins_like_model(own)) {
      std::string part = resealed(own);
      part.resize(own.size(), '\0');
      own = part;
    }
    const std::size_t begin = data.size();
    data += own;
    if (asked) tensor["data_offsets"] = {begin, data.size()};
    sums[name] = hex64(hash64(own));
  }
  root.begin().value()["couplet.checksums"] = text_of(sums);
  return joined(text_of(root), data);
}

std::string changed(std::string_view model, Random& random) {
  std::optional<Parts> parts = split(model);
  if (!parts) return std::string(model);
  Json root = Json::parse(parts->header, nullptr, false);
  if (root.is_discarded()) return std::string(model);
  std::string data(parts->data);
  try {
    for (std::int64_t changes = 1 + random.below(4); changes > 0; --changes) change(root, data, random);
  } catch (const Json::exception&) {  // an entry is not what it is called: changed enough
  }
  return joined(text_of(root), data);
}

}  // namespace couplet::fuzz
