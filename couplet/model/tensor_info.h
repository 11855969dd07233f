// What a model file says about one of its tensors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// Element types, widest first: their order in the file.
enum class DType { f64, i64, f32, i32, u8 };

/// "F64", "I64", "F32", "I32", "U8": safetensors' names.
std::string_view dtype_name(DType dtype);
/// Bytes of one element.
std::int64_t dtype_size(DType dtype);

struct TensorInfo {
  std::string name;
  DType dtype = DType::u8;
  std::vector<std::int64_t> shape;
  std::uint64_t checksum = 0;       // XXH3 of its bytes
  std::int64_t begin = 0, end = 0;  // bytes, from the start of the tensors
  std::int64_t bytes() const { return end - begin; }
  /// As a matrix: one axis counts as rows x 1.
  std::int64_t rows() const { return shape.empty() ? 1 : shape[0]; }
  std::int64_t cols() const { return shape.size() < 2 ? 1 : shape[1]; }
};

/// "1000 x 300 F32", for people.
std::string describe(const TensorInfo& tensor);

/// True for 1 to 200 letters, digits, dots, hyphens and underscores (ASCII): what a tensor or a method may be called,
/// so that names can be shown as they are.
bool is_plain_name(std::string_view name);

/// Product of the shape times the element size; -1 when an axis is negative or the product is beyond 63 bits.
std::int64_t tensor_bytes(DType dtype, const std::vector<std::int64_t>& shape);

/// Number of the first element that is NaN or infinite, or -1; always -1 for integers. `bytes` is aligned to its
/// elements.
std::int64_t first_not_finite(DType dtype, std::string_view bytes);

}  // namespace couplet
