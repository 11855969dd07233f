#include "couplet/base/team_exchange.h"

#include <algorithm>
#include <cstdint>

#include "couplet/base/part_bytes.h"

namespace couplet {

std::vector<std::string> exchange(Team& team, std::vector<std::string> to) {
  if (team.size() == 1) return to;
  if (auto* direct = dynamic_cast<ExchangingTeam*>(&team)) return direct->exchange(std::move(to));
  PartWriter writer;
  for (const std::string& bytes : to) writer.put_text(bytes);
  std::vector<std::string> from;
  for (const std::string& bytes : team.gather(writer.take())) {
    PartReader reader(bytes);
    for (int rank = 0; rank < team.rank(); ++rank) reader.get_text();
    from.emplace_back(reader.get_text());
  }
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
