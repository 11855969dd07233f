// A temporary file for what does not fit in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace couplet {

/// Grows at the end and is read anywhere. It lies in the directory that TMPDIR names (else /tmp) and is unlinked as
/// soon as it is open, so that nothing is left however the program ends.
class SpillFile {
 public:
  /// Throws Error(io) when no file can be made.
  SpillFile();
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  std::int64_t size() const { return size_; }
  /// Returns where the bytes start. Throws Error(io), e.g. when the disk is full; the file is then of no more use.
  std::int64_t append(const void* bytes, std::size_t count);
  /// Reads [offset, offset + count), which must have been written. Safe from several threads.
  void read(std::int64_t offset, void* bytes, std::size_t count) const;

 private:
  std::string path_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
};

}  // namespace couplet
