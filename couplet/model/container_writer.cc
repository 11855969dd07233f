#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/container.h"
#include "couplet/model/container_header.h"

namespace couplet {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are written as they lie in memory");

[[noreturn]] void refuse_tensor(const std::string& tensor, const std::string& problem) {
  throw Error(ErrorCode::internal, fmt::format("tensor '{}'", tensor), problem);
}

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

ModelWriter::ModelWriter(ModelHeader header) : header_(std::move(header)) {}
ModelWriter::~ModelWriter() = default;

void ModelWriter::add(std::string name, std::span<const double> values, std::vector<std::int64_t> shape) {
  add_bytes(std::move(name), DType::f64, bytes_of(values), std::move(shape));
}
void ModelWriter::add(std::string name, std::span<const std::int64_t> values, std::vector<std::int64_t> shape) {
  add_bytes(std::move(name), DType::i64, bytes_of(values), std::move(shape));
}
void ModelWriter::add(std::string name, std::span<const float> values, std::vector<std::int64_t> shape) {
  add_bytes(std::move(name), DType::f32, bytes_of(values), std::move(shape));
}
void ModelWriter::add(std::string name, std::span<const std::int32_t> values, std::vector<std::int64_t> shape) {
  add_bytes(std::move(name), DType::i32, bytes_of(values), std::move(shape));
}
void ModelWriter::add(std::string name, std::span<const char> values, std::vector<std::int64_t> shape) {
  add_bytes(std::move(name), DType::u8, bytes_of(values), std::move(shape));
}

void ModelWriter::add_bytes(std::string name, DType dtype, std::string_view bytes, std::vector<std::int64_t> shape) {
  if (!is_plain_name(name) || name == "__metadata__") refuse_tensor(name, "a tensor cannot have this name");
  for (const Entry& entry : entries_) {
    if (entry.info.name == name) refuse_tensor(name, "added twice");
  }
  const auto size = static_cast<std::int64_t>(bytes.size());
  if (tensor_bytes(dtype, shape) != size)
    refuse_tensor(name, fmt::format("{} values do not fill the shape it was given", size / dtype_size(dtype)));
  if (const std::int64_t bad = first_not_finite(dtype, bytes); bad >= 0)
    refuse_tensor(name, fmt::format("value {} is not finite", bad));
  entries_.push_back({{std::move(name), dtype, std::move(shape), hash64(bytes)}, bytes});
}

std::string ModelWriter::lay_out(std::vector<Entry>& entries) const {
  // Widest elements first: without holes between them, this alone keeps every tensor aligned to its elements.
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.info.dtype, a.info.name) < std::tie(b.info.dtype, b.info.name);
  });
  std::int64_t place = 0;
  std::vector<TensorInfo> infos;
  for (Entry& entry : entries) {
    entry.info.begin = place;
    place += static_cast<std::int64_t>(entry.bytes.size());
    entry.info.end = place;
    infos.push_back(entry.info);
  }
  return encode_header(header_, infos);
}

template <class Put>
void ModelWriter::put_all(Put&& put) const {
  std::vector<Entry> sorted = entries_;
  put(lay_out(sorted));
  for (const Entry& entry : sorted) {
    if (hash64(entry.bytes) != entry.info.checksum)
      refuse_tensor(entry.info.name, "its values changed between add and write");
    put(entry.bytes);
  }
}

void ModelWriter::write(const std::string& path) const {
  const WholeWrite guard;
  AtomicFile file(path);
  put_all([&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

std::string ModelWriter::encoded() const {
  std::string all;
  put_all([&](std::string_view bytes) { all += bytes; });
  return all;
}

std::string ModelWriter::checksum() const {
  std::vector<Entry> sorted = entries_;
  return lay_out(sorted).substr(checksum_place, checksum_digits);
}

}  // namespace couplet
