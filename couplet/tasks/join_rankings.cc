#include "couplet/tasks/join_rankings.h"

#include <algorithm>
#include <map>

namespace couplet {

void join_rankings(const std::vector<CollectedRows>& rankings, std::int64_t top, RowSink& rows) {
  constexpr double constant = 60;
  struct Joined {
    std::int64_t candidate;
    double score;
    std::size_t ranking, row;  // where it was first seen
  };
  std::map<std::int64_t, std::vector<Joined>> queries;
  for (std::size_t r = 0; r < rankings.size(); ++r) {
    std::map<std::int64_t, std::map<std::int64_t, std::size_t>> places;  // of candidates in `queries`, for this ranking
    for (const auto& [query, list] : queries)
      for (std::size_t i = 0; i < list.size(); ++i) places[query][list[i].candidate] = i;
    std::int64_t query_before = -1, rank = 0;
    double score_before = 0;
    for (std::size_t i = 0; i < rankings[r].size(); ++i) {
      const auto* score = std::get_if<double>(&rankings[r].at(i, "score"));
      if (!score) continue;
      const auto number = [&](const char* column) { return std::get<std::int64_t>(rankings[r].at(i, column)); };
      // Equal scores share the best of their ranks: else the order of the collection would tell them apart.
      if (number("query") != query_before || *score != score_before) rank = number("rank");
      query_before = number("query");
      score_before = *score;
      std::vector<Joined>& list = queries[query_before];
      const auto [at, fresh] = places[query_before].emplace(number("candidate"), list.size());
      if (fresh) list.push_back({number("candidate"), 0, r, i});
      list[at->second].score += 1 / (constant + static_cast<double>(rank));
    }
  }
  const std::vector<Column>& columns = rankings[0].columns();
  const bool with_text = columns.back().name == "text";
  Table table(rows, "rank", columns);
  for (auto& [query, list] : queries) {
    std::stable_sort(list.begin(), list.end(), [](const Joined& a, const Joined& b) { return a.score > b.score; });
    if (top > 0 && std::ssize(list) > top) list.resize(top);
    for (std::int64_t rank = 0; const Joined& joined : list) {
      std::vector<Cell> cells{query, ++rank, joined.candidate, joined.score};
      if (with_text) {
        const auto* text = std::get_if<std::string>(&rankings[joined.ranking].at(joined.row, "text"));
        cells.push_back(text ? Cell(*text) : Cell());
      }
      table.row(std::span<const Cell>(cells));
    }
  }
}

}  // namespace couplet
