#include "couplet/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "couplet/base/error.h"

namespace couplet {
namespace {

thread_local bool inside_worker = false;

/// Marks this thread as a worker for as long as it lives.
class WorkerMark {
 public:
  WorkerMark() { inside_worker = true; }
  ~WorkerMark() { inside_worker = false; }
  WorkerMark(const WorkerMark&) = delete;
  WorkerMark& operator=(const WorkerMark&) = delete;
};

/// How many threads beside the caller can take part in `blocks` pieces of work.
int helpers_for(int threads, std::int64_t blocks) {
  return inside_worker ? 0 : static_cast<int>(std::min<std::int64_t>(threads, blocks)) - 1;
}

/// Keeps the exception of the lowest block or ticket.
class FirstFailure {
 public:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

  void record(std::int64_t ticket, std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (ticket >= ticket_) return;
    ticket_ = ticket;
    failure_ = std::move(failure);
  }
  std::int64_t ticket() const { return ticket_; }
  /// Called when all threads have ended.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::atomic<std::int64_t> ticket_{none};
  std::exception_ptr failure_;
};

}  // namespace

/// Threads that sleep between calls. A call asks for helpers and works too: it never waits for a helper that has not
/// begun, so calls of several threads at once share the helpers and none can block another.
class Pool::Workers {
 public:
  Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    wake_.notify_all();
  }

  /// Runs `body` on the caller and on up to `helpers` workers, and waits for all that began. `body` hands out work to
  /// itself: it returns when nothing is left to begin. It must not throw.
  void run(int helpers, const std::function<void()>& body) {
    Call call{body, helpers};
    {
      const std::lock_guard lock(mutex_);
      start(helpers);
      calls_.push_back(&call);
    }
    for (int i = 0; i < helpers; ++i) wake_.notify_one();
    {
      const WorkerMark mark;
      body();
    }
    std::unique_lock lock(mutex_);
    std::erase(calls_, &call);
    returned_.wait(lock, [&] { return call.at_work == 0; });
  }

 private:
  struct Call {
    const std::function<void()>& body;
    int wanted;
    int at_work = 0;
  };

  /// A machine that refuses more threads gets by with fewer.
  void start(int count) {
    try {
      while (static_cast<int>(threads_.size()) < count) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
    }
  }

  void work() {
    const WorkerMark mark;
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return closing_ || !calls_.empty(); });
      if (closing_) return;
      Call& call = *calls_.front();
      if (--call.wanted == 0) calls_.erase(calls_.begin());
      ++call.at_work;
      lock.unlock();
      call.body();
      lock.lock();
      std::erase(calls_, &call);
      if (--call.at_work == 0) returned_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, returned_;
  std::vector<Call*> calls_;  // those that want helpers, oldest first
  bool closing_ = false;
  std::vector<std::jthread> threads_;  // last, so that they are joined first
};

Pool::Pool(int threads)
    : threads_(threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
      workers_(threads_ > 1 ? std::make_shared<Workers>() : nullptr) {}

void Pool::for_blocks(std::int64_t count, std::int64_t block,
                      const std::function<void(std::int64_t begin, std::int64_t end)>& work) const {
  if (count <= 0) return;
  if (block <= 0) throw Error(ErrorCode::internal, "Pool::for_blocks", "the block size must be positive");
  const std::int64_t blocks = (count - 1) / block + 1;
  const auto run_block = [&](std::int64_t index) {
    const std::int64_t begin = index * block;
    work(begin, begin + std::min(block, count - begin));
  };
  const int helpers = helpers_for(threads_, blocks);
  if (helpers == 0) {
    for (std::int64_t index = 0; index < blocks; ++index) run_block(index);
    return;
  }
  // Blocks are handed out in order and every one handed out is finished, so all blocks below a failed one have run: the
  // lowest failure is the same however the threads interleave.
  std::atomic<std::int64_t> next{0};
  FirstFailure failure;
  workers_->run(helpers, [&] {
    while (failure.ticket() == FirstFailure::none) {
      const std::int64_t index = next.fetch_add(1);
      if (index >= blocks) return;
      try {
        run_block(index);
      } catch (...) {
        failure.record(index, std::current_exception());
      }
    }
  });
  failure.rethrow();
}

void Pool::run_line(const std::function<void(const Line&)>& worker) const {
  class Turnstiles : public Line {
   public:
    std::int64_t enter(const std::function<bool()>& read) const override {
      const std::lock_guard lock(reading_);
      if (ended_ || failure_.ticket() != FirstFailure::none) return -1;
      try {
        if (read()) return entered_++;
      } catch (...) {
        failure_.record(entered_, std::current_exception());
      }
      ended_ = true;
      return -1;
    }

    void guard(std::int64_t ticket, const std::function<void()>& work) const override {
      try {
        work();
      } catch (...) {
        failure_.record(ticket, std::current_exception());
      }
    }

    void leave(std::int64_t ticket, const std::function<void()>& take) const override {
      std::unique_lock lock(leaving_);
      turn_.wait(lock, [&] { return left_ == ticket || broken_; });
      if (broken_) return;
      // The turn itself keeps the others out, and every lower ticket has left: a failure at or below this ticket is
      // known by now, one above it does not concern this ticket. So what is taken does not depend on the threads.
      lock.unlock();
      if (ticket < failure_.ticket()) guard(ticket, take);
      lock.lock();
      ++left_;
      turn_.notify_all();
    }

    /// A worker died between the turnstiles (no memory): its ticket will never leave, so nobody may wait for it.
    void break_line(std::exception_ptr failure) const {
      failure_.record(-1, std::move(failure));
      const std::lock_guard lock(leaving_);
      broken_ = true;
      turn_.notify_all();
    }

    void rethrow() const { failure_.rethrow(); }

   private:
    mutable std::mutex reading_, leaving_;
    mutable std::condition_variable turn_;
    mutable std::int64_t entered_ = 0, left_ = 0;
    mutable bool ended_ = false, broken_ = false;
    mutable FirstFailure failure_;
  };

  const Turnstiles line;
  const auto body = [&] {
    try {
      worker(line);
    } catch (...) {
      line.break_line(std::current_exception());
    }
  };
  const int helpers = helpers_for(threads_, threads_);
  if (helpers == 0)
    body();
  else
    workers_->run(helpers, body);
  line.rethrow();
}

}  // namespace couplet
