// Parts of sums as bytes, between processes of the same program.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace couplet {

class PartWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  /// Their number, then the values.
  template <class T>
  void put_list(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(static_cast<std::int64_t>(values.size()));
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  template <class T>
  void put_list(const std::vector<T>& values) {
    put_list(std::span<const T>(values));
  }
  void put_text(std::string_view text) { put_list(std::span<const char>(text)); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what a PartWriter wrote, in the same order. Error(io) beyond the end. Keeps a view of the bytes.
class PartReader {
 public:
  explicit PartReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T get() {
    T value;
    std::memcpy(&value, next(sizeof(T)), sizeof(T));
    return value;
  }
  template <class T>
  std::vector<T> get_list() {
    const std::size_t count = list_size(sizeof(T));
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), next(count * sizeof(T)), count * sizeof(T));
    return values;
  }
  std::string_view get_text() {
    const std::size_t count = list_size(1);
    return {next(count), count};
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::size_t list_size(std::size_t value_bytes);
  const char* next(std::size_t count);
  std::string_view rest_;
};

}  // namespace couplet
