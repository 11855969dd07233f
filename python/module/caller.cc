#include "python/module/caller.h"

#include <chrono>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/reading_limit.h"

namespace couplet::python {
namespace {

constexpr auto longest_wait = std::chrono::milliseconds(50);  // until Ctrl-C is noticed

/// Made once for each number of threads, and never destroyed: the interpreter ends in its own order.
std::map<int, Pool>*& pools() {
  static auto* made = new std::map<int, Pool>();
  return made;
}

Pool pool_of(int threads) { return pools()->try_emplace(threads, threads).first->second; }

}  // namespace

void forget_threads() { pools() = new std::map<int, Pool>(); }

/// What the library says, from any thread, until the caller passes it on.
class Caller::Messages final : public Observer {
 public:
  explicit Messages(Caller& caller) : caller_(caller) {}

  void begin(std::string_view stage, std::int64_t total, std::string_view unit) override {
    const std::lock_guard lock(mutex_);
    stages_.push_back({std::string(stage), 0, total, std::string(unit)});
  }
  void resume(std::int64_t done) override {
    const std::lock_guard lock(mutex_);
    if (!stages_.empty()) stages_.back().done = stages_.back().before = done;
  }
  void remark(std::string_view words) override {
    const std::lock_guard lock(mutex_);
    if (!stages_.empty()) stages_.back().remark = words;
  }
  void advance(std::int64_t done) override {
    const std::lock_guard lock(mutex_);
    if (!stages_.empty()) stages_.back().done = done;
  }
  void end() override {
    const std::lock_guard lock(mutex_);
    if (!stages_.empty()) stages_.pop_back();
  }
  void warn(std::string_view message) override {
    const std::lock_guard lock(mutex_);
    warnings_.emplace_back(message);
    caller_.changed_.notify_all();
  }

  struct StageNow {
    std::string name;
    std::int64_t done, total;
    std::string unit;
    std::int64_t before = 0;
    std::string remark = {};
  };
  std::vector<std::string> take_warnings() {
    const std::lock_guard lock(mutex_);
    return std::exchange(warnings_, {});
  }
  bool stage_now(StageNow& now) const {
    const std::lock_guard lock(mutex_);
    if (!stages_.empty()) now = stages_.back();
    return !stages_.empty();
  }

 private:
  Caller& caller_;
  mutable std::mutex mutex_;
  std::vector<StageNow> stages_;
  std::vector<std::string> warnings_;
};

Caller::Caller(const py::dict& settings)
    : watcher_(settings["watcher"]),
      threads_(settings["threads"].cast<int>()),
      memory_(settings["memory"].cast<std::int64_t>()),
      seed_(settings["seed"].cast<std::uint64_t>()),
      messages_(std::make_unique<Messages>(*this)) {}
Caller::~Caller() = default;

void Caller::run(const std::function<void(const Run& run)>& work) {
  Run run;
  run.pool = pool_of(threads_);
  if (memory_ > 0) {
    run.memory = MemoryBudget(memory_);
    set_reading_memory(memory_);
  }
  run.seed = seed_;
  run.observer = messages_.get();
  run.stop = &stop_;
  std::thread worker([&] {
    try {
      work(run);
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  });
  bool ended = false;
  while (!ended) {
    {
      const py::gil_scoped_release others;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, longest_wait, [&] { return ended_ || !questions_.empty(); });
      ended = ended_;
    }
    answer_questions();
    look_after();
  }
  {
    const py::gil_scoped_release others;
    worker.join();
  }
  if (python_failure_) std::rethrow_exception(std::exchange(python_failure_, nullptr));
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Caller::ask(const std::function<void()>& question) {
  Question one{&question};
  std::unique_lock lock(mutex_);
  questions_.push_back(&one);
  changed_.notify_all();
  changed_.wait(lock, [&] { return one.done; });
  if (stop_.requested()) throw Error(ErrorCode::interrupted, "", "stopped");
}

void Caller::answer_questions() {
  for (;;) {
    Question* next = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (questions_.empty()) return;
      next = questions_.front();
      questions_.pop_front();
    }
    try {
      if (!python_failure_) (*next->ask)();
    } catch (...) {
      keep_failure();
    }
    const std::lock_guard lock(mutex_);
    next->done = true;
    changed_.notify_all();
  }
}

void Caller::look_after() {
  if (python_failure_) return;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    for (const std::string& message : messages_->take_warnings()) watcher_.attr("warn")(message);
    if (Messages::StageNow now; messages_->stage_now(now))
      watcher_.attr("progress")(now.name, now.done, now.total, now.unit, now.before, now.remark);
  } catch (...) {
    keep_failure();
  }
}

void Caller::keep_failure() {
  python_failure_ = std::current_exception();
  stop_.request();
}

}  // namespace couplet::python
