#include "apps/mpi/mpi_queue.h"

#include <mpi.h>

#include <chrono>

namespace couplet {
namespace {

constexpr int first_tag = 2, tags = 1024;  // below are those of mpi_team.cc
constexpr std::chrono::milliseconds between_looks{1};

}  // namespace

MpiQueue::MpiQueue(int rank, int number) : rank_(rank), tag_(first_tag + number % tags) {
  if (rank_ == 0) server_ = std::jthread([this](const std::stop_token& end) { serve(end); });
}

std::int64_t MpiQueue::next() {
  if (rank_ == 0) return next_++;
  std::int64_t number = 0;
  MPI_Send(nullptr, 0, MPI_BYTE, 0, tag_, MPI_COMM_WORLD);
  MPI_Recv(&number, 1, MPI_INT64_T, 0, tag_, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return number;
}

/// MPI waits by looking all the time: a processor would be lost.
void MpiQueue::serve(const std::stop_token& end) {
  while (!end.stop_requested()) {
    int asked = 0;
    MPI_Status question;
    MPI_Iprobe(MPI_ANY_SOURCE, tag_, MPI_COMM_WORLD, &asked, &question);
    if (!asked) {
      std::this_thread::sleep_for(between_looks);
      continue;
    }
    const std::int64_t number = next_++;
    MPI_Recv(nullptr, 0, MPI_BYTE, question.MPI_SOURCE, tag_, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&number, 1, MPI_INT64_T, question.MPI_SOURCE, tag_, MPI_COMM_WORLD);
  }
}

}  // namespace couplet
