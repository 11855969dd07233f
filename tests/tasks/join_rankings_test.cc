#include "couplet/tasks/join_rankings.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <tuple>

using namespace couplet;

namespace {

/// Query 0: the candidates in this order; below 0: one without a score.
CollectedRows ranking_of(const std::vector<std::int64_t>& candidates) {
  using enum CellType;
  CollectedRows rows;
  Table table(rows, "rank", {{"query", integer}, {"rank", integer}, {"candidate", integer}, {"score", real}});
  for (std::int64_t rank = 0; const std::int64_t candidate : candidates) {
    ++rank;
    table.row(
        {std::int64_t{0}, rank, std::abs(candidate), candidate < 0 ? Cell() : Cell(1.0 / static_cast<double>(rank))});
  }
  return rows;
}

}  // namespace

TEST_CASE("rankings are joined by the sums of their reciprocal ranks") {
  CollectedRows joined;
  join_rankings({ranking_of({7, 5, 3}), ranking_of({5, 9, -4})}, 3, joined);
  REQUIRE(joined.size() == 3);
  const auto candidate = [&](std::size_t i) { return std::get<std::int64_t>(joined.at(i, "candidate")); };
  const auto score = [&](std::size_t i) { return std::get<double>(joined.at(i, "score")); };
  CHECK(candidate(0) == 5);
  CHECK(score(0) == doctest::Approx(1.0 / 62 + 1.0 / 61));
  CHECK(candidate(1) == 7);
  CHECK(score(1) == doctest::Approx(1.0 / 61));
  CHECK(candidate(2) == 9);
  CHECK(score(2) == doctest::Approx(1.0 / 62));
  CollectedRows all;
  join_rankings({ranking_of({7, 5, 3}), ranking_of({5, 9, -4})}, 0, all);
  CHECK(all.size() == 4);
}

TEST_CASE("equal scores have the same rank: the order of the collection says nothing") {
  using enum CellType;
  CollectedRows tied, joined;
  Table table(tied, "rank", {{"query", integer}, {"rank", integer}, {"candidate", integer}, {"score", real}});
  for (const auto& [query, rank, candidate, score] :
       {std::tuple(0, 1, 7, 2.0), std::tuple(0, 2, 5, 1.0), std::tuple(0, 3, 3, 1.0), std::tuple(0, 4, 9, 0.5),
        std::tuple(1, 1, 4, 0.5)})
    table.row({std::int64_t{query}, std::int64_t{rank}, std::int64_t{candidate}, score});
  join_rankings({tied}, 0, joined);
  const std::vector<double> wanted{1.0 / 61, 1.0 / 62, 1.0 / 62, 1.0 / 64, 1.0 / 61};
  REQUIRE(joined.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    CHECK(std::get<double>(joined.at(i, "score")) == doctest::Approx(wanted[i]).epsilon(1e-12));
}
