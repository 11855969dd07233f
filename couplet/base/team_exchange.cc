#include "couplet/base/team_exchange.h"

#include <algorithm>
#include <cstdint>
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

void add_in_turn(Team& team, std::int64_t parts, std::int64_t rounds,
                 const std::function<void(std::int64_t round, std::int64_t part, std::vector<double>& sums)>& add) {
  const std::int64_t size = team.size(), rank = team.rank(), turns = rounds * size;
  std::vector<std::vector<double>> sums(static_cast<std::size_t>(rounds));  // as this process gets them in each round
  for (std::int64_t step = 0; step + 1 < parts + turns; ++step) {
    PartWriter on;  // what goes on to the next process
    for (std::int64_t round = 0; round < rounds; ++round) {
      const std::int64_t turn = round * size + rank, part = step - turn;
      if (part < 0 || part >= parts) continue;
      add(round, part, sums[round]);
      if (turn + 1 == turns) continue;
      on.put(rank + 1 == size ? round + 1 : round);
      on.put_list(sums[round]);
    }
    std::vector<std::string> to(static_cast<std::size_t>(size));
    to[(rank + 1) % size] = on.take();
    const std::vector<std::string> from = exchange(team, std::move(to));
    for (std::vector<double>& part : sums) part.clear();
    PartReader reader(from[(rank + size - 1) % size]);
    while (!reader.at_end()) {
      const auto round = reader.get<std::int64_t>();
      sums[round] = reader.get_list<double>();
    }
  }
}

std::int64_t parts_in_turn(std::int64_t size, std::int64_t least, const Team& team) {
  constexpr std::int64_t parts_a_process = 16;  // the last process waits for as many parts as there are processes
  return std::clamp<std::int64_t>(size / least, 1, team.size() == 1 ? 1 : parts_a_process * team.size());
}

}  // namespace couplet
