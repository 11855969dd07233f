// Writing text files, compressed when their name says so.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "couplet/base/atomic_file.h"

namespace couplet {

/// An AtomicFile whose bytes are compressed when the path ends in .gz. The same bytes in give the same bytes out: no
/// name or time is stored.
class GzipFile {
 public:
  /// Throws what AtomicFile throws.
  explicit GzipFile(const std::string& path);
  ~GzipFile();
  GzipFile(const GzipFile&) = delete;
  GzipFile& operator=(const GzipFile&) = delete;

  void write(std::string_view bytes);
  /// As AtomicFile::commit.
  void commit();

 private:
  struct Compressor;
  void deflate_all(std::string_view bytes, bool finish);

  AtomicFile file_;
  std::unique_ptr<Compressor> compressor_;  // null: written as it is
};

}  // namespace couplet
