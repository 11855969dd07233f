#include "couplet/linalg/incomplete_cholesky.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

constexpr Index row_block = 512;       // items of one parallel piece: its kernel block and features stay in the cache
constexpr Index most_candidates = 64;  // items looked at for one batch of pivots
constexpr Index most_pivots = 32;      // pivots of one batch
constexpr double greed = 0.5;          // a pivot's residual is at least this share of the largest one
constexpr double rank_floor = 1e-12;   // residual diagonals below this share of the largest diagonal are rounding

/// Pivots of one batch and their Cholesky factor.
struct Batch {
  std::vector<Index> pivots;
  MatrixD l;  // lower triangular: l l^T = the residual K - A A^T between the pivots
};

/// The state of one decomposition. Pivots come in batches: greedy steps on the small residual matrix of the items that
/// lead the diagonal choose them, then their columns are evaluated, reduced by the finished ones and solved for in one
/// pass over all items.
class Decomposition {
 public:
  Decomposition(const VectorD& diagonal, const KernelBlock& kernel, Index rank, double tolerance, const Run& run)
      : kernel_(kernel), run_(run), n_(diagonal.size()), rank_(std::min(rank, n_)), residual_(diagonal) {
    double largest = 0;
    for (Index i = 0; i < n_; ++i) {
      if (!(diagonal[i] >= 0) || !std::isfinite(diagonal[i]))
        throw Error(ErrorCode::data, fmt::format("item {}", i), fmt::format("k(x, x) is {}", diagonal[i]),
                    "a kernel's diagonal is a finite number, never negative");
      largest = std::max(largest, diagonal[i]);
      trace_ += diagonal[i];
    }
    floor_ = rank_floor * largest;
    enough_ = tolerance * trace_;
    run.memory.require(rank_ * n_ * Index(sizeof(double)), "incomplete Cholesky features");
    a_.resize(n_, rank_);
  }

  IncompleteCholesky solve() {
    const double whole = trace_;
    Stage stage(*run_.observer, "incomplete Cholesky", rank_, "columns");
    while (done() < rank_ && trace_ > enough_) {
      run_.stop->check();
      const std::vector<Index> items = candidates();
      if (items.empty()) break;  // the numerical rank is reached
      add(choose(items));
      stage.advance_to(done());
    }
    IncompleteCholesky result;
    if (done() == rank_)
      result.a = std::move(a_);
    else
      result.a = a_.leftCols(done());
    result.pivots = std::move(pivots_);
    result.residual_trace = whole > 0 ? trace_ / whole : 0;
    return result;
  }

 private:
  Index done() const { return std::ssize(pivots_); }

  /// The items of largest residual above the floor, largest first, the first of equals first.
  std::vector<Index> candidates() const {
    std::vector<Index> best;
    const auto ahead = [&](Index i, Index j) {
      return residual_[i] != residual_[j] ? residual_[i] > residual_[j] : i < j;
    };
    for (Index i = 0; i < n_; ++i) {
      if (residual_[i] <= floor_) continue;
      if (std::ssize(best) == most_candidates && !ahead(i, best.back())) continue;
      if (std::ssize(best) == most_candidates) best.pop_back();
      best.insert(std::upper_bound(best.begin(), best.end(), i, ahead), i);
    }
    return best;
  }

  MatrixD finished_rows(const std::vector<Index>& items) const {
    MatrixD rows(std::ssize(items), done());
    for (std::size_t c = 0; c < items.size(); ++c) rows.row(Index(c)) = a_.row(items[c]).head(done());
    return rows;
  }

  /// Greedy pivoted Cholesky of the residual matrix between the candidates. Empty only when all of it is rounding; the
  /// candidates' residuals are brought up to date, so that such items do not come again.
  Batch choose(const std::vector<Index>& items) {
    const Index count = std::ssize(items);
    const MatrixD rows = finished_rows(items);
    MatrixD s(count, count);
    for (Index c = 0; c < count; ++c) kernel_(items[c], items, s.middleRows(c, 1));
    gemm(Transpose::no, Transpose::yes, -1.0, rows, rows, 1.0, s);
    VectorD left = s.diagonal();
    for (Index c = 0; c < count; ++c) residual_[items[c]] = std::max(0.0, left[c]);

    const Index limit = std::min({most_pivots, count, rank_ - done()});
    MatrixD columns = MatrixD::Zero(count, limit);  // of the candidates' factor
    std::vector<Index> chosen;
    const double least = std::max(floor_, greed * left.maxCoeff());
    while (std::ssize(chosen) < limit) {
      Index next = 0;
      for (Index c = 1; c < count; ++c)
        if (left[c] > left[next]) next = c;
      if (!(left[next] > floor_) || left[next] < least) break;
      const Index j = std::ssize(chosen);
      const double scale = 1.0 / std::sqrt(left[next]);
      for (Index c = 0; c < count; ++c) {
        double sum = s(c, next);
        for (Index m = 0; m < j; ++m) sum -= columns(c, m) * columns(next, m);
        columns(c, j) = sum * scale;
        left[c] -= columns(c, j) * columns(c, j);
      }
      for (const Index earlier : chosen) columns(earlier, j) = 0;
      columns(next, j) = 1.0 / scale;
      left[next] = 0;
      chosen.push_back(next);
      for (const Index taken : chosen) left[taken] = 0;
    }
    Batch batch{{}, MatrixD(std::ssize(chosen), std::ssize(chosen))};
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      batch.pivots.push_back(items[chosen[k]]);
      batch.l.row(Index(k)) = columns.row(chosen[k]).head(std::ssize(chosen));
    }
    return batch;
  }

  /// New columns (K(:, pivots) - A A(pivots, :)^T) l^-T, and what they take off the diagonal. Columns after the one
  /// that brings the trace under the tolerance are left out again.
  void add(const Batch& batch) {
    const Index width = std::ssize(batch.pivots), finished = done();
    if (width == 0) return;
    const MatrixD rows = finished_rows(batch.pivots);
    const Index blocks = (n_ + row_block - 1) / row_block;
    MatrixD taken(blocks, width);
    run_.pool.for_blocks(n_, row_block, [&](Index begin, Index end) {
      const Index count = end - begin, block = begin / row_block;
      MatrixD panel(count, width);
      kernel_(begin, batch.pivots, panel);
      gemm(Transpose::no, Transpose::yes, -1.0, a_.block(begin, 0, count, finished), rows, 1.0, panel);
      solve_lower_transposed(batch.l, panel);
      double sums[most_pivots] = {};
      for (Index i = 0; i < count; ++i) {
        const double* from = panel.data() + i * width;
        double* to = a_.data() + (begin + i) * rank_ + finished;
        double left = residual_[begin + i];
        for (Index c = 0; c < width; ++c) {
          const double before = left;
          left = std::max(0.0, left - from[c] * from[c]);
          sums[c] += before - left;
        }
        residual_[begin + i] = left;
        std::copy(from, from + width, to);
      }
      for (Index c = 0; c < width; ++c) taken(block, c) = sums[c];
    });
    for (Index k = 0; k < width && trace_ > enough_; ++k) {
      const Index item = batch.pivots[k];
      double column = 0;
      for (Index block = 0; block < blocks; ++block) column += taken(block, k);
      trace_ = std::max(0.0, trace_ - column);
      pivots_.push_back(item);
    }
    for (const Index earlier : pivots_) {  // exactly what they are but for rounding
      const auto at = std::find(batch.pivots.begin(), batch.pivots.end(), earlier);
      const Index k = at - batch.pivots.begin();
      for (Index c = 0; c < width; ++c) a_(earlier, finished + c) = k < width ? batch.l(k, c) : 0.0;
      residual_[earlier] = 0;
    }
  }

  const KernelBlock& kernel_;
  const Run& run_;
  Index n_, rank_;
  VectorD residual_;  // diagonal of K - A A^T
  double trace_ = 0, floor_ = 0, enough_ = 0;
  MatrixD a_;
  std::vector<Index> pivots_;
};

}  // namespace

IncompleteCholesky incomplete_cholesky(const VectorD& diagonal, const KernelBlock& kernel, Index rank, double tolerance,
                                       const Run& run) {
  if (rank < 1) throw Error(ErrorCode::usage, "rank", "must be 1 or more");
  if (!(tolerance >= 0)) throw Error(ErrorCode::usage, "tolerance", "must be 0 or a positive number");
  return Decomposition(diagonal, kernel, rank, tolerance, run).solve();
}

void extend_features(const ConstRef<double>& l, MutableRef<double> x, const Run& run) {
  run.pool.for_blocks(x.rows(), row_block,
                      [&](Index begin, Index end) { solve_lower_transposed(l, x.middleRows(begin, end - begin)); });
}

MatrixD pivot_rows(const IncompleteCholesky& icd) {
  MatrixD l(std::ssize(icd.pivots), icd.a.cols());
  for (std::size_t j = 0; j < icd.pivots.size(); ++j) l.row(Index(j)) = icd.a.row(icd.pivots[j]);
  return l;
}

}  // namespace couplet
