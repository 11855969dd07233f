// A queue of numbers that the first of some MPI processes hands out.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "couplet/base/team.h"

namespace couplet {

/// The first process answers the others from a thread of its own: what it computes itself, and how slowly, keeps nobody
/// waiting. Needs MPI_THREAD_MULTIPLE.
class MpiQueue final : public TeamQueue {
 public:
  /// number: of the queue, the same in all processes; queues that some still hold have different ones.
  MpiQueue(int rank, int number);
  std::int64_t next() override;

 private:
  void serve(const std::stop_token& end);

  int rank_, tag_;
  std::atomic<std::int64_t> next_ = 0;
  std::jthread server_;  // last, so that it ends first
};

}  // namespace couplet
