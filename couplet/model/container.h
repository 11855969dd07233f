// The model file (.couplet): a strict profile of the safetensors container; any safetensors reader can open it.
//
//   8 bytes     length of the header, little-endian
//   header      JSON, padded with blanks so that the tensors start at a multiple of 64
//                 {"__metadata__":{"couplet.checksum":"<16 hex digits>", ...}, "name":{"dtype","shape","data_offsets"},
//                 ...}
//   tensors     little-endian, one after the other without holes: widest elements first, then by name, so that each is
//   aligned
//
// "couplet.checksum" is XXH3 of the length and the header, its own digits taken as zeros; every tensor has its own sum
// in "couplet.checksums". So no bit of the file can change unnoticed. It stands first, at a fixed place, in every
// version of the format.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/model/model.h"
#include "couplet/model/tensor_info.h"

namespace couplet {

/// Version of the container that this program writes and reads ("couplet.format").
inline constexpr int model_format = 1;

/// True when the file begins like a model file; says nothing about the rest of it. Error(io) when it cannot be opened.
bool is_model_file(const std::string& path);

/// Collects a model's tensors and writes the file. The same header and tensors give the same bytes, in whatever order
/// they are added.
class ModelWriter {
 public:
  explicit ModelWriter(ModelHeader header);
  ~ModelWriter();
  ModelWriter(const ModelWriter&) = delete;
  ModelWriter& operator=(const ModelWriter&) = delete;

  /// Adds a tensor. `values` is not copied: it must live, unchanged, until write() (checked by its sum). shape: the
  /// product is values.size(). Error(internal) for another product, NaN or infinity, or a name that is empty, reserved
  /// or already used.
  void add(std::string name, std::span<const double> values, std::vector<std::int64_t> shape);
  void add(std::string name, std::span<const std::int64_t> values, std::vector<std::int64_t> shape);
  void add(std::string name, std::span<const float> values, std::vector<std::int64_t> shape);
  void add(std::string name, std::span<const std::int32_t> values, std::vector<std::int64_t> shape);
  void add(std::string name, std::span<const char> values, std::vector<std::int64_t> shape);

  /// Adds a tensor that the writer keeps: for values computed only to be saved.
  template <class T>
  void add(std::string name, std::vector<T>&& values, std::vector<std::int64_t> shape) {
    const auto kept = std::make_shared<const std::vector<T>>(std::move(values));
    add(std::move(name), std::span<const T>(*kept), std::move(shape));
    owned_.push_back(kept);
  }

  /// Writes the file under a temporary name and renames it. Error(io) when the disk refuses; Error(internal) when the
  /// header holds a name twice or a self-test number that is not finite, or when a tensor changed since it was added.
  void write(const std::string& path) const;
  /// The bytes that write() would write.
  std::string encoded() const;
  /// The checksum of the header that write() would write: see ModelFile::checksum.
  std::string checksum() const;

 private:
  struct Entry {
    TensorInfo info;
    std::string_view bytes;
  };
  /// The header as it is written; puts the entries in file order, with their places.
  std::string lay_out(std::vector<Entry>& entries) const;
  template <class Put>
  void put_all(Put&& put) const;
  void add_bytes(std::string name, DType dtype, std::string_view bytes, std::vector<std::int64_t> shape);

  ModelHeader header_;
  std::vector<Entry> entries_;
  std::vector<std::shared_ptr<const void>> owned_;
};

/// A model file, open and checked: lengths, header, offsets, sums and finite numbers, all in the constructor and before
/// anything of the file's own claimed size is allocated. Tensors are views into the memory map. Safe to share between
/// threads.
class ModelFile {
 public:
  /// Error(io) when it cannot be read; Error(model) with the path when it is not a model file, damaged, or of another
  /// format version. Cost: one pass over the file.
  explicit ModelFile(const std::string& path);
  /// The same for bytes that lie in memory, at a multiple of 8, kept alive by `owner`; `name` stands for the path.
  ModelFile(std::string name, std::string_view bytes, std::shared_ptr<const void> owner);

  const std::string& path() const { return path_; }
  const ModelHeader& header() const { return header_; }
  /// 16 hexadecimal digits that stand for header and tensors: another file has others.
  const std::string& checksum() const { return checksum_; }
  /// In file order.
  std::span<const TensorInfo> tensors() const { return tensors_; }
  /// Bytes of the whole file.
  std::int64_t size() const { return size_; }

  bool has(std::string_view name) const;
  /// Error(model) when absent.
  const TensorInfo& tensor(std::string_view name) const;
  std::vector<std::int64_t> shape(std::string_view name) const { return tensor(name).shape; }

  /// The values, row-major; valid while owner() is kept. rows, cols: what the caller expects, -1 for any; a tensor of
  /// one axis counts as rows x 1, which is what is expected unless cols says otherwise. Error(model) when absent, of
  /// another type or shape.
  std::span<const double> doubles(std::string_view name, std::int64_t rows = -1, std::int64_t cols = 1) const;
  std::span<const std::int64_t> integers(std::string_view name, std::int64_t rows = -1, std::int64_t cols = 1) const;
  std::span<const float> floats(std::string_view name, std::int64_t rows = -1, std::int64_t cols = 1) const;
  std::span<const std::int32_t> integers32(std::string_view name, std::int64_t rows = -1, std::int64_t cols = 1) const;
  std::span<const char> bytes(std::string_view name, std::int64_t rows = -1, std::int64_t cols = 1) const;

  /// The entry of header().details or header().parameters; Error(model) when absent.
  const std::string& detail(std::string_view name) const;
  const std::string& parameter(std::string_view name) const;

  /// Keeps the memory map, and so the spans, alive after this object is gone.
  std::shared_ptr<const void> owner() const { return map_; }

 private:
  void open(std::string_view file, std::shared_ptr<const void> owner);
  std::string_view checked(std::string_view name, DType dtype, std::int64_t rows, std::int64_t cols) const;

  std::string path_;
  std::shared_ptr<const void> map_;
  std::string_view data_;  // the tensors
  std::int64_t size_ = 0;
  std::string checksum_;
  ModelHeader header_;
  std::vector<TensorInfo> tensors_;
};

}  // namespace couplet
