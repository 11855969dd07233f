// Asking long work to end early (Ctrl-C).
#pragma once

#include <atomic>

namespace couplet {

/// Set once, from any thread or a signal handler; polled by long work.
class StopToken {
 public:
  void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
  bool requested() const noexcept { return requested_.load(std::memory_order_relaxed); }
  /// Throws Error(interrupted) when a stop was requested.
  void check() const;
  /// A token that is never set.
  static const StopToken& never();

 private:
  std::atomic<bool> requested_{false};
};

}  // namespace couplet
