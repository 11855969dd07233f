// Words and their numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace couplet {

/// Numbers words 0, 1, ... in the order they are added. All bytes in one arena; look-up by open addressing over XXH3.
class Vocabulary {
 public:
  Vocabulary() = default;
  /// From the arena of another: word i is bytes[offsets[i] .. offsets[i+1]). Throws Error(model) when the offsets
  /// do not fit the bytes or a word occurs twice.
  Vocabulary(std::span<const char> bytes, std::span<const std::int64_t> offsets);

  std::int64_t size() const { return static_cast<std::int64_t>(offsets_.size()) - 1; }
  /// The word's number; adds it when new.
  std::int64_t add(std::string_view word);
  /// The word's number, or -1.
  std::int64_t find(std::string_view word) const;
  std::string_view word(std::int64_t number) const;

  std::span<const char> bytes() const { return bytes_; }
  std::span<const std::int64_t> offsets() const { return offsets_; }  // size() + 1

 private:
  void grow();
  std::vector<char> bytes_;
  std::vector<std::int64_t> offsets_{0};
  std::vector<std::int64_t> slots_;  // word number or -1; a power of two, at most half full
};

}  // namespace couplet
