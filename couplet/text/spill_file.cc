#include "couplet/text/spill_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "couplet/base/error.h"

namespace couplet {

SpillFile::SpillFile() {
  std::error_code failure;
  const std::filesystem::path directory = std::filesystem::temp_directory_path(failure);
  if (failure)
    throw Error(ErrorCode::io, "", "there is no directory for temporary files", "set TMPDIR to one with enough space");
  path_ = (directory / "couplet-XXXXXX").string();
  descriptor_ = mkostemp(path_.data(), O_CLOEXEC);
  if (descriptor_ < 0) throw_errno(path_, "make a temporary file");
  ::unlink(path_.c_str());
}

SpillFile::~SpillFile() { ::close(descriptor_); }

std::int64_t SpillFile::append(const void* bytes, std::size_t count) {
  const std::int64_t start = size_;
  const char* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = ::pwrite(descriptor_, from, count, size_);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw_errno(path_, "write a temporary file");
    from += written;
    count -= static_cast<std::size_t>(written);
    size_ += written;
  }
  return start;
}

void SpillFile::read(std::int64_t offset, void* bytes, std::size_t count) const {
  char* to = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = ::pread(descriptor_, to, count, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno(path_, "read a temporary file");
    if (got == 0) throw Error(ErrorCode::io, path_, "a temporary file has lost its end");
    to += got;
    count -= static_cast<std::size_t>(got);
    offset += got;
  }
}

}  // namespace couplet
