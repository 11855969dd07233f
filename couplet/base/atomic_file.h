// Writing files so that a killed run leaves the old one whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace couplet {

/// Writes to a temporary name in the same directory; commit() syncs and renames. Without commit the temporary is
/// removed by the destructor. Path "-" writes to standard output. Devices and pipes are written in place.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Buffered. Throws Error(io) when the disk is full.
  void write(std::string_view bytes);
  std::int64_t size() const { return size_; }
  void commit();

  /// Removes the temporaries of every open AtomicFile; safe to call from a signal-driven exit path.
  static void remove_temporaries() noexcept;

 private:
  void flush();
  std::string path_, temporary_, buffer_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
  bool in_place_ = false;
};

/// The whole content at once.
void write_file(const std::string& path, std::string_view content);

}  // namespace couplet
