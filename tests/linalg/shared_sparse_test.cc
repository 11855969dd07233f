#include "couplet/linalg/shared_sparse.h"

#include <doctest/doctest.h>

#include "couplet/base/random.h"
#include "couplet/base/segment.h"
#include "couplet/base/team_exchange.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/linalg/truncated_svd.h"
#include "tests/base/thread_team.h"

namespace couplet {
namespace {

template <class T>
CsrMatrix<T> table_like_words(Index rows, Index cols, Index cells, std::uint64_t seed) {
  Random random(seed);
  std::vector<Triplet<T>> triplets;
  for (Index i = 0; i < cells; ++i)  // more in the first rows, as in a table of words
    triplets.push_back({std::min(random.below(rows), random.below(rows)), random.below(cols),
                        static_cast<T>(1 + random.below(5)) / T(3)});
  return CsrMatrix<T>::from_triplets(rows, cols, std::move(triplets));
}

std::vector<Index> even_begins_of(Index rows, const Team& team) {
  std::vector<Index> begins;
  for (int rank = 0; rank < team.size(); ++rank) begins.push_back(share_of(rows, rank, team.size()).first);
  begins.push_back(rows);
  return begins;
}

/// The rows [first, last), the others empty.
template <class T>
CsrMatrix<T> only_rows(const CsrMatrix<T>& matrix, Index first, Index last) {
  std::vector<Triplet<T>> triplets;
  for (Index i = first; i < last; ++i)
    for (std::int64_t at = matrix.offsets()[i]; at < matrix.offsets()[i + 1]; ++at)
      triplets.push_back({i, matrix.columns()[at], matrix.values()[at]});
  return CsrMatrix<T>::from_triplets(matrix.rows(), matrix.cols(), std::move(triplets));
}

template <class T>
OwnedRows<T> own_share(const CsrMatrix<T>& matrix, const Team& team) {
  const auto begins = even_begins_of(matrix.rows(), team);
  return {only_rows(matrix, begins[team.rank()], begins[team.rank() + 1]), begins};
}

template <class T>
bool same_cells(const CsrMatrix<T>& a, const CsrMatrix<T>& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a.offsets() == b.offsets() && a.columns() == b.columns() &&
         a.values() == b.values();
}

}  // namespace

TEST_CASE("shared rows: transpose, whole and sums are those of one process") {
  const auto matrix = table_like_words<double>(40, 23, 300, 1), transposed = matrix.transposed();
  for (const int size : {1, 2, 5}) {
    const auto good = in_team(size, [&](Team& team) {
      const OwnedRows<double> mine = own_share(matrix, team);
      const OwnedRows<double> turned = transposed_in_team(mine.matrix, team);
      const Index first = turned.begins[team.rank()], last = turned.begins[team.rank() + 1];
      const CsrMatrix<double> at_first = whole_at_first(mine.matrix, team);
      return same_cells(turned.matrix, only_rows(transposed, first, last)) &&
             turned.matrix.nonzeros() < 2 * matrix.nonzeros() / size + 10 &&
             same_cells(whole_everywhere(mine.matrix, team), matrix) &&
             (team.is_first() ? same_cells(at_first, matrix) : at_first.nonzeros() == 0) &&
             whole_offsets(mine.matrix, team) == matrix.offsets() &&
             row_sums_in_team(mine.matrix, mine.begins, team) == matrix.row_sums() &&
             row_sums_in_team(turned.matrix, turned.begins, team) == matrix.col_sums();
    });
    for (const bool all_good : good) CHECK(all_good);
  }
}

TEST_CASE("rows of blocks: each computes its own, then all have all; in a wider matrix too") {
  const auto matrix = table_like_words<double>(40, 23, 300, 1);
  const MatrixD x = MatrixD::Random(23, 3);
  MatrixD expected(40, 3);
  matrix.multiply(x, expected, Run());
  for (const int size : {1, 2, 5}) {
    const auto good = in_team(size, [&](Team& team) {
      Run run;
      run.team = &team;
      const std::vector<Index> begins = even_begins_of(20, team);  // of two blocks
      const auto own = own_ranges(40, begins, team);
      CHECK(own_ranges(40, {}, team) == std::vector<std::pair<Index, Index>>{{0, 40}});
      MatrixD wide = MatrixD::Zero(40, 5);
      auto out = wide.middleCols(1, 3);
      multiply_own<double>({matrix, begins}, x, out, run);
      const Index computed = (out.rowwise().squaredNorm().array() > 0).count();
      exchange_blocks<double>(out, begins, team);
      return own.size() == 2 && own[1].first == own[0].first + 20 && (size == 1 || computed < 40) && out == expected &&
             wide.col(0).isZero(0) && wide.col(4).isZero(0);
    });
    for (const bool all_good : good) CHECK(all_good);
  }
}

TEST_CASE("evened: who has too many rows gives some away") {
  const auto matrix = table_like_words<float>(40, 23, 300, 1);
  for (const int size : {1, 2, 5}) {
    const auto good = in_team(size, [&](Team& team) {
      std::vector<Index> begins(static_cast<std::size_t>(size) + 1, 37);  // nearly all for the first, none in between
      begins.front() = 0;
      begins.back() = 40;
      const OwnedRows<float> uneven{only_rows(matrix, begins[team.rank()], begins[team.rank() + 1]), begins};
      const OwnedRows<float> even = evened(uneven, team), again = evened(even, team);
      const Index first = even.begins[team.rank()], last = even.begins[team.rank() + 1];
      return even.begins == rows_of_even_entries(matrix.offsets(), team) && again.begins == even.begins &&
             same_cells(even.matrix, only_rows(matrix, first, last)) && same_cells(again.matrix, even.matrix);
    });
    for (const bool all_good : good) CHECK(all_good);
  }
}

TEST_CASE("long pieces reach the first process in order") {
  for (const int size : {1, 3}) {
    const auto got = in_team(size, [&](Team& team) {
      std::string all;
      stream_to_first(team, std::string((std::size_t{1} << 24) + 7, static_cast<char>('a' + team.rank())),
                      [&](std::string_view piece) { all += piece; });
      return all;
    });
    std::string expected;
    for (int rank = 0; rank < size; ++rank)
      expected += std::string((std::size_t{1} << 24) + 7, static_cast<char>('a' + rank));
    CHECK(got[0] == expected);
    if (size > 1) CHECK(got[1].empty());
  }
}

TEST_CASE("a team that shares table and basis finds the same singular vectors, to the bit") {
  const auto matrix = table_like_words<float>(20'000, 17'000, 120'000, 3);  // long enough to share the basis
  const TruncatedSvd<float> expected = truncated_svd<float>(CsrOperator<float>(matrix), 3, {}, Run());
  REQUIRE(expected.s.size() == 3);
  for (const int size : {2, 3}) {
    const auto all = in_team(size, [&](Team& team) {
      Run run;
      run.team = &team;
      OwnedRows<float> rows = own_share(matrix, team), columns = own_share(matrix.transposed(), team);
      return truncated_svd<float>(CsrOperator<float>(std::move(rows), std::move(columns)), 3, {}, run);
    });
    for (const TruncatedSvd<float>& svd : all) {
      CHECK(svd.u == expected.u);
      CHECK(svd.s == expected.s);
      CHECK(svd.v == expected.v);
    }
  }
}

}  // namespace couplet
