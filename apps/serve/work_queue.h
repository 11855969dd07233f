// Threads for long requests, and the clock that ends those whose time is over.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "couplet/base/stop.h"

namespace couplet {

/// At most `most` jobs wait; those that run go to their end when it is destroyed, those that wait are run too.
class WorkQueue {
 public:
  WorkQueue(int threads, std::size_t most);
  ~WorkQueue();
  /// False when too many wait already.
  bool add(std::function<void()> job);

 private:
  void work();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  std::size_t most_;
  bool ending_ = false;
  std::vector<std::jthread> threads_;
};

/// Sets stop tokens when their time is over.
class Deadlines {
 public:
  using Clock = std::chrono::steady_clock;
  Deadlines();
  ~Deadlines();
  /// Until the end of the scope.
  class Watch {
   public:
    Watch(Deadlines& deadlines, StopToken& token, Clock::time_point end);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    Deadlines& deadlines_;
    std::pair<Clock::time_point, StopToken*> entry_;
  };
  /// Sets all of them, now.
  void end_all();

 private:
  void run();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::pair<Clock::time_point, StopToken*>> entries_;
  bool ending_ = false;
  std::jthread thread_;
};

}  // namespace couplet
