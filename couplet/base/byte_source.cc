#include "couplet/base/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr std::size_t read_bytes = std::size_t{1} << 18;

}  // namespace

ByteSource::ByteSource(const std::string& path) : name_(path == "-" ? "standard input" : path) {
  buffer_.resize(read_bytes);
  const int descriptor = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_errno(name_, "open");
  struct stat status;
  const bool known = fstat(descriptor, &status) == 0;
  if (known && S_ISDIR(status.st_mode)) {
    if (descriptor != STDIN_FILENO) close(descriptor);
    throw Error(ErrorCode::io, name_, "is a directory");
  }
  if (known && S_ISREG(status.st_mode)) size_ = status.st_size;
  descriptor_ = descriptor;
}

ByteSource::~ByteSource() {
  if (descriptor_ > STDIN_FILENO) close(descriptor_);
}

std::size_t ByteSource::read_some(char* buffer, std::size_t capacity) {
  for (;;) {
    const ssize_t count = ::read(descriptor_, buffer, capacity);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw_errno(name_, "read");
  }
}

std::string_view ByteSource::peek(std::size_t wanted) {
  if (end_ - begin_ < wanted) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    while (end_ < wanted) {
      const std::size_t count = read_some(buffer_.data() + end_, buffer_.size() - end_);
      if (count == 0) break;
      end_ += count;
    }
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

void ByteSource::consume(std::size_t count) {
  begin_ += count;
  position_ += static_cast<std::int64_t>(count);
}

bool ByteSource::seek(std::int64_t offset) {
  if (descriptor_ == STDIN_FILENO || lseek(descriptor_, offset, SEEK_SET) != offset) return false;
  begin_ = end_ = 0;
  position_ = offset;
  return true;
}

std::int64_t ByteSource::read(char* buffer, std::int64_t capacity) {
  auto count = static_cast<std::size_t>(capacity);
  if (begin_ < end_) {
    count = std::min(count, end_ - begin_);
    std::memcpy(buffer, buffer_.data() + begin_, count);
    consume(count);
  } else {
    count = read_some(buffer, count);
    position_ += static_cast<std::int64_t>(count);
  }
  return static_cast<std::int64_t>(count);
}

}  // namespace couplet
