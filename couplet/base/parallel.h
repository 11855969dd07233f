// Threads that never change a result: blocks have a fixed size, results are taken in a fixed order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace couplet {

/// Runs work on several threads: the caller's and its own, which are started at the first call that needs them, sleep
/// between calls, are shared by copies, and end with the last copy. Const and safe to share: calls made at the same
/// time share the threads. A call made from inside a worker runs on that worker alone.
/// An exception thrown by work reaches the caller (the one of the lowest block, so that it is always the same one).
class Pool {
 public:
  /// threads <= 0: as many as the machine has cores.
  explicit Pool(int threads = 0);
  int threads() const { return threads_; }

  /// work(begin, end) for [0, block), [block, 2 block), ... up to count, in any order.
  void for_blocks(std::int64_t count, std::int64_t block,
                  const std::function<void(std::int64_t begin, std::int64_t end)>& work) const;

  /// An assembly line for data that streams: read() one at a time in order, work() in parallel, take() one at a time
  /// in reading order. At most threads() items are in flight, so memory stays bounded. A read() may run at the same
  /// time as a take(). After a failure of ticket t (read, work or take) the items before t are still taken, none after.
  ///   read: () -> std::optional<Item>, empty at the end;  work: (Item&&) -> Result;  take: (Result&&) -> void
  template <class Read, class Work, class Take>
  void stream(Read&& read, Work&& work, Take&& take) const {
    using Item = typename std::invoke_result_t<Read>::value_type;
    using Result = std::invoke_result_t<Work, Item&&>;
    run_line([&](const Line& line) {
      for (;;) {
        std::optional<Item> item;
        const std::int64_t ticket = line.enter([&] { return (item = read()).has_value(); });
        if (ticket < 0) return;
        std::optional<Result> result;
        line.guard(ticket, [&] { result.emplace(work(std::move(*item))); });
        line.leave(ticket, [&] { take(std::move(*result)); });
      }
    });
  }

 private:
  /// The turnstiles of an assembly line; see parallel.cc.
  class Line {
   public:
    virtual ~Line() = default;
    /// Runs read alone; returns its ticket (0, 1, ...), or -1 when the input has ended or the line has failed.
    virtual std::int64_t enter(const std::function<bool()>& read) const = 0;
    /// Runs work; a failure is kept for the caller.
    virtual void guard(std::int64_t ticket, const std::function<void()>& work) const = 0;
    /// Waits for its turn, then runs take alone (not after a failure).
    virtual void leave(std::int64_t ticket, const std::function<void()>& take) const = 0;
  };
  void run_line(const std::function<void(const Line&)>& worker) const;

  class Workers;
  int threads_;
  std::shared_ptr<Workers> workers_;
};

}  // namespace couplet
