#include "apps/mpi/mpi_team.h"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>

namespace couplet {
namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30;  // MPI counts in int
constexpr int bytes_tag = 1;

void send(const std::string& bytes, int to) {
  for (std::size_t at = 0; at < bytes.size(); at += most_at_once)
    MPI_Send(bytes.data() + at, static_cast<int>(std::min(most_at_once, bytes.size() - at)), MPI_BYTE, to, bytes_tag,
             MPI_COMM_WORLD);
}

void receive(std::string& bytes, int from) {
  for (std::size_t at = 0; at < bytes.size(); at += most_at_once)
    MPI_Recv(bytes.data() + at, static_cast<int>(std::min(most_at_once, bytes.size() - at)), MPI_BYTE, from, bytes_tag,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void broadcast_from(std::string& bytes, int from) {
  for (std::size_t at = 0; at < bytes.size(); at += most_at_once)
    MPI_Bcast(bytes.data() + at, static_cast<int>(std::min(most_at_once, bytes.size() - at)), MPI_BYTE, from,
              MPI_COMM_WORLD);
}

std::vector<std::uint64_t> sizes_of(const std::string& mine, int size) {
  const std::uint64_t own = mine.size();
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(size));
  MPI_Allgather(&own, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  return sizes;
}

}  // namespace

MpiTeam::MpiTeam(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &neighbours_);
  MPI_Comm_free(&here);
}

MpiTeam::~MpiTeam() { MPI_Finalize(); }

std::vector<std::string> MpiTeam::collect(std::string mine) {
  const std::vector<std::uint64_t> sizes = sizes_of(mine, size_);
  if (rank_ > 0) {
    send(mine, 0);
    return {};
  }
  std::vector<std::string> all(sizes.size());
  all[0] = std::move(mine);
  for (int rank = 1; rank < size_; ++rank) {
    all[rank].resize(sizes[rank]);
    receive(all[rank], rank);
  }
  return all;
}

std::vector<std::string> MpiTeam::gather(std::string mine) {
  const std::vector<std::uint64_t> sizes = sizes_of(mine, size_);
  std::vector<std::string> all(sizes.size());
  all[rank_] = std::move(mine);
  for (int rank = 0; rank < size_; ++rank) {
    all[rank].resize(sizes[rank]);
    broadcast_from(all[rank], rank);
  }
  return all;
}

std::string MpiTeam::broadcast(std::string bytes) {
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(size);
  broadcast_from(bytes, 0);
  return bytes;
}

void MpiTeam::wait_turn() const {
  constexpr std::chrono::milliseconds for_the_first{2000}, for_each{200};
  if (rank_ > 0) std::this_thread::sleep_for(for_the_first + rank_ * for_each);
}

void MpiTeam::abort(int code) const {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace couplet
