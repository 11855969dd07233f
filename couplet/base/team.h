// Processes that do one piece of work together.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// The numbers 0, 1, 2, ...: each goes to one process of a team, to the one that asks first. From one thread.
class TeamQueue {
 public:
  virtual ~TeamQueue() = default;
  virtual std::int64_t next() = 0;
};

/// All processes run the same program on the same data and call these in the same order, from one thread. What one of
/// them reads alone it hands to the others; what all know, each computes for itself. A process that fails ends all of
/// them: how is the affair of who made the team.
class Team {
 public:
  virtual ~Team() = default;
  virtual int size() const = 0;
  /// From 0. The first process writes what is made.
  virtual int rank() const = 0;
  bool is_first() const { return rank() == 0; }

  /// The bytes of every process in the order of their ranks, at the first process; nothing at the others.
  virtual std::vector<std::string> collect(std::string mine) = 0;
  /// The same at every process.
  virtual std::vector<std::string> gather(std::string mine) = 0;
  /// What the first process hands in, at every process.
  virtual std::string broadcast(std::string bytes) = 0;

  /// One queue for all processes. Each keeps it until they have met again (collect, gather or broadcast): a process may
  /// serve the others.
  virtual std::unique_ptr<TeamQueue> open_queue() = 0;

  /// Of a number of every process.
  std::int64_t sum(std::int64_t mine);
  /// Of as many numbers of every process, by their places.
  std::vector<std::int64_t> sums(const std::vector<std::int64_t>& mine);

  /// A team of one.
  static Team& solo();
};

}  // namespace couplet
