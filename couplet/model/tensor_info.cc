#include "couplet/model/tensor_info.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace couplet {
namespace {

template <class T>
std::int64_t first_not_finite_as(std::string_view bytes) {
  const T* values = reinterpret_cast<const T*>(bytes.data());
  const std::int64_t count = static_cast<std::int64_t>(bytes.size() / sizeof(T));
  constexpr std::int64_t block = 4096;
  for (std::int64_t begin = 0; begin < count; begin += block) {
    const std::int64_t end = std::min(count, begin + block);
    // x - x is 0 for a finite x and NaN otherwise; eight sums in fixed lanes are quick and stay NaN once they are.
    T lanes[8] = {};
    std::int64_t i = begin;
    for (; i + 8 <= end; i += 8) {
      for (int lane = 0; lane < 8; ++lane) lanes[lane] += values[i + lane] - values[i + lane];
    }
    for (; i < end; ++i) lanes[0] += values[i] - values[i];
    if (std::all_of(lanes, lanes + 8, [](T lane) { return lane == 0; })) continue;
    return std::find_if(values + begin, values + end, [](T value) { return !std::isfinite(value); }) - values;
  }
  return -1;
}

}  // namespace

std::string_view dtype_name(DType dtype) {
  constexpr std::string_view names[] = {"F64", "I64", "F32", "I32", "U8"};
  return names[static_cast<int>(dtype)];
}

std::int64_t dtype_size(DType dtype) {
  constexpr std::int64_t sizes[] = {8, 8, 4, 4, 1};
  return sizes[static_cast<int>(dtype)];
}

std::string describe(const TensorInfo& tensor) {
  if (tensor.shape.empty()) return fmt::format("scalar {}", dtype_name(tensor.dtype));
  return fmt::format("{} {}", fmt::join(tensor.shape, " x "), dtype_name(tensor.dtype));
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= 200 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
  });
}

std::int64_t tensor_bytes(DType dtype, const std::vector<std::int64_t>& shape) {
  // An empty axis makes the product 0 wherever it stands, but the others must not overflow on the way.
  std::int64_t bytes = dtype_size(dtype);
  bool empty = false;
  for (const std::int64_t axis : shape) {
    if (axis < 0) return -1;
    if (axis == 0) empty = true;
    if (axis > 0 && __builtin_mul_overflow(bytes, axis, &bytes)) return -1;
  }
  return empty ? 0 : bytes;
}

std::int64_t first_not_finite(DType dtype, std::string_view bytes) {
  if (dtype == DType::f64) return first_not_finite_as<double>(bytes);
  if (dtype == DType::f32) return first_not_finite_as<float>(bytes);
  return -1;
}

}  // namespace couplet
