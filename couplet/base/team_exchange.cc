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

}  // namespace couplet
