#include "apps/cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "apps/cli/exit_codes.h"
#include "apps/cli/output.h"
#include "couplet/base/error_word.h"
#include "couplet/base/memory.h"
#include "couplet/base/printable.h"

namespace couplet {
namespace {

constexpr auto screen_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::seconds(5);
constexpr auto look_interval = std::chrono::seconds(1);
constexpr double silent_seconds = 2;  // without a number, the time is shown from here on
constexpr std::string_view erase_line = "\r\033[K";
constexpr std::string_view red = "\033[31m", yellow = "\033[33m", plain = "\033[0m";

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(written);
  }
}

std::size_t screen_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

/// 950, 12.3k, 4.56M
std::string short_count(double value) {
  if (value < 1000) return fmt::format("{:.0f}", value);
  if (value < 1e6) return fmt::format("{:.3g}k", value / 1e3);
  if (value < 1e9) return fmt::format("{:.3g}M", value / 1e6);
  return fmt::format("{:.4g}G", value / 1e9);
}

std::string amount(double value, const std::string& unit) {
  return unit == "bytes" ? format_bytes(static_cast<std::int64_t>(value)) : short_count(value);
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

Terminal::Terminal() : is_terminal_(isatty(STDERR_FILENO)) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  if (kind && std::string_view(kind) == "dumb") is_terminal_ = false;
  colour_ = is_terminal_ && !(no_colour && *no_colour);
}

void Terminal::configure(Progress progress, bool quiet, bool verbose, bool json) {
  quiet_ = quiet;
  verbose_ = verbose && !quiet;
  json_ = json;
  progress_ = !quiet && (progress == Progress::always || (progress == Progress::automatic && is_terminal_));
}

void Terminal::start_watching() {
  if (!progress_ || watcher_.joinable()) return;
  try {
    watcher_ = std::jthread([this](const std::stop_token& end) {
      std::unique_lock lock(mutex_);
      while (!ended_.wait_for(lock, end, look_interval, [&] { return end.stop_requested(); }))
        if (!stages_.empty())
          show_if_due(is_terminal_ ? Clock::duration(look_interval) : Clock::duration(line_interval));
    });
  } catch (const std::system_error&) {  // no thread to be had: the work matters more than the clock
  }
}

void Terminal::show_if_due(Clock::duration interval) {
  const auto now = Clock::now();
  if (!progress_ || now - shown_at_ < interval) return;
  shown_at_ = now;
  if (shows_lines())
    write_progress(stages_.back(), seconds_between(stages_.back().begun, now), false);
  else
    redraw(now);
}

void Terminal::begin(std::string_view stage, std::int64_t total, std::string_view unit) {
  const std::lock_guard lock(mutex_);
  start_watching();
  const auto now = Clock::now();
  stages_.push_back({std::string(stage), std::string(unit), total, 0, now});
  shown_at_ = now;
  if (shows_lines())
    write_progress(stages_.back(), 0, false);
  else
    redraw(now);
}

void Terminal::resume(std::int64_t done) {
  const std::lock_guard lock(mutex_);
  if (!stages_.empty()) stages_.back().done = stages_.back().before = done;
}

void Terminal::remark(std::string_view words) {
  const std::lock_guard lock(mutex_);
  if (!stages_.empty()) stages_.back().remark = words;
}

void Terminal::advance(std::int64_t done) {
  const std::lock_guard lock(mutex_);
  if (stages_.empty()) return;
  stages_.back().done = done;
  show_if_due(is_terminal_ ? Clock::duration(screen_interval) : Clock::duration(line_interval));
}

void Terminal::end() {
  const std::lock_guard lock(mutex_);
  if (stages_.empty()) return;
  const auto now = Clock::now();
  const StageState stage = std::move(stages_.back());
  stages_.pop_back();
  erase();
  const double seconds = seconds_between(stage.begun, now);
  if (verbose_ || shows_lines()) write_progress(stage, seconds, true);
  if (!stages_.empty()) redraw(now);
}

void Terminal::warn(std::string_view message) {
  const std::lock_guard lock(mutex_);
  if (quiet_) return;
  if (json_)
    write_json("warning", "\"message\":" + json_string(message));
  else
    write_line(yellow, "couplet: warning:", message);
}

void Terminal::note(std::string_view message) {
  if (verbose_) tell(message);
}

void Terminal::tell(std::string_view message) {
  const std::lock_guard lock(mutex_);
  if (quiet_) return;
  if (json_)
    write_json("note", "\"message\":" + json_string(message));
  else
    write_line("", "couplet:", message);
}

void Terminal::error(const Error& error, int exit_code) {
  const std::lock_guard lock(mutex_);
  if (json_)
    write_json("error",
               fmt::format(R"("code":"{}","exit":{},"message":{},"place":{},"problem":{},"remedy":{})",
                           error_word(error.code()), exit_code, json_string(error.what()), json_string(error.place()),
                           json_string(error.problem()), json_string(error.remedy())));
  else
    write_line(red, "couplet:", error.what());
}

void Terminal::clear() {
  const std::lock_guard lock(mutex_);
  erase();
}

void Terminal::erase() {
  if (!line_on_screen_) return;
  write_all(erase_line);
  line_on_screen_ = false;
}

void Terminal::redraw(Clock::time_point now) {
  if (!progress_ || !is_terminal_) return;
  const StageState& stage = stages_.back();
  std::string text = describe(stage, seconds_between(stage.begun, now));
  if (const std::size_t width = screen_width(); text.size() >= width) text.resize(width - 1);
  write_all(std::string(erase_line) + text);
  line_on_screen_ = true;
}

void Terminal::write_line(std::string_view colour, std::string_view label, std::string_view message) {
  erase();
  std::string line(label);
  if (colour_ && !colour.empty()) line = std::string(colour) + line + std::string(plain);
  line += ' ';
  write_all(line + printable(message) + "\n");  // one line, whatever a path or a library put into it
}

void Terminal::write_json(std::string_view kind, std::string_view members) {
  erase();
  write_all(fmt::format("{{\"schema\":\"couplet.{}/1\",{}}}\n", kind, members));
}

void Terminal::write_progress(const StageState& stage, double seconds, bool ended) {
  if (json_) {
    const std::string before = stage.before > 0 ? fmt::format(",\"before\":{}", stage.before) : "";
    const std::string remark = stage.remark.empty() ? "" : ",\"remark\":" + json_string(stage.remark);
    write_json("progress", fmt::format(R"("stage":{},"done":{},"total":{},"unit":{},"seconds":{:.3f},"ended":{}{}{})",
                                       json_string(stage.name), stage.done, stage.total, json_string(stage.unit),
                                       seconds, ended, before, remark));
  } else if (ended) {
    const std::int64_t own = stage.done - stage.before;
    const std::string what = own > 0 ? fmt::format(": {} {}", amount(static_cast<double>(own), stage.unit),
                                                   stage.unit == "bytes" ? "" : stage.unit)
                                     : "";
    write_line("", "couplet:", fmt::format("{}{} in {:.2f} s", stage.name, what, seconds));
  } else {
    write_line("", "couplet:", describe(stage, seconds));
  }
}

std::string Terminal::describe(const StageState& stage, double seconds) const {
  const auto done = static_cast<double>(stage.done), total = static_cast<double>(stage.total);
  const std::string unit = stage.unit == "bytes" ? "" : " " + stage.unit;
  std::string text = printable(stage.name);
  if (stage.done <= 0) return text + " ..." + (seconds < silent_seconds ? "" : "  " + clock_text(seconds));
  if (stage.total > 0) text += fmt::format("  {:.0f}%", std::min(100.0, 100 * done / total));
  text += "  " + amount(done, stage.unit);
  if (stage.total > 0) text += "/" + amount(total, stage.unit);
  text += unit;
  const std::string remark = stage.remark.empty() ? "" : "  " + printable(stage.remark);
  const double rate = static_cast<double>(stage.done - stage.before) / seconds;
  if (seconds < 0.2 || rate <= 0) return text + remark;
  if (rate < 1)
    text += fmt::format("  {:.1f} s each", 1 / rate);
  else
    text += "  " + amount(rate, stage.unit) + unit + "/s";
  if (stage.total > stage.done) text += "  ETA " + clock_text((total - done) / rate);
  return text + remark;
}

}  // namespace couplet
