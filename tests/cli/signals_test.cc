// The program's signal handling, in a child of its own.
#include "apps/cli/signals.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <optional>

#include "couplet/base/atomic_file.h"

namespace {

/// How a child ends that gets SIGTERM and needs longer than the half second it is given; while it writes a file, or
/// not.
int code_of_slow_stop(bool writing) {
  const pid_t child = fork();
  if (child == 0) {
    close(STDERR_FILENO);
    couplet::fill_standard_descriptors();
    couplet::watch_signals(false);
    std::optional<couplet::WholeWrite> write;
    if (writing) write.emplace();
    raise(SIGTERM);
    timespec left{0, 800'000'000};
    while (nanosleep(&left, &left) != 0) continue;
    _exit(7);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a stop waits for a file that is being written whole, and for nothing else") {
  CHECK(code_of_slow_stop(true) == 7);
  CHECK(code_of_slow_stop(false) == 130);
}
