#include "tests/cli/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace {

struct Pipe {
  int read_end = -1, write_end = -1;
};

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(std::string("cannot run the program: ") + what);
}

Pipe make_pipe() {
  int ends[2];
  require(pipe2(ends, O_CLOEXEC) == 0, "pipe");
  return {ends[0], ends[1]};
}

/// A pseudo-terminal: the program writes to one end, we read the other.
Pipe make_terminal() {
  const int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  require(ours >= 0 && grantpt(ours) == 0 && unlockpt(ours) == 0, "pty");
  char name[128];
  require(ptsname_r(ours, name, sizeof name) == 0, "ptsname");
  const int theirs = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  require(theirs >= 0, "open pty");
  return {ours, theirs};
}

Pipe make_sink(Sink sink) {
  if (sink == Sink::terminal) return make_terminal();
  if (sink == Sink::full_disk) return {-1, open("/dev/full", O_WRONLY | O_CLOEXEC)};
  Pipe pipe = make_pipe();
  if (sink == Sink::broken_pipe) {
    close(pipe.read_end);
    pipe.read_end = -1;
  }
  return pipe;
}

int exit_status(int process) {
  int status = 0;
  require(waitpid(process, &status, 0) == process, "wait");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> found;
  for (const std::string& word : words) found.push_back(const_cast<char*>(word.c_str()));
  found.push_back(nullptr);
  return found;
}

}  // namespace

Running::Running(const Invocation& invocation) {
  static const auto ignored = signal(SIGPIPE, SIG_IGN);
  (void)ignored;
  const Pipe in = make_pipe(), out = make_sink(invocation.out), err = make_sink(invocation.err);
  std::vector<std::string> words = {COUPLET_PROGRAM};
  words.insert(words.end(), invocation.arguments.begin(), invocation.arguments.end());
  const std::vector<char*> argv = pointers(words);
  process_ = fork();
  require(process_ >= 0, "fork");
  if (process_ == 0) {
    signal(SIGPIPE, SIG_DFL);
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    for (const std::string& variable : invocation.environment) putenv(const_cast<char*>(variable.c_str()));
    dup2(in.read_end, STDIN_FILENO);
    dup2(out.write_end, STDOUT_FILENO);
    dup2(err.write_end, STDERR_FILENO);
    if (invocation.closed_input) close(STDIN_FILENO);
    if (invocation.out == Sink::closed) close(STDOUT_FILENO);
    if (invocation.err == Sink::closed) close(STDERR_FILENO);
    for (const Limit& limit : invocation.limits) {
      const rlimit set{limit.value, limit.value};
      setrlimit(static_cast<__rlimit_resource_t>(limit.resource), &set);
    }
    execv(argv[0], argv.data());
    _exit(127);
  }
  for (const int theirs : {in.read_end, out.write_end, err.write_end}) close(theirs);
  input_ = in.write_end;
  out_ = out.read_end;
  err_ = err.read_end;
}

Running::~Running() {
  for (const int descriptor : {input_, out_, err_})
    if (descriptor >= 0) close(descriptor);
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
}

void Running::write(const std::string& text) {
  // A program that ends without reading all of its input is no failure here.
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(input_, text.data() + done, text.size() - done);
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

void Running::close_input() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

void Running::send(int signal) { kill(process_, signal); }

void Running::read_some(int& descriptor, std::string& into) {
  char buffer[4096];
  const ssize_t count = read(descriptor, buffer, sizeof buffer);
  if (count > 0) {
    into.append(buffer, static_cast<std::size_t>(count));
  } else {  // the end, or EIO from a terminal that the program has left
    close(descriptor);
    descriptor = -1;
  }
}

bool Running::wait_for_error_text(const std::string& text) {
  while (err_ >= 0 && finished_.err.find(text) == std::string::npos) read_some(err_, finished_.err);
  return finished_.err.find(text) != std::string::npos;
}

Finished Running::finish() {
  close_input();
  while (out_ >= 0 || err_ >= 0) {
    pollfd waiting[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
    require(poll(waiting, 2, -1) >= 0, "poll");
    if (waiting[0].revents) read_some(out_, finished_.out);
    if (waiting[1].revents) read_some(err_, finished_.err);
  }
  finished_.code = exit_status(process_);
  process_ = -1;
  return finished_;
}

Finished run_couplet(const Invocation& invocation) {
  Running running(invocation);
  running.write(invocation.input);
  return running.finish();
}

int run_tool(const std::vector<std::string>& command) {
  const std::vector<char*> argv = pointers(command);
  const int process = fork();
  require(process >= 0, "fork");
  if (process == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, descriptor);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  const int code = exit_status(process);
  return code == 127 ? -1 : code;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}
