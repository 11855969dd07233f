// Reading text input: plain, gz, xz or zst, told apart by content; "-" is standard input.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
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
  /// Goes on reading at the byte `offset`. False for compressed files and pipes, which are read from front to back.
  bool seek(std::int64_t offset);
  /// Compressed bytes consumed so far, and the size of the file (0 when unknown): for progress.
  std::int64_t position() const;
  std::int64_t size() const;
  /// "standard input" for "-".
  const std::string& name() const;

  /// The first bytes, decompressed (fewer where there are no more), to tell a format by. The stream of a pipe or of
  /// standard input, which can be read once only, is kept: the next Input of the same path begins with these bytes.
  static std::string first_bytes(const std::string& path, std::int64_t count);

  class Decoder;

 private:
  std::unique_ptr<Decoder> decoder_;
  std::string looked_at_;  // read by first_bytes and not handed out yet
};

/// Bytes [begin, end) of a file.
struct ByteRange {
  std::int64_t begin = 0, end = std::numeric_limits<std::int64_t>::max();
};

/// The size of a regular file; nothing for standard input, pipes, and what is not there.
std::optional<std::int64_t> file_bytes(const std::string& path);

/// Lines of an Input, without their end ("\n" or "\r\n"). A last line without end counts. A UTF-8 byte-order mark at
/// the start is dropped. Lines longer than max_bytes are Error(data).
class LineReader {
 public:
  explicit LineReader(const std::string& path, std::int64_t max_bytes = std::int64_t{1} << 30);
  /// The lines whose first byte is in the range. What cannot be cut (Input::seek) is all in the range with byte 0.
  LineReader(const std::string& path, ByteRange range, std::int64_t max_bytes = std::int64_t{1} << 30);

  /// The next line, valid until the next call; false at the end.
  bool next(std::string_view& line);
  /// Of the last line returned; the file's first line is 1. The lines before a range are counted when first asked for.
  std::int64_t line_number() const { return lines_before() + lines_read_; }
  /// "name:line", for errors.
  std::string place() const;
  const std::string& name() const { return input_.name(); }
  const Input& input() const { return input_; }
  /// Lines of the file that begin before the range.
  std::int64_t lines_before() const;
  /// True when the file's last line is read in this range: the others know nothing of the end.
  bool ends_file() const { return cut_ ? range_.end >= input_.size() : range_.begin == 0 && range_.end > 0; }
  /// Compressed bytes of the range read and in all (0: unknown), for progress.
  std::int64_t position() const;
  std::int64_t size() const;

 private:
  bool take(std::string_view& line);

  Input input_;
  ByteRange range_;
  std::int64_t max_bytes_;
  bool cut_ = false;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::int64_t offset_ = 0, first_ = 0;  // of the next line, and of the first one in the range
  std::int64_t lines_read_ = 0;
  mutable std::int64_t lines_before_ = 0;  // -1: not counted yet
  bool at_end_ = false, unended_before_ = false;
};

/// The whole content of a file, decompressed.
std::string read_file(const std::string& path);

}  // namespace couplet
