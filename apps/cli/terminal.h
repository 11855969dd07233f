// Everything on standard error: progress, warnings, notes, the error line.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/observer.h"

namespace couplet {

/// Shows progress with rate, time left and what the stage remarks of itself. On a terminal: one line, rewritten ten
/// times a second at most and shown at once when a stage begins. Elsewhere, when asked for: a line when a stage begins,
/// every few seconds, and when it ends. A stage that cannot say how far it is (one call of LAPACK) shows the time it
/// has taken: a thread of the terminal's own looks at it. Failures to write are ignored: a result must not be lost
/// because nobody reads the messages.
class Terminal : public Observer {
 public:
  enum class Progress { automatic, always, never };

  /// Looks at standard error, NO_COLOR and TERM.
  Terminal();
  /// quiet: no progress and no warnings. verbose: notes, and the time of each stage. json: lines are JSON objects.
  void configure(Progress progress, bool quiet, bool verbose, bool json);

  void begin(std::string_view stage, std::int64_t total, std::string_view unit) override;
  void resume(std::int64_t done) override;
  void advance(std::int64_t done) override;
  void remark(std::string_view words) override;
  void end() override;
  void warn(std::string_view message) override;

  /// Shown with --verbose only.
  void note(std::string_view message) override;
  /// Shown unless quiet: what the user asked to be told.
  void tell(std::string_view message);
  /// The one line that says why the program ends; shown even when quiet.
  void error(const Error& error, int exit_code);
  /// Takes the progress line off the screen; it comes back with the next advance().
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  struct StageState {
    std::string name, unit;
    std::int64_t total, done;
    Clock::time_point begun;
    std::int64_t before = 0;  // of `done`, what an earlier run did: no part of the rate
    std::string remark = {};
  };
  bool shows_lines() const { return progress_ && !is_terminal_; }
  void start_watching();
  void show_if_due(Clock::duration interval);
  void erase();
  void redraw(Clock::time_point now);
  void write_line(std::string_view colour, std::string_view label, std::string_view message);
  void write_json(std::string_view kind, std::string_view members);
  void write_progress(const StageState& stage, double seconds, bool ended);
  std::string describe(const StageState& stage, double seconds) const;

  std::vector<StageState> stages_;  // innermost last
  Clock::time_point shown_at_{};
  bool is_terminal_, colour_, line_on_screen_ = false;
  bool progress_ = false, quiet_ = false, verbose_ = false, json_ = false;
  std::mutex mutex_;  // of all above, once the thread runs
  std::condition_variable_any ended_;
  std::jthread watcher_;  // last: it ends before what it looks at
};

}  // namespace couplet
