#include "apps/serve/fits.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "couplet/base/error.h"
#include "couplet/base/error_word.h"
#include "couplet/methods/registry.h"
#include "couplet/tasks/fit.h"
#include "couplet/tasks/json_rows.h"

namespace couplet {
namespace {

constexpr std::ptrdiff_t most_at_once = 8;
constexpr std::size_t most_remembered = 100;

/// A file name that stays in its folder.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name.size() <= 64 && name[0] != '.' &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '.'; });
}

}  // namespace

struct Fits::Fit {
  std::int64_t number = 0;
  FitOrder order;
  std::string state = "waiting";  // running, done, failed, cancelled
  std::string stage, unit, remark, problem, report;
  std::int64_t total = 0, done = 0;
  StopToken stop;
  std::vector<std::shared_ptr<BodyStream>> listeners;
  bool is_over() const { return state != "waiting" && state != "running"; }
};

/// Progress as events, not more than some a second.
class Fits::Progress final : public Observer {
 public:
  Progress(Fits& fits, Fit& fit) : fits_(fits), fit_(fit) {}
  void begin(std::string_view stage, std::int64_t total, std::string_view unit) override {
    fits_.change(fit_, [&] {
      fit_.stage = stage;
      fit_.unit = unit;
      fit_.remark.clear();
      fit_.total = total;
      fit_.done = 0;
    });
  }
  void resume(std::int64_t done) override {
    fits_.change(fit_, [&] { fit_.done = done; });
  }
  void remark(std::string_view words) override {
    fits_.change(fit_, [&] { fit_.remark = words; });
  }
  void advance(std::int64_t done) override {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    fits_.change(fit_, [&] { fit_.done = done; });
  }

 private:
  Fits& fits_;
  Fit& fit_;
  std::chrono::steady_clock::time_point last_;
};

Fits::Fits(std::string folder, Pool pool, std::function<void(const std::string&, const std::string&)> done)
    : folder_(std::move(folder)), pool_(std::move(pool)), done_(std::move(done)) {
  if (!std::filesystem::is_directory(folder_))
    throw Error(ErrorCode::io, folder_, "is no folder", "name one that models may be written to");
  thread_ = std::jthread([this] { work(); });
}

void Fits::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const auto& fit : fits_) fit->stop.request();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::int64_t Fits::add(FitOrder order) {
  const Method& method = find_method(all_methods(), order.method);
  if (!is_plain_name(order.name))
    throw Error(ErrorCode::usage, "name", "is no name for a file", "use letters, digits, '-', '_' and '.'");
  for (const Parameter& parameter : method.parameters)
    if ((parameter.type == ParameterType::file || parameter.type == ParameterType::output) &&
        order.parameters.contains(parameter.name))
      throw Error(ErrorCode::usage, parameter.name, "names a file, which a request may not", "leave it out");
  Parameters::resolve(method.parameters, order.parameters);
  const std::lock_guard lock(mutex_);
  if (ending_) throw Error(ErrorCode::interrupted, "", "the server ends", "ask the next one");
  if (std::count_if(fits_.begin(), fits_.end(), [](const auto& fit) { return !fit->is_over(); }) >= most_at_once ||
      fits_.size() >= most_remembered)
    throw Error(ErrorCode::usage, "", "too many fits were asked for already",
                "wait for some, or start the server again");
  auto fit = std::make_shared<Fit>();
  fit->number = std::ssize(fits_);
  fit->order = std::move(order);
  fits_.push_back(fit);
  changed_.notify_all();
  return fit->number;
}

std::string Fits::describe(const Fit& fit) const {
  return fmt::format(R"({{"fit":{},"name":{},"method":{},"state":{},"stage":{},"done":{},"total":{},"unit":{},)"
                     R"("remark":{},"problem":{},"report":[{}]}})",
                     fit.number, json_string(fit.order.name), json_string(fit.order.method), json_string(fit.state),
                     json_string(fit.stage), fit.done, fit.total, json_string(fit.unit), json_string(fit.remark),
                     json_string(fit.problem), fit.report);
}

std::string Fits::describe() const {
  const std::lock_guard lock(mutex_);
  std::string all;
  for (const auto& fit : fits_) all += (all.empty() ? "" : ",") + describe(*fit);
  return "[" + all + "]";
}

std::string Fits::describe(std::int64_t number) const {
  const std::lock_guard lock(mutex_);
  return number >= 0 && number < std::ssize(fits_) ? describe(*fits_[number]) : "";
}

std::shared_ptr<BodyStream> Fits::events(std::int64_t number) {
  const std::lock_guard lock(mutex_);
  if (number < 0 || number >= std::ssize(fits_)) return nullptr;
  Fit& fit = *fits_[number];
  auto stream = std::make_shared<BodyStream>();
  stream->offer("data: " + describe(fit) + "\n\n");
  if (fit.is_over())
    stream->end();
  else
    fit.listeners.push_back(stream);
  return stream;
}

bool Fits::cancel(std::int64_t number) {
  std::shared_ptr<Fit> fit;
  {
    const std::lock_guard lock(mutex_);
    if (number < 0 || number >= std::ssize(fits_)) return false;
    fit = fits_[number];
    fit->stop.request();
  }
  change(*fit, [&] {
    if (fit->state == "waiting") fit->state = "cancelled";
  });
  return true;
}

void Fits::change(Fit& fit, const std::function<void()>& how) {
  const std::lock_guard lock(mutex_);
  how();
  const std::string event = "data: " + describe(fit) + "\n\n";
  std::erase_if(fit.listeners, [&](const auto& stream) { return !stream->offer(event); });
  if (!fit.is_over()) return;
  for (const auto& stream : fit.listeners) stream->end();
  fit.listeners.clear();
}

void Fits::work() {
  for (;;) {
    std::shared_ptr<Fit> next;
    {
      std::unique_lock lock(mutex_);
      const auto waits = [](const auto& fit) { return fit->state == "waiting"; };
      changed_.wait(lock, [&] { return ending_ || std::any_of(fits_.begin(), fits_.end(), waits); });
      const auto found = std::find_if(fits_.begin(), fits_.end(), waits);
      if (found == fits_.end()) return;
      next = *found;
    }
    run(*next);
  }
}

void Fits::run(Fit& fit) {
  change(fit, [&] { fit.state = "running"; });
  std::string state = "failed", problem, report;
  try {
    fit.stop.check();
    Progress progress(*this, fit);
    const Run run{pool_, MemoryBudget(), 1, &progress, &fit.stop};
    const Fitted fitted = couplet::fit(fit.order.method, fit.order.data, fit.order.parameters, run);
    const std::string file = (std::filesystem::path(folder_) / (fit.order.name + ".couplet")).string();
    if (std::filesystem::exists(file))
      throw Error(ErrorCode::usage, fit.order.name, "is there already", "choose another name");
    save_model(*fitted.model, file);
    done_(fit.order.name, file);
    for (const ReportEntry& entry : fitted.report.entries)
      report += fmt::format(R"({}{{"what":{},"value":{}}})", report.empty() ? "" : ",", json_string(entry.name),
                            json_string(entry.text()));
    state = "done";
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) state = "cancelled";
    problem = error.what();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  change(fit, [&] {
    fit.state = state;
    fit.problem = problem;
    fit.report = report;
    fit.order.data = {};
  });
}

}  // namespace couplet
