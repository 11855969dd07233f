// Writing text files, compressed when their name says so.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "couplet/base/atomic_file.h"

namespace couplet {

/// An AtomicFile whose bytes are compressed when the path ends in .gz, .xz or .zst. The same bytes in give the same
/// bytes out: no name or time is stored.
class CompressedFile {
 public:
  /// Throws what AtomicFile throws.
  explicit CompressedFile(const std::string& path);
  ~CompressedFile();
  CompressedFile(const CompressedFile&) = delete;
  CompressedFile& operator=(const CompressedFile&) = delete;

  void write(std::string_view bytes);
  /// As AtomicFile::commit.
  void commit();

  /// Takes bytes and hands compressed ones to the file.
  class Compressor;

 private:
  AtomicFile file_;
  std::unique_ptr<Compressor> compressor_;  // null: written as it is
};

}  // namespace couplet
