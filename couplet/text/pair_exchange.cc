#include "couplet/text/pair_exchange.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "couplet/base/segment.h"
#include "couplet/base/team_exchange.h"

namespace couplet {
namespace {

using Entries = std::vector<std::uint64_t>;

/// Sums of what every process has at each place, none above `most`.
std::vector<std::int64_t> summed(const std::vector<std::int64_t>& mine, std::int64_t most, Team& team) {
  PartWriter writer;
  writer.put_list(mine);
  std::vector<std::int64_t> sums(mine.size(), 0);
  for (const std::string& bytes : team.gather(writer.take())) {
    const auto more = PartReader(bytes).get_list<std::int64_t>();
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = std::min(most, sums[i] + more[i]);
  }
  return sums;
}

/// A process that found a cell which others found too is one of several that count it: these are no more than a guess
/// at what a row will have.
std::vector<std::int64_t> even_begins(const std::vector<std::int64_t>& cells, const Team& team) {
  std::int64_t all = 0, before = 0;
  for (const std::int64_t count : cells) all += count;
  std::vector<std::int64_t> begins{0};
  for (std::size_t row = 0; row < cells.size(); before += cells[row++])
    while (std::ssize(begins) < team.size() && before >= share_of(all, std::ssize(begins), team.size()).first)
      begins.push_back(static_cast<std::int64_t>(row));
  begins.resize(static_cast<std::size_t>(team.size()) + 1, std::ssize(cells));
  return begins;
}

std::string_view bytes_of(const Entries& entries) {
  return {reinterpret_cast<const char*>(entries.data()), entries.size() * sizeof(Entries::value_type)};
}

}  // namespace

std::vector<std::int64_t> exchange_pairs(PairRuns& runs, std::int64_t words, bool symmetric, const Run& run) {
  const PairLayout layout = runs.rule();
  Team& team = *run.team;
  std::vector<Entries> parts;
  std::vector<std::int64_t> cells(static_cast<std::size_t>(words), 0);
  runs.merge(run, [&](Entries&& part) {
    for_positions(layout, part, [&](std::size_t row, std::size_t column, std::uint64_t) {
      ++cells[row];
      if (symmetric && row != column) ++cells[column];
    });
    parts.emplace_back(part.begin(), part.end());  // not moved: a part has more capacity than it needs
  });
  runs.clear();
  const std::vector<std::int64_t> begins = even_begins(summed(cells, words, team), team);
  std::vector<int> owner(static_cast<std::size_t>(words));
  for (int rank = 0; rank < team.size(); ++rank)
    std::fill(owner.begin() + begins[rank], owner.begin() + begins[rank + 1], rank);

  // Pairs of runs that lay on the disk too: those found, and at most twice as many that go.
  std::int64_t found = 0;
  for (const Entries& part : parts) found += std::ssize(part);
  run.memory.require((symmetric ? 3 : 2) * found * static_cast<std::int64_t>(sizeof(Entries::value_type)),
                     "the pairs of words that go to other processes");
  std::vector<Entries> to(static_cast<std::size_t>(team.size())), from(to.size());
  for (int rank = 0; rank < team.size(); ++rank)  // a pair has a cell or two in its rows
    to[rank].reserve(std::accumulate(cells.begin() + begins[rank], cells.begin() + begins[rank + 1], std::size_t{0}));
  for (Entries& part : parts) {
    for (const std::uint64_t entry : part) {
      const int first = owner[layout.row(entry)], second = symmetric ? owner[layout.column(entry)] : first;
      to[first].push_back(entry);
      if (second != first) to[second].push_back(entry);
    }
    part = {};
  }
  from[team.rank()] = std::move(to[team.rank()]);
  std::vector<std::string_view> bytes;
  for (int rank = 0; rank < team.size(); ++rank) bytes.push_back(rank == team.rank() ? "" : bytes_of(to[rank]));
  exchange(team, bytes, [&](int rank, std::size_t size) {
    if (rank != team.rank()) from[rank].resize(size / sizeof(Entries::value_type));
    return reinterpret_cast<char*>(from[rank].data());
  });
  to = {};
  for (Entries& entries : from)
    runs.has_room(entries.size()) ? runs.add(std::move(entries)) : runs.add_on_disk(entries);
  return begins;
}

}  // namespace couplet
