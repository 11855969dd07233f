#include "couplet/methods/s2net/all_negatives.h"

#include <algorithm>
#include <vector>

#include "couplet/base/segment.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/methods/s2net/ranking_terms.h"

namespace couplet {
namespace {

// A block of rows is compared with a tile of columns at a time, which stays in the cache: similarities, losses, then
// the gradients of both sides. Tiles come in groups, each done by one thread of one process: it adds to the gradient
// of its columns, and sums up its share of that of the rows; the shares are added in the order of the groups.
constexpr Index row_block = 2048, tile = RankingTerms::capacity, most_groups = 16, least_columns = 64;

template <class T>
class ComparisonWithAll {
 public:
  ComparisonWithAll(const Contests& contests, const Matrix<T>& p, const Matrix<T>& q, const std::vector<double>& own,
                    double gamma, bool squared, NegativesResult<T>& result, const Run& run)
      : contests_(contests),
        p_(p),
        q_(q),
        own_(own),
        gamma_(gamma),
        squared_(squared),
        result_(result),
        run_(run),
        groups_(std::clamp(q.rows() / least_columns, Index{1}, most_groups)) {
    double largest_share = 0;
    for (const Contest& contest : contests.all()) largest_share = std::max(largest_share, contest.share);
    unit_ = largest_share;
    for (Index group = 0; group < groups_; ++group) begins_.push_back(share_of(q.rows(), group, groups_).first);
    begins_.push_back(q.rows());
  }

  void run() {
    result_.loss = 0;
    result_.scale = squared_ ? unit_ : gamma_ * unit_;
    result_.slopes.assign(contests_.all().size(), 0.0);
    result_.left.setZero(p_.rows(), p_.cols());
    result_.competitors.setZero(q_.rows(), q_.cols());
    const std::vector<Index> owned = even_rows(groups_, 1, *run_.team);
    for (Index row = 0; row < p_.rows(); row += row_block) compare(row, std::min(row_block, p_.rows() - row), owned);
    std::vector<Index> columns;
    for (const Index group : owned) columns.push_back(begins_[group]);
    exchange_rows<T>(result_.competitors, columns, *run_.team);
  }

 private:
  /// A block of rows with all columns. owned: which groups are whose.
  void compare(Index row, Index rows, const std::vector<Index>& owned) {
    const std::size_t first = contests_.first(row), count = contests_.first(row + rows) - first;
    // Of each group, a row: its loss, then the slopes of the contests; the gradient of the rows.
    MatrixD sums = MatrixD::Zero(groups_, static_cast<Index>(count) + 1);
    Matrix<T> gradients(groups_, rows * p_.cols());
    const Index own = owned[run_.team->rank()];
    run_.pool.for_blocks(owned[run_.team->rank() + 1] - own, 1, [&](Index number, Index) {
      const Index group = own + number;
      Eigen::Map<Matrix<T>> gradient(gradients.row(group).data(), rows, p_.cols());
      gradient.setZero();
      for (Index column = begins_[group]; column < begins_[group + 1]; column += tile) {
        run_.stop->check();
        const Index columns = std::min(tile, begins_[group + 1] - column);
        const auto p = p_.middleRows(row, rows), q = q_.middleRows(column, columns);
        Matrix<T> part(rows, columns);
        gemm(Transpose::no, Transpose::yes, T(1), p, q, T(0), part);
        sums(group, 0) += weigh(row, rows, column, part, &sums(group, 0) + 1);
        gemm(Transpose::yes, Transpose::no, T(1), part, p, T(1), result_.competitors.middleRows(column, columns));
        gemm(Transpose::no, Transpose::no, T(1), part, q, T(1), gradient);
      }
    });
    exchange_rows<double>(sums, owned, *run_.team);
    exchange_rows<T>(gradients, owned, *run_.team);
    for (Index group = 0; group < groups_; ++group) {
      result_.loss += sums(group, 0);
      for (std::size_t i = 0; i < count; ++i) result_.slopes[first + i] += sums(group, static_cast<Index>(i) + 1);
      result_.left.middleRows(row, rows) += Eigen::Map<const Matrix<T>>(gradients.row(group).data(), rows, p_.cols());
    }
  }

  /// One tile: similarities in, coefficients out. Returns its loss and adds to the slopes of its contests.
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
        *slopes++ += contest.share * sums.slope;
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
  Index groups_;
  std::vector<Index> begins_;  // of the groups: their first columns
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
