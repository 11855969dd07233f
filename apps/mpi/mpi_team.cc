#include "apps/mpi/mpi_team.h"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include "apps/mpi/mpi_queue.h"
#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30;  // MPI counts in int
constexpr int bytes_tag = 1, failure_tag = 0;

void send(const std::string& bytes, int to) {
  for (std::size_t at = 0; at < bytes.size(); at += most_at_once)
    MPI_Send(bytes.data() + at, static_cast<int>(std::min(most_at_once, bytes.size() - at)), MPI_BYTE, to, bytes_tag,
             MPI_COMM_WORLD);
}

void receive(char* to, std::size_t size, int from) {
  for (std::size_t at = 0; at < size; at += most_at_once)
    MPI_Recv(to + at, static_cast<int>(std::min(most_at_once, size - at)), MPI_BYTE, from, bytes_tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
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

/// On one machine there is one way between processes: not to look for networks makes the start a third shorter. What
/// the user says otherwise stands.
void prefer_shared_memory() {
  const char *here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE"), *all = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (!here || !all || std::string(here) != all) return;
  setenv("OMPI_MCA_pml", "ob1", 0);
  setenv("OMPI_MCA_btl", "self,vader", 0);
}

}  // namespace

MpiTeam::MpiTeam(int& argc, char**& argv) {
  prefer_shared_memory();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  may_use_threads_ = provided == MPI_THREAD_MULTIPLE;
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
    sent_ += mine.size();
    send(mine, 0);
    return {};
  }
  std::vector<std::string> all(sizes.size());
  all[0] = std::move(mine);
  for (int rank = 1; rank < size_; ++rank) {
    all[rank].resize(sizes[rank]);
    receive(all[rank].data(), sizes[rank], rank);
  }
  return all;
}

std::vector<std::string> MpiTeam::gather(std::string mine) {
  const std::vector<std::uint64_t> sizes = sizes_of(mine, size_);
  std::vector<std::string> all(sizes.size());
  sent_ += mine.size() * (size_ - 1);
  all[rank_] = std::move(mine);
  for (int rank = 0; rank < size_; ++rank) {
    all[rank].resize(sizes[rank]);
    broadcast_from(all[rank], rank);
  }
  return all;
}

std::string MpiTeam::broadcast(std::string bytes) {
  std::uint64_t size = bytes.size();
  if (is_first()) sent_ += size * (size_ - 1);
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(size);
  broadcast_from(bytes, 0);
  return bytes;
}

void MpiTeam::exchange(std::span<const std::string_view> to, const PlaceOfBytes& place) {
  std::vector<std::uint64_t> out, in(to.size());
  for (const std::string_view bytes : to) out.push_back(bytes.size());
  MPI_Alltoall(out.data(), 1, MPI_UINT64_T, in.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  std::vector<char*> places;
  for (int rank = 0; rank < size_; ++rank) places.push_back(place(rank, in[rank]));
  std::copy(to[rank_].begin(), to[rank_].end(), places[rank_]);
  // Step by step each process sends to one and gets from another: nobody waits for one that all send to.
  for (int step = 1; step < size_; ++step) {
    const int there = (rank_ + step) % size_, back = (rank_ - step + size_) % size_;
    sent_ += to[there].size();
    std::vector<MPI_Request> under_way;
    for (std::size_t at = 0; at < to[there].size(); at += most_at_once)
      MPI_Isend(to[there].data() + at, static_cast<int>(std::min(most_at_once, to[there].size() - at)), MPI_BYTE, there,
                bytes_tag, MPI_COMM_WORLD, &under_way.emplace_back());
    receive(places[back], in[back], back);
    MPI_Waitall(static_cast<int>(under_way.size()), under_way.data(), MPI_STATUSES_IGNORE);
  }
}

std::unique_ptr<TeamQueue> MpiTeam::open_queue() {
  if (!may_use_threads_)
    throw Error(ErrorCode::usage, "--balance", "needs an MPI that several threads of a process may call",
                "leave it out, or use another MPI");
  return std::make_unique<MpiQueue>(rank_, queues_++);
}

void MpiTeam::wait_turn() const {
  constexpr std::chrono::milliseconds for_others{2000}, between_looks{10};
  constexpr std::chrono::seconds until_ended{60};
  std::vector<MPI_Request> told(static_cast<std::size_t>(size_ - rank_ - 1));
  for (int above = rank_ + 1; above < size_; ++above)
    MPI_Isend(nullptr, 0, MPI_BYTE, above, failure_tag, MPI_COMM_WORLD, &told[above - rank_ - 1]);
  if (rank_ == 0) return;
  // All wait as long, so that whoever failed at about the same time has said so.
  const auto end = std::chrono::steady_clock::now() + for_others;
  int failed = 0;
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(between_looks);  // MPI waits by looking all the time
    MPI_Iprobe(MPI_ANY_SOURCE, failure_tag, MPI_COMM_WORLD, &failed, MPI_STATUS_IGNORE);
  }
  if (failed) std::this_thread::sleep_for(until_ended);  // one before this one speaks, and ends us
}

void MpiTeam::abort(int code) const {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace couplet
