// Objects with buffers that workers borrow and give back.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace couplet {

/// No more objects come into being than workers hold one at once. Safe from several threads.
template <class T>
class Spares {
 public:
  /// A spare one, or make() when there is none; make returns std::unique_ptr<T>.
  template <class Make>
  std::unique_ptr<T> borrow(Make&& make) {
    {
      const std::lock_guard lock(mutex_);
      if (!spares_.empty()) {
        std::unique_ptr<T> spare = std::move(spares_.back());
        spares_.pop_back();
        return spare;
      }
    }
    return std::forward<Make>(make)();
  }

  void give_back(std::unique_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    spares_.push_back(std::move(object));
  }

  /// All that were given back; call it when no worker is left.
  std::vector<std::unique_ptr<T>>& all() { return spares_; }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> spares_;
};

}  // namespace couplet
