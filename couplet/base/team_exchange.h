// Bytes between the processes of a team that are not for all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/team.h"

namespace couplet {

/// Where `size` bytes from process `rank` shall go.
using PlaceOfBytes = std::function<char*(int rank, std::size_t size)>;

/// A team whose processes hand bytes to each other directly.
class ExchangingTeam : public Team {
 public:
  /// to[r]: for process r, also for this one. place is called for each rank in order, before any byte has come.
  virtual void exchange(std::span<const std::string_view> to, const PlaceOfBytes& place) = 0;
};

/// The same for any team: where there is no direct way all get everything, and take what is theirs.
void exchange(Team& team, std::span<const std::string_view> to, const PlaceOfBytes& place);
/// Gives what each process had for this one, by rank.
std::vector<std::string> exchange(Team& team, std::vector<std::string> to);

/// Calls take, at the first process only, with the bytes of all processes in the order of their ranks, in pieces: what
/// no process could hold can so be written or hashed.
void stream_to_first(Team& team, std::string_view mine, const std::function<void(std::string_view)>& take);

/// Sums that every process adds to after those before it, `rounds` times around: what the last one has in the end are
/// the sums of a program of one process, to the bit, and what is added stays where it is. They travel in `parts` parts,
/// one after the other, so that all processes are at work at the same time. add(round, part, sums): sums are what was
/// added before, none at first.
void add_in_turn(Team& team, std::int64_t parts, std::int64_t rounds,
                 const std::function<void(std::int64_t round, std::int64_t part, std::vector<double>& sums)>& add);
/// How many parts are enough for that, none of them smaller than `least` of `size`.
std::int64_t parts_in_turn(std::int64_t size, std::int64_t least, const Team& team);

}  // namespace couplet
