#include "apps/cli/signals.h"

#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string_view>

#include "apps/cli/exit_codes.h"
#include "couplet/base/atomic_file.h"

namespace couplet {
namespace {

constexpr long grace_nanoseconds = 500'000'000;

StopToken stop_token;
std::atomic<int> signals_seen{0};  // counted, as one handler may interrupt another
static_assert(std::atomic<int>::is_always_lock_free);
bool json_errors = false, silent_stop = false;
timer_t grace{};
bool has_grace = false;
std::atomic<bool> patient{false};

/// What a handler may do to end the program: the words are ready, nothing is allocated, no lock is taken.
[[noreturn]] void end_at_once(std::string_view words, std::string_view json, ErrorCode code) {
  AtomicFile::remove_temporaries();
  constexpr std::string_view erase_line = "\r\033[K";
  if (isatty(STDERR_FILENO) && write(STDERR_FILENO, erase_line.data(), erase_line.size()) < 0) _exit(exit_code(code));
  if (json_errors) words = json;
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, words.data(), words.size());
  _exit(exit_code(code));
}

[[noreturn]] void end_interrupted() {
  if (silent_stop) {
    AtomicFile::remove_temporaries();
    _exit(exit_code(ErrorCode::interrupted));
  }
  end_at_once("couplet: interrupted\n",
              R"({"schema":"couplet.error/1","code":"interrupted","exit":130,"message":"interrupted","place":"",)"
              R"("problem":"interrupted","remedy":""})"
              "\n",
              ErrorCode::interrupted);
}

void give_grace() {
  constexpr itimerspec once{{0, 0}, {0, grace_nanoseconds}};
  if (has_grace) timer_settime(grace, 0, &once, nullptr);
}

void on_stop_signal(int) {
  if (signals_seen.fetch_add(1) > 0) end_interrupted();
  const int saved = errno;
  stop_token.request();
  if (!patient) give_grace();
  errno = saved;
}

/// A checkpoint half written would be lost, and what it keeps with it.
void on_grace_over(int) {
  if (!WholeWrite::under_way()) end_interrupted();
  const int saved = errno;
  give_grace();
  errno = saved;
}

void on_bus_error(int signal, siginfo_t* information, void*) {
  // Anything else is a bug: it dies of the signal when the instruction is tried again.
  if (information->si_code != BUS_ADRERR) {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
    return;
  }
  end_at_once(
      "couplet: a file changed while it was read; run again, and replace files that are in use by mv instead of cp\n",
      R"({"schema":"couplet.error/1","code":"io","exit":6,"message":"a file changed while it was read; run again, and )"
      R"(replace files that are in use by mv instead of cp","place":"","problem":"a file changed while it was read",)"
      R"("remedy":"run again, and replace files that are in use by mv instead of cp"})"
      "\n",
      ErrorCode::io);
}

void watch(int signal, void (*handler)(int)) {
  struct sigaction action {};
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void fill_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest free number is this one. Opened the wrong way round: results must not vanish unnoticed.
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
      _exit(exit_code(ErrorCode::io));
  }
}

void let_work_finish() { patient = true; }

const StopToken& watch_signals(bool json, bool silent) {
  json_errors = json;
  silent_stop = silent;
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(signal, &ignore, nullptr);
  }
  sigevent alarm{};
  alarm.sigev_notify = SIGEV_SIGNAL;
  alarm.sigev_signo = SIGALRM;
  has_grace = timer_create(CLOCK_MONOTONIC, &alarm, &grace) == 0;
  struct sigaction end {};
  end.sa_handler = on_grace_over;
  end.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &end, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) watch(signal, on_stop_signal);
  struct sigaction bus {};
  bus.sa_sigaction = on_bus_error;
  bus.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &bus, nullptr);
  return stop_token;
}

}  // namespace couplet
