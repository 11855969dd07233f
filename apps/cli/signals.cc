#include "apps/cli/signals.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string_view>

#include "apps/cli/exit_codes.h"
#include "couplet/base/atomic_file.h"

namespace couplet {
namespace {

StopToken stop_token;
std::atomic<int> signals_seen{0};  // counted, as one handler may interrupt another
static_assert(std::atomic<int>::is_always_lock_free);

void on_stop_signal(int) {
  if (signals_seen.fetch_add(1) > 0) {
    AtomicFile::remove_temporaries();
    _exit(exit_code(ErrorCode::interrupted));
  }
  stop_token.request();
  // Work may take a moment to notice, and a read from the keyboard does not: say that the key was heard.
  constexpr std::string_view heard = "\r\033[Kcouplet: stopping; press again to stop at once\n";
  const int saved = errno;
  if (isatty(STDERR_FILENO)) {
    [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, heard.data(), heard.size());
  }
  errno = saved;
}

void watch(int signal) {
  struct sigaction action {};
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

const StopToken& watch_signals() {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, nullptr);
  watch(SIGINT);
  watch(SIGTERM);
  return stop_token;
}

}  // namespace couplet
