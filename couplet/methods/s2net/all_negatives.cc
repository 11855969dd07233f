#include "couplet/methods/s2net/all_negatives.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "couplet/base/team_exchange.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/methods/s2net/ranking_terms.h"

namespace couplet {
namespace {

// A block of rows times a block of columns is in memory at once. Its columns are shared out in tiles (similarities,
// losses, the gradient of the competitors), then its rows in parts (the gradient of the left texts): each result has
// one owner and is added to in a fixed order. The processes of a team are such owners too.
constexpr Index row_block = 2048, row_part = 256;
constexpr Index column_block = 8192, tile = RankingTerms::capacity;

template <class T>
class ComparisonWithAll {
 public:
  ComparisonWithAll(const Contests& contests, const Matrix<T>& p, const Matrix<T>& q, const std::vector<double>& own,
                    double gamma, bool squared, NegativesResult<T>& result, const Run& run)
      : contests_(contests), p_(p), q_(q), own_(own), gamma_(gamma), squared_(squared), result_(result), run_(run) {
    double largest_share = 0;
    for (const Contest& contest : contests.all()) largest_share = std::max(largest_share, contest.share);
    unit_ = largest_share;
    block_.resize(std::min(row_block, p.rows()), std::min(column_block, q.rows()));
  }

  void run() {
    result_.loss = 0;
    result_.scale = squared_ ? unit_ : gamma_ * unit_;
    result_.slopes.assign(contests_.all().size(), 0.0);
    result_.left.resize(p_.rows(), p_.cols());
    result_.competitors.resize(q_.rows(), q_.cols());
    for (Index row = 0; row < p_.rows(); row += row_block) {
      const Index rows = std::min(row_block, p_.rows() - row);
      for (Index column = 0; column < q_.rows(); column += column_block) {
        const Index columns = std::min(column_block, q_.rows() - column);
        const std::vector<Index> begins = even_rows(rows, row_part, *run_.team);
        compare(row, rows, begins, column, columns);
        const Index own = begins[run_.team->rank()];
        run_.pool.for_blocks(begins[run_.team->rank() + 1] - own, row_part, [&](Index begin, Index end) {
          begin += own;
          end += own;
          gemm(Transpose::no, Transpose::no, T(1), block_.block(begin, 0, end - begin, columns),
               q_.middleRows(column, columns), T(column == 0 ? 0 : 1),
               result_.left.middleRows(row + begin, end - begin));
        });
        if (column + columns == q_.rows()) exchange_rows<T>(result_.left.middleRows(row, rows), begins, *run_.team);
      }
    }
    for (Index column = 0; column < q_.rows(); column += column_block) {
      const Index columns = std::min(column_block, q_.rows() - column);
      exchange_rows<T>(result_.competitors.middleRows(column, columns), even_rows(columns, tile, *run_.team),
                       *run_.team);
    }
  }

 private:
  /// Similarities of a block become coefficients; loss, slopes and the competitors' gradient are added to. In a team a
  /// process gets the coefficients of its rows.
  void compare(Index row, Index rows, const std::vector<Index>& row_begins, Index column, Index columns) {
    const std::size_t first = contests_.first(row), count = contests_.first(row + rows) - first;
    const auto tiles = static_cast<std::size_t>((columns + tile - 1) / tile);
    std::vector<double> losses(tiles, 0.0), slopes(tiles * count, 0.0);
    const std::vector<Index> begins = even_rows(columns, tile, *run_.team);
    const Index own = begins[run_.team->rank()];
    run_.pool.for_blocks(begins[run_.team->rank() + 1] - own, tile, [&](Index begin, Index end) {
      begin += own;
      end += own;
      run_.stop->check();
      const auto number = static_cast<std::size_t>(begin / tile);
      const auto part = block_.block(0, begin, rows, end - begin);
      gemm(Transpose::no, Transpose::yes, T(1), p_.middleRows(row, rows), q_.middleRows(column + begin, end - begin),
           T(0), part);
      losses[number] = weigh(row, rows, column + begin, part, slopes.data() + number * count);
      gemm(Transpose::yes, Transpose::no, T(1), part, p_.middleRows(row, rows), T(row == 0 ? 0 : 1),
           result_.competitors.middleRows(column + begin, end - begin));
    });
    if (run_.team->size() > 1) exchange_tiles(row_begins, begins, count, losses, slopes);
    for (std::size_t number = 0; number < tiles; ++number) {
      result_.loss += losses[number];
      for (std::size_t i = 0; i < count; ++i) result_.slopes[first + i] += slopes[number * count + i];
    }
  }

  /// Each process has computed the tiles of its columns; afterwards each has its rows, and all have losses and slopes.
  void exchange_tiles(const std::vector<Index>& row_begins, const std::vector<Index>& begins, std::size_t count,
                      std::vector<double>& losses, std::vector<double>& slopes) {
    Team& team = *run_.team;
    const auto length = [&](int rank) { return static_cast<std::size_t>(begins[rank + 1] - begins[rank]) * sizeof(T); };
    const auto cells = [&](Index row, int rank) { return block_.data() + row * block_.cols() + begins[rank]; };
    std::vector<std::string> to(static_cast<std::size_t>(team.size()));
    for (int rank = 0; rank < team.size(); ++rank) {
      if (rank == team.rank()) continue;
      to[rank].reserve(static_cast<std::size_t>(row_begins[rank + 1] - row_begins[rank]) * length(team.rank()));
      for (Index row = row_begins[rank]; row < row_begins[rank + 1]; ++row)
        to[rank].append(reinterpret_cast<const char*>(cells(row, team.rank())), length(team.rank()));
    }
    const std::vector<std::string> from = exchange(team, std::move(to));
    for (int rank = 0; rank < team.size(); ++rank) {
      if (rank == team.rank() || from[rank].empty()) continue;
      const char* bytes = from[rank].data();
      for (Index row = row_begins[team.rank()]; row < row_begins[team.rank() + 1]; ++row, bytes += length(rank))
        std::memcpy(cells(row, rank), bytes, length(rank));
    }
    std::vector<Index> numbers;  // of tiles
    for (const Index begin : begins) numbers.push_back((begin + tile - 1) / tile);
    const auto tiles = static_cast<Index>(losses.size());
    exchange_rows<double>(Eigen::Map<MatrixD>(losses.data(), tiles, 1), numbers, *run_.team);
    if (count == 0) return;
    exchange_rows<double>(Eigen::Map<MatrixD>(slopes.data(), tiles, static_cast<Index>(count)), numbers, *run_.team);
  }

  /// One tile: similarities in, coefficients out. Returns its loss and sets the slopes of its contests.
  double weigh(Index row, Index rows, Index column, MutableRef<T> part, double* slopes) const {
    RankingTerms terms;
    double loss = 0;
    std::size_t number = contests_.first(row);
    for (Index i = 0; i < rows; ++i) {
      terms.take(part.row(i).data(), part.cols());
      for (const Contest& contest : contests_.of_rows(row + i, row + i + 1)) {
        const double own = own_[number++];
        squared_ ? terms.compare_squares() : terms.compare(own, gamma_ * contest.sign);
        for (const Index struck : contests_.struck(contest, column, column + part.cols()))
          terms.leave_out(struck - column);
        const double share = contest.share / unit_;
        const RankingTerms::Sums sums = squared_ ? terms.add_squares(share) : terms.add(contest.sign * share);
        loss += contest.share * sums.loss;
        *slopes++ = contest.share * sums.slope;
      }
      terms.coefficients(part.row(i).data());
    }
    return loss;
  }

  const Contests& contests_;
  const Matrix<T>& p_;
  const Matrix<T>& q_;
  const std::vector<double>& own_;
  double gamma_, unit_ = 1;
  bool squared_;
  NegativesResult<T>& result_;
  const Run& run_;
  Matrix<T> block_;
};

}  // namespace

template <class T>
void compare_with_all(const Contests& contests, const Matrix<T>& p, const Matrix<T>& q, const std::vector<double>& own,
                      double gamma, bool squared, NegativesResult<T>& result, const Run& run) {
  ComparisonWithAll<T>(contests, p, q, own, gamma, squared, result, run).run();
}

template void compare_with_all(const Contests&, const MatrixF&, const MatrixF&, const std::vector<double>&, double,
                               bool, NegativesResult<float>&, const Run&);
template void compare_with_all(const Contests&, const MatrixD&, const MatrixD&, const std::vector<double>&, double,
                               bool, NegativesResult<double>&, const Run&);

}  // namespace couplet
