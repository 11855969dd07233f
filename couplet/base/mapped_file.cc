#include "couplet/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "couplet/base/error.h"

namespace couplet {

MappedFile::MappedFile(const std::string& path) : path_(path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe is refused, not waited for
  if (descriptor < 0) throw_errno(path, "open");
  // From here on the descriptor is closed on every way out; the map outlives it.
  struct stat status;
  const bool known = fstat(descriptor, &status) == 0;
  if (!known || !S_ISREG(status.st_mode)) {
    const int reason = errno;
    close(descriptor);
    errno = reason;
    if (!known) throw_errno(path, "open");
    throw Error(ErrorCode::io, path, S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file");
  }
  size_ = static_cast<std::size_t>(status.st_size);
  // An empty file cannot be mapped; it is no bytes.
  void* address = size_ == 0 ? nullptr : mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int reason = errno;
  close(descriptor);
  errno = reason;
  if (address == MAP_FAILED) throw_errno(path, "map");
  data_ = static_cast<const char*>(address);
}

MappedFile::~MappedFile() {
  if (data_) munmap(const_cast<char*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)), data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

void release_pages(std::string_view mapped) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(mapped.data()) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(mapped.data() + mapped.size()) / page * page;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace couplet
