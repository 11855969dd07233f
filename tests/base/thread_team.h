// A team whose processes are threads of the test.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "couplet/base/team.h"

namespace couplet {

/// Where the threads meet.
class MeetingPlace {
 public:
  explicit MeetingPlace(int size) : next_(size) {}

  std::vector<std::string> gather(int rank, std::string mine) {
    std::unique_lock lock(mutex_);
    next_[rank] = std::move(mine);
    const int round = round_;
    if (++arrived_ == static_cast<int>(next_.size())) {
      all_ = next_;
      arrived_ = 0;
      ++round_;
      met_.notify_all();
    } else {
      met_.wait(lock, [&] { return round_ != round; });
    }
    return all_;
  }

  /// The next number of a queue.
  std::int64_t next(int queue) {
    const std::lock_guard lock(mutex_);
    return queues_[queue]++;
  }

 private:
  std::mutex mutex_;
  std::condition_variable met_;
  std::vector<std::string> next_, all_;
  int arrived_ = 0, round_ = 0;
  std::map<int, std::int64_t> queues_;
};

class ThreadTeam final : public Team {
 public:
  ThreadTeam(MeetingPlace& place, int size, int rank) : place_(place), size_(size), rank_(rank) {}
  int size() const override { return size_; }
  int rank() const override { return rank_; }
  std::vector<std::string> collect(std::string mine) override {
    auto all = gather(std::move(mine));
    return is_first() ? all : std::vector<std::string>();
  }
  std::vector<std::string> gather(std::string mine) override { return place_.gather(rank_, std::move(mine)); }
  std::string broadcast(std::string bytes) override { return gather(std::move(bytes))[0]; }
  std::unique_ptr<TeamQueue> open_queue() override { return std::make_unique<Queue>(place_, queues_++); }

 private:
  class Queue final : public TeamQueue {
   public:
    Queue(MeetingPlace& place, int number) : place_(place), number_(number) {}
    std::int64_t next() override { return place_.next(number_); }

   private:
    MeetingPlace& place_;
    int number_;
  };

  MeetingPlace& place_;
  int size_, rank_, queues_ = 0;
};

/// What work(team) gives in each of `size` threads.
template <class Work>
auto in_team(int size, Work&& work) {
  using Result = decltype(work(Team::solo()));
  MeetingPlace place(size);
  std::deque<Result> results(static_cast<std::size_t>(size));  // of bools too each is written alone, not so in a vector
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      ThreadTeam team(place, size, rank);
      results[rank] = work(team);
    });
  threads.clear();  // joined
  return results;
}

}  // namespace couplet
