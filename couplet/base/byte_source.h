// The raw bytes of a file or of standard input, read once from front to back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace couplet {

/// Buffered reading for the decoders of Input.
class ByteSource {
 public:
  /// Throws Error(io) when the file cannot be opened or is a directory. "-" is standard input.
  explicit ByteSource(const std::string& path);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// At least `wanted` unread bytes where the input has that many left; empty only at the end. wanted <= 256 KB.
  std::string_view peek(std::size_t wanted = 1);
  /// Marks the first `count` bytes of peek() as read.
  void consume(std::size_t count);
  /// Reads past the buffer when that is empty: large plain reads are not copied twice. 0 at the end.
  std::int64_t read(char* buffer, std::int64_t capacity);

  /// Goes on reading at `offset`; false for standard input and pipes, which are read from front to back.
  bool seek(std::int64_t offset);

  std::int64_t position() const { return position_; }
  std::int64_t size() const { return size_; }
  const std::string& name() const { return name_; }

 private:
  std::size_t read_some(char* buffer, std::size_t capacity);

  std::string name_, buffer_;
  std::size_t begin_ = 0, end_ = 0;
  int descriptor_ = -1;
  std::int64_t position_ = 0, size_ = 0;
};

}  // namespace couplet
