// A team of MPI processes.
#pragma once

#include <cstdint>

#include "couplet/base/team_exchange.h"

namespace couplet {

/// MPI from the constructor to the destructor; one a program.
class MpiTeam final : public ExchangingTeam {
 public:
  MpiTeam(int& argc, char**& argv);
  ~MpiTeam() override;
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;

  int size() const override { return size_; }
  int rank() const override { return rank_; }
  std::vector<std::string> collect(std::string mine) override;
  std::vector<std::string> gather(std::string mine) override;
  std::string broadcast(std::string bytes) override;
  void exchange(std::span<const std::string_view> to, const PlaceOfBytes& place) override;
  std::unique_ptr<TeamQueue> open_queue() override;

  /// Bytes that this process has handed in for others, once for each that gets them.
  std::uint64_t sent() const { return sent_; }
  /// Processes on this machine, this one included.
  int neighbours() const { return neighbours_; }
  /// For a process that has failed: tells those after it, and waits for those before it to speak first, had they failed
  /// too. So of an error that several meet only one line is written.
  void wait_turn() const;
  /// Ends all processes with this exit code.
  [[noreturn]] void abort(int code) const;

 private:
  int size_ = 1, rank_ = 0, neighbours_ = 1, queues_ = 0;
  std::uint64_t sent_ = 0;
  bool may_use_threads_ = false;
};

}  // namespace couplet
