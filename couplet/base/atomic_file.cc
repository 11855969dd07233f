#include "couplet/base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/temporary_register.h"

namespace couplet {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;
constexpr int most_attempts = 1000;

constinit std::atomic<int> whole_writes{0};
static_assert(std::atomic<int>::is_always_lock_free);

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

/// The path with links followed, when there is a file.
std::string real_path(const std::string& path) {
  std::error_code unresolved;
  const std::filesystem::path real = std::filesystem::canonical(path, unresolved);
  return unresolved ? path : real.string();
}

/// Who writes a temporary file holds a lock on it, which ends with the process. True: the name is free now.
bool remove_stale(const std::string& temporary) {
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return errno == ENOENT;
  struct stat opened, named;
  // The owner may have renamed it, or another run replaced it, before the lock was ours.
  const bool removed = fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode) && opened.st_uid == geteuid() &&
                       flock(descriptor, LOCK_EX | LOCK_NB) == 0 && lstat(temporary.c_str(), &named) == 0 &&
                       named.st_ino == opened.st_ino && unlink(temporary.c_str()) == 0;
  close(descriptor);
  return removed;
}

/// Locks a file just made; false when another run has taken it for a stale one. Where there are no locks, no other run
/// can have one.
bool keep(int descriptor) {
  struct stat status;
  return (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && fstat(descriptor, &status) == 0 &&
         status.st_nlink > 0;
}

}  // namespace

bool names_standard_output(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

void AtomicFile::require_writable(const std::string& path) {
  if (names_standard_output(path)) return;
  struct stat status;
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) throw Error(ErrorCode::io, path, "is a directory");
  // Rename would replace a read-only file without asking.
  if (exists && access(path.c_str(), W_OK) != 0) throw_errno(path, "write");
  if (exists && (!S_ISREG(status.st_mode) || names_a_descriptor(path))) return;
  const std::string directory = directory_of(exists ? real_path(path) : path) + "/";  // "/": it must be a directory
  if (access(directory.c_str(), W_OK | X_OK) != 0) throw_errno(path, "create");
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), target_(path_) {
  buffer_.reserve(buffer_bytes);
  if (names_standard_output(path_)) {
    in_place_ = true;
    descriptor_ = STDOUT_FILENO;
    return;
  }
  require_writable(path_);
  struct stat status;
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (exists && (!S_ISREG(status.st_mode) || names_a_descriptor(path_))) {
    in_place_ = true;
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw_errno(path_, "open");
    return;
  }
  if (exists) target_ = real_path(path_);
  open_temporary(exists ? status.st_mode & 0777 : 0666);
  // The umask took some of it; should this fail, fewer can read the file than could before, not more.
  if (exists) static_cast<void>(fchmod(descriptor_, status.st_mode & 0777));
}

void AtomicFile::open_temporary(unsigned mode) {
  // The name has a hash of the target's, which may already have the longest length a name can have.
  const std::filesystem::path target(target_);
  const std::string stem =
      fmt::format("{}/.couplet-{}", directory_of(target_), hex64(hash64(target.filename().string())));
  for (int attempt = 0, number = 0; descriptor_ < 0; ++attempt) {
    temporary_ = fmt::format("{}-{}.tmp", stem, number);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    const int reason = descriptor_ < 0 ? errno : EEXIST;
    if (descriptor_ >= 0 && keep(descriptor_)) break;
    if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
    const bool used = reason == EEXIST && attempt < most_attempts;
    if (used && !remove_stale(temporary_)) ++number;
    if (used) continue;
    temporary_.clear();
    errno = reason;
    throw_errno(path_, "create");
  }
  slot_ = register_temporary(temporary_);
}

void AtomicFile::forget_temporary() noexcept {
  unregister_temporary(std::exchange(slot_, -1));
  temporary_.clear();
}

AtomicFile::~AtomicFile() {
  // In this order: without its lock the name may already be another run's.
  if (!temporary_.empty()) unlink(temporary_.c_str());
  forget_temporary();
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) close(descriptor_);
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
      throw_errno(descriptor_ == STDOUT_FILENO ? "standard output" : path_, "write");
  }
}

/// All that can fail but the rename.
void AtomicFile::complete() {
  if (descriptor_ < 0) throw Error(ErrorCode::internal, path_, "committed twice");
  flush();
  // Some file systems cannot sync and say EINVAL; there is nothing better to do on those.
  if (!in_place_ && fsync(descriptor_) != 0 && errno != EINVAL) throw_errno(path_, "write");
  // Network file systems report a full disk only when a descriptor is closed; ours still holds the lock.
  if (const int copy = dup(descriptor_); copy >= 0 && close(copy) != 0 && errno != EINTR) throw_errno(path_, "write");
}

void AtomicFile::publish() {
  if (!in_place_ && rename(temporary_.c_str(), target_.c_str()) != 0) throw_errno(path_, "replace");
  forget_temporary();
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor != STDOUT_FILENO) close(descriptor);
}

void AtomicFile::commit_together(std::initializer_list<AtomicFile*> files) {
  const WholeWrite guard;
  for (AtomicFile* file : files)
    if (file) file->complete();
  for (AtomicFile* file : files)
    if (file) file->publish();
  for (const AtomicFile* file : files)
    if (file && !file->in_place_) sync_directory(directory_of(file->target_));
}

void AtomicFile::remove_temporaries() noexcept { unlink_registered_temporaries(); }

WholeWrite::WholeWrite() noexcept { whole_writes.fetch_add(1); }
WholeWrite::~WholeWrite() { whole_writes.fetch_sub(1); }
bool WholeWrite::under_way() noexcept { return whole_writes.load() > 0; }

void write_file(const std::string& path, std::string_view content) {
  const WholeWrite guard;
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

}  // namespace couplet
