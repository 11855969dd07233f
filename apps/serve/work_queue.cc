#include "apps/serve/work_queue.h"

namespace couplet {

WorkQueue::WorkQueue(int threads, std::size_t most) : most_(most) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

WorkQueue::~WorkQueue() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
}

bool WorkQueue::add(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_) return false;
    waiting_.push_back(std::move(job));
  }
  changed_.notify_one();
  return true;
}

void WorkQueue::work() {
  for (;;) {
    std::function<void()> job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      job = std::move(waiting_.front());
      waiting_.pop_front();
    }
    job();
  }
}

Deadlines::Deadlines() : thread_([this] { run(); }) {}

Deadlines::~Deadlines() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
}

Deadlines::Watch::Watch(Deadlines& deadlines, StopToken& token, Clock::time_point end)
    : deadlines_(deadlines), entry_(end, &token) {
  const std::lock_guard lock(deadlines_.mutex_);
  deadlines_.entries_.insert(entry_);
}

Deadlines::Watch::~Watch() {
  const std::lock_guard lock(deadlines_.mutex_);
  deadlines_.entries_.erase(entry_);
}

void Deadlines::end_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [end, token] : entries_) token->request();
}

void Deadlines::run() {
  constexpr auto tick = std::chrono::milliseconds(100);
  std::unique_lock lock(mutex_);
  while (!ending_) {
    for (const auto& [end, token] : entries_) {
      if (end > Clock::now()) break;
      token->request();
    }
    changed_.wait_for(lock, tick);
  }
}

}  // namespace couplet
