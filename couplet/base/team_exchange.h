// Bytes between the processes of a team that are not for all of them.
#pragma once

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

}  // namespace couplet
