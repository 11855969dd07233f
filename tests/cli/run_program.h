// Runs the real program and captures what it does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/base/temporary_directory.h"

using couplet::content_of;
using couplet::TemporaryDirectory;

struct Finished {
  int code = -1;  // the exit code; 256 + signal when it was killed
  std::string out, err;
};

enum class Sink { capture, terminal, full_disk, broken_pipe, closed };

/// A resource limit of the program: {RLIMIT_FSIZE, 1000}.
struct Limit {
  int resource;
  std::uint64_t value;
};

struct Invocation {
  std::vector<std::string> arguments;
  std::string input = {};  // standard input
  Sink out = Sink::capture, err = Sink::capture;
  std::vector<std::string> environment = {};  // "NO_COLOR=1", added to ours
  std::vector<Limit> limits = {};
  bool closed_input = false;
};

/// Starts the program and feeds it by hand: for signals.
class Running {
 public:
  explicit Running(const Invocation& invocation);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  void write(const std::string& text);
  void close_input();
  /// Reads standard error until the text has come; false when it ends before.
  bool wait_for_error_text(const std::string& text);
  void send(int signal);
  /// Closes the input, reads to the end, waits.
  Finished finish();

 private:
  void read_some(int& descriptor, std::string& into);
  int process_ = -1, input_ = -1, out_ = -1, err_ = -1;
  Finished finished_;
};

/// Runs couplet to its end.
Finished run_couplet(const Invocation& invocation);
inline Finished run_couplet(std::vector<std::string> arguments) {
  return run_couplet(Invocation{std::move(arguments)});
}

/// The exit code of another program on a file, or -1 when it is not installed; its output is thrown away.
int run_tool(const std::vector<std::string>& command);

std::vector<std::string> lines_of(const std::string& text);
inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
