// Words and their numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "couplet/base/part_bytes.h"

namespace couplet {

/// Numbers words 0, 1, ... in the order they are added. All bytes in one arena; look-up by open addressing over XXH3.
/// A const Vocabulary is safe to use from several threads.
class Vocabulary {
 public:
  Vocabulary() = default;
  /// From the arena of another: word i is bytes[offsets[i] .. offsets[i+1]). Throws Error(model) when the offsets
  /// do not fit the bytes or a word occurs twice. Linear in the bytes.
  Vocabulary(std::span<const char> bytes, std::span<const std::int64_t> offsets);

  std::int64_t size() const { return static_cast<std::int64_t>(offsets_.size()) - 1; }
  /// The word's number; adds it when new. The word may be a view into this vocabulary. Views returned by word() are
  /// no longer valid after a word was added.
  std::int64_t add(std::string_view word);
  /// The word's number, or -1.
  std::int64_t find(std::string_view word) const;
  /// The bytes of a word; 0 <= number < size().
  std::string_view word(std::int64_t number) const;

  std::span<const char> bytes() const { return bytes_; }
  std::span<const std::int64_t> offsets() const { return offsets_; }  // size() + 1

  void write(PartWriter& writer) const;
  static Vocabulary read(PartReader& reader);

 private:
  /// The slot that holds the word, or the empty one where it belongs. slots_ must not be empty.
  std::size_t slot_of(std::string_view word, std::uint64_t hash) const;
  void resize_slots(std::size_t count);
  void append(std::string_view word);

  std::vector<char> bytes_;
  std::vector<std::int64_t> offsets_{0};
  /// 0: empty; else the upper 24 bits of the word's hash above its number + 1, so that a probe rarely has to look at
  /// the bytes of another word. A power of two, at most half full.
  std::vector<std::uint64_t> slots_;
};

}  // namespace couplet
