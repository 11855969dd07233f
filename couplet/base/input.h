// Reading text input: plain, gz, xz or zst, told apart by content; "-" is standard input.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace couplet {

/// Bytes of a possibly compressed file, decompressed as they are read. A damaged or truncated file is Error(data)
/// with the path; a missing one Error(io).
class Input {
 public:
  explicit Input(const std::string& path);
  ~Input();
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;

  /// Up to `capacity` bytes into `buffer`; 0 at the end.
  std::int64_t read(char* buffer, std::int64_t capacity);
  /// Compressed bytes consumed so far, and the size of the file (0 when unknown): for progress.
  std::int64_t position() const;
  std::int64_t size() const;
  /// "standard input" for "-".
  const std::string& name() const;

  class Decoder;

 private:
  std::unique_ptr<Decoder> decoder_;
};

/// Lines of an Input, without their end ("\n" or "\r\n"). A last line without end counts. A UTF-8 byte-order mark at
/// the start is dropped. Lines longer than max_bytes are Error(data).
class LineReader {
 public:
  explicit LineReader(const std::string& path, std::int64_t max_bytes = std::int64_t{1} << 30);

  /// The next line, valid until the next call; false at the end.
  bool next(std::string_view& line);
  /// 1 for the first line returned.
  std::int64_t line_number() const { return line_number_; }
  /// "name:line", for errors.
  std::string place() const;
  const Input& input() const { return input_; }

 private:
  Input input_;
  std::int64_t max_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::int64_t line_number_ = 0;
  bool at_end_ = false;
};

/// The whole content of a file, decompressed.
std::string read_file(const std::string& path);

}  // namespace couplet
