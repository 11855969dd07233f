// Writing files so that a killed run leaves the old one whole.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace couplet {

/// Writes to a temporary name in the same directory; commit() syncs and renames. Without commit the temporary is
/// removed by the destructor; what a killed run left is removed by the next one that writes the same file. Path "-"
/// writes to standard output. Devices and pipes are written in place, and a symbolic link stays one: its target is
/// replaced. A file that is replaced keeps its permissions; a new one has the mode that the umask leaves of 0666.
class AtomicFile {
 public:
  /// Throws Error(io) when the directory cannot be written or path is a directory.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Buffered. Throws Error(io) when the disk is full.
  void write(std::string_view bytes);
  /// Bytes written so far.
  std::int64_t size() const { return size_; }
  /// Makes the content durable and visible under its path. Throws Error(io); the old file is then still whole.
  /// Nothing can be written afterwards.
  void commit() { commit_together({this}); }
  /// Of files that belong together (a null is none): no old one is replaced before all new ones are complete on disk.
  static void commit_together(std::initializer_list<AtomicFile*> files);

  /// Throws what the constructor would throw, and touches nothing: to be told before the work and not after it.
  static void require_writable(const std::string& path);
  /// Removes the temporaries of every open AtomicFile; safe to call from a signal-driven exit path.
  static void remove_temporaries() noexcept;

 private:
  void flush();
  void write_out(std::string_view bytes);
  void open_temporary(unsigned mode);
  void complete();
  void publish();
  void forget_temporary() noexcept;

  std::string path_, target_, temporary_, buffer_;  // target_: path_ with symbolic links followed
  int descriptor_ = -1;
  int slot_ = -1;  // place in the register of temporaries
  std::int64_t size_ = 0;
  bool in_place_ = false;
};

/// While one lives, a file is being written whole: a program that was asked to stop lets it be finished (signals.h of
/// the program). For what takes long to write at once; commits are guarded by themselves.
class WholeWrite {
 public:
  WholeWrite() noexcept;
  ~WholeWrite();
  WholeWrite(const WholeWrite&) = delete;
  WholeWrite& operator=(const WholeWrite&) = delete;
  /// True while there is one, on any thread. Async-signal-safe.
  static bool under_way() noexcept;
};

/// "-" and the names that the system has for it.
bool names_standard_output(const std::string& path);

/// The whole content at once.
void write_file(const std::string& path, std::string_view content);

}  // namespace couplet
