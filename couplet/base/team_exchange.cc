#include "couplet/base/team_exchange.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "couplet/base/part_bytes.h"

namespace couplet {

void exchange(Team& team, std::span<const std::string_view> to, const PlaceOfBytes& place) {
  const auto put = [&](int rank, std::string_view bytes) {
    char* const at = place(rank, bytes.size());
    std::copy(bytes.begin(), bytes.end(), at);
  };
  if (team.size() == 1) return put(0, to[0]);
  if (auto* direct = dynamic_cast<ExchangingTeam*>(&team)) return direct->exchange(to, place);
  PartWriter writer;
  for (const std::string_view bytes : to) writer.put_text(bytes);
  const std::vector<std::string> all = team.gather(writer.take());
  for (int from = 0; from < team.size(); ++from) {
    PartReader reader(all[from]);
    for (int rank = 0; rank < team.rank(); ++rank) reader.get_text();
    put(from, reader.get_text());
  }
}

std::vector<std::string> exchange(Team& team, std::vector<std::string> to) {
  std::vector<std::string> from(to.size());
  std::string own = std::exchange(to[team.rank()], {});
  const std::vector<std::string_view> views(to.begin(), to.end());
  exchange(team, views, [&](int rank, std::size_t size) {
    from[rank].resize(size);
    return from[rank].data();
  });
  from[team.rank()] = std::move(own);
  return from;
}

void stream_to_first(Team& team, std::string_view mine, const std::function<void(std::string_view)>& take) {
  constexpr std::size_t piece = std::size_t{1} << 24;
  if (team.is_first()) take(mine);
  PartWriter writer;
  writer.put(static_cast<std::uint64_t>(mine.size()));
  const std::vector<std::string> sizes = team.gather(writer.take());
  for (int rank = 1; rank < team.size(); ++rank)
    for (std::size_t at = 0, end = PartReader(sizes[rank]).get<std::uint64_t>(); at < end; at += piece) {
      const bool speaks = rank == team.rank();
      const auto all = team.collect(speaks ? std::string(mine.substr(at, piece)) : std::string());
      if (team.is_first()) take(all[rank]);
    }
}

void add_in_turn(Team& team, std::int64_t parts,
                 const std::function<void(std::int64_t part, std::vector<double>& sums)>& add) {
  const std::int64_t rank = team.rank(), last = team.size() - 1;
  std::vector<double> sums;
  for (std::int64_t step = 0; step < parts + last; ++step) {
    std::vector<std::string> to(static_cast<std::size_t>(team.size()));
    if (const std::int64_t part = step - rank; part >= 0 && part < parts) {
      add(part, sums);
      if (rank < last) to[rank + 1].assign(reinterpret_cast<const char*>(sums.data()), sums.size() * sizeof(double));
    }
    const std::vector<std::string> from = exchange(team, std::move(to));
    sums.clear();
    if (rank == 0) continue;
    sums.resize(from[rank - 1].size() / sizeof(double));
    if (!sums.empty()) std::memcpy(sums.data(), from[rank - 1].data(), from[rank - 1].size());
  }
}

std::int64_t parts_in_turn(std::int64_t size, std::int64_t least, const Team& team) {
  constexpr std::int64_t parts_a_process = 16;  // the last process waits for as many parts as there are processes
  return std::clamp<std::int64_t>(size / least, 1, team.size() == 1 ? 1 : parts_a_process * team.size());
}

}  // namespace couplet
