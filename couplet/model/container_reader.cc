#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/input.h"
#include "couplet/base/mapped_file.h"
#include "couplet/model/container.h"
#include "couplet/model/container_header.h"

namespace couplet {
namespace {

template <class T>
std::span<const T> values_of(std::string_view bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

std::string expected_length(std::int64_t length) { return length < 0 ? "any" : std::to_string(length); }

}  // namespace

bool is_model_file(const std::string& path) {
  if (path == "-") return false;
  const std::string start = Input::first_bytes(path, 9);
  // No header is 2^48 bytes long, and no text has zeros.
  return start.size() == 9 && start[8] == '{' && start[6] == 0 && start[7] == 0;
}

ModelFile::ModelFile(const std::string& path) : path_(path) {
  const auto map = std::make_shared<const MappedFile>(path);
  open(map->bytes(), map);
}

ModelFile::ModelFile(std::string name, std::string_view bytes, std::shared_ptr<const void> owner)
    : path_(std::move(name)) {
  open(bytes, std::move(owner));
}

void ModelFile::open(std::string_view file, std::shared_ptr<const void> owner) {
  DecodedHeader decoded;
  try {
    decoded = decode_header(file);
  } catch (const Error& error) {
    const std::string remedy = error.remedy().empty() ? damaged_remedy : error.remedy();
    throw Error(error.code(), path_, error.problem(), remedy);
  }
  data_ = file.substr(decoded.bytes);
  for (const TensorInfo& tensor : decoded.tensors) {
    const std::string_view bytes = data_.substr(tensor.begin, static_cast<std::size_t>(tensor.bytes()));
    if (hash64(bytes) != tensor.checksum)
      throw Error(ErrorCode::model, path_, fmt::format("tensor '{}' is damaged (its checksum differs)", tensor.name),
                  damaged_remedy);
    if (const std::int64_t bad = first_not_finite(tensor.dtype, bytes); bad >= 0)
      throw Error(ErrorCode::model, path_,
                  fmt::format("tensor '{}' has a value that is not finite at element {}", tensor.name, bad),
                  "fit the model again");
  }
  map_ = std::move(owner);
  size_ = static_cast<std::int64_t>(file.size());
  checksum_ = file.substr(checksum_place, checksum_digits);
  header_ = std::move(decoded.header);
  tensors_ = std::move(decoded.tensors);
}

bool ModelFile::has(std::string_view name) const {
  return std::any_of(tensors_.begin(), tensors_.end(), [&](const TensorInfo& tensor) { return tensor.name == name; });
}

const TensorInfo& ModelFile::tensor(std::string_view name) const {
  for (const TensorInfo& tensor : tensors_) {
    if (tensor.name == name) return tensor;
  }
  throw Error(ErrorCode::model, path_, fmt::format("no tensor '{}'", name), "fit the model again");
}

std::string_view ModelFile::checked(std::string_view name, DType dtype, std::int64_t rows, std::int64_t cols) const {
  const TensorInfo& found = tensor(name);
  const std::vector<std::int64_t>& shape = found.shape;
  const std::int64_t found_rows = shape.empty() ? 1 : shape[0];
  const std::int64_t found_cols = shape.size() < 2 ? 1 : shape[1];
  const bool any = rows < 0 && cols < 0;
  const bool fits = any || (shape.size() <= 2 && (rows < 0 || rows == found_rows) && (cols < 0 || cols == found_cols));
  if (found.dtype != dtype || !fits)
    throw Error(ErrorCode::model, path_,
                fmt::format("tensor '{}' is {}, expected {} x {} {}", name, describe(found), expected_length(rows),
                            expected_length(cols), dtype_name(dtype)),
                "fit the model again");
  return data_.substr(found.begin, static_cast<std::size_t>(found.bytes()));
}

std::span<const double> ModelFile::doubles(std::string_view name, std::int64_t rows, std::int64_t cols) const {
  return values_of<double>(checked(name, DType::f64, rows, cols));
}
std::span<const std::int64_t> ModelFile::integers(std::string_view name, std::int64_t rows, std::int64_t cols) const {
  return values_of<std::int64_t>(checked(name, DType::i64, rows, cols));
}
std::span<const float> ModelFile::floats(std::string_view name, std::int64_t rows, std::int64_t cols) const {
  return values_of<float>(checked(name, DType::f32, rows, cols));
}
std::span<const std::int32_t> ModelFile::integers32(std::string_view name, std::int64_t rows, std::int64_t cols) const {
  return values_of<std::int32_t>(checked(name, DType::i32, rows, cols));
}
std::span<const char> ModelFile::bytes(std::string_view name, std::int64_t rows, std::int64_t cols) const {
  return values_of<char>(checked(name, DType::u8, rows, cols));
}

const std::string& ModelFile::detail(std::string_view name) const {
  if (const std::string* value = header_.find_detail(name)) return *value;
  throw Error(ErrorCode::model, path_, fmt::format("the header has no detail '{}'", name), "fit the model again");
}

const std::string& ModelFile::parameter(std::string_view name) const {
  if (const std::string* value = header_.find_parameter(name)) return *value;
  throw Error(ErrorCode::model, path_, fmt::format("the header has no parameter '{}'", name), "fit the model again");
}

}  // namespace couplet
