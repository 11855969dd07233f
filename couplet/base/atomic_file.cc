#include "couplet/base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/temporary_register.h"

namespace couplet {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

/// Names that mean an open descriptor of this process: whatever they lead to, it must not be renamed away.
bool names_a_descriptor(const std::string& path) {
  return path.starts_with("/dev/fd/") || path.starts_with("/dev/std") || path.starts_with("/proc/");
}

std::string directory_of(const std::string& path) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  return directory.empty() ? "." : directory;
}

/// The rename is done and the data is safe; a directory that cannot be synced (or read) is no reason to call it failed.
void sync_directory(const std::string& directory) {
  const int descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), target_(path_) {
  buffer_.reserve(buffer_bytes);
  if (path_ == "-" || path_ == "/dev/stdout") {
    in_place_ = true;
    descriptor_ = STDOUT_FILENO;
    return;
  }
  struct stat status;
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) throw Error(ErrorCode::io, path_, "is a directory");
  if (exists && (!S_ISREG(status.st_mode) || names_a_descriptor(path_))) {
    in_place_ = true;
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw_errno(path_, "open");
    return;
  }
  if (exists) {
    // Rename would replace a read-only file without asking.
    if (access(path_.c_str(), W_OK) != 0) throw_errno(path_, "write");
    std::error_code unresolved;
    const std::filesystem::path real = std::filesystem::canonical(path_, unresolved);
    if (!unresolved) target_ = real.string();
  }
  open_temporary();
}

void AtomicFile::open_temporary() {
  static std::atomic<unsigned> counter{0};
  // The name does not hold the target's, which may already have the longest length a name can have.
  const std::string directory = directory_of(target_);
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    temporary_ = fmt::format("{}/.couplet-{}-{}.tmp", directory, getpid(), counter++);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    // A leftover of a killed process that had the same id.
    if (descriptor_ < 0 && (errno != EEXIST || attempt == 1000)) throw_errno(path_, "create");
  }
  slot_ = register_temporary(temporary_);
}

void AtomicFile::forget_temporary() noexcept {
  unregister_temporary(std::exchange(slot_, -1));
  temporary_.clear();
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
  forget_temporary();
}

void AtomicFile::write(std::string_view bytes) {
  if (descriptor_ < 0) throw Error(ErrorCode::internal, path_, "written to after commit");
  if (buffer_.size() + bytes.size() > buffer_bytes) flush();
  if (bytes.size() >= buffer_bytes)
    write_out(bytes);
  else
    buffer_.append(bytes);
  size_ += static_cast<std::int64_t>(bytes.size());
}

void AtomicFile::flush() {
  write_out(buffer_);
  buffer_.clear();
}

void AtomicFile::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0)
      bytes.remove_prefix(written);
    else if (errno != EINTR)
      throw_errno(path_ == "-" ? "standard output" : path_, "write");
  }
}

void AtomicFile::commit() {
  if (descriptor_ < 0) throw Error(ErrorCode::internal, path_, "committed twice");
  flush();
  // Some file systems cannot sync and say EINVAL; there is nothing better to do on those.
  if (!in_place_ && fsync(descriptor_) != 0 && errno != EINVAL) throw_errno(path_, "write");
  const int descriptor = std::exchange(descriptor_, -1);
  // Network file systems report a full disk only here.
  if (descriptor != STDOUT_FILENO && close(descriptor) != 0 && errno != EINTR) throw_errno(path_, "write");
  if (in_place_) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) throw_errno(path_, "replace");
  forget_temporary();
  sync_directory(directory_of(target_));
}

void AtomicFile::remove_temporaries() noexcept { unlink_registered_temporaries(); }

void write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

}  // namespace couplet
