#include "couplet/linalg/sparse_assignment.h"

#include <limits>
#include <queue>
#include <utility>

namespace couplet {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Minimises costs -w; every row has a column of its own beside the real ones, of cost -alone, which ends a path.
template <class T>
class SparseSolver {
 public:
  SparseSolver(const CsrMatrix<T>& weights, double alone, const Run& run)
      : weights_(weights), alone_(alone), run_(run), rows_(weights.rows()), cols_(weights.cols()) {
    u_.assign(index(rows_), 0);
    v_.assign(index(cols_), 0);
    column_.assign(index(rows_), -1);
    row_.assign(index(cols_), -1);
    distance_.assign(index(cols_), infinity);
    before_.assign(index(cols_), -1);
    settled_.assign(index(cols_), 0);
  }

  Assignment solve() {
    for (Index i = 0; i < rows_; ++i) augment(i);
    return result();
  }

 private:
  static std::size_t index(Index i) { return static_cast<std::size_t>(i); }
  using Entry = std::pair<double, Index>;  // distance, column: equal distances come by rising column

  /// Where a path ends: at a free column, or at a row that lets its column go and stays alone.
  struct End {
    double distance = infinity;
    Index column = -1, lone_row = -1;
  };

  /// Distances of the columns that row i, itself at `reached`, may take; and of its staying alone.
  void relax(Index i, double reached, End& end) {
    const auto first = weights_.offsets()[index(i)], last = weights_.offsets()[index(i) + 1];
    for (auto e = first; e < last; ++e) {
      const Index j = weights_.columns()[index(e)];
      if (settled_[index(j)]) continue;
      const double reduced = -static_cast<double>(weights_.values()[index(e)]) - v_[index(j)] - u_[index(i)];
      const double through = reached + reduced;
      if (through >= distance_[index(j)]) continue;
      if (distance_[index(j)] == infinity) touched_.push_back(j);
      distance_[index(j)] = through;
      before_[index(j)] = i;
      heap_.emplace(through, j);
    }
    const double own = reached - alone_ - u_[index(i)];
    if (own < end.distance) end = {own, -1, i};
  }

  void augment(Index start) {
    run_.stop->check();
    heap_ = {};
    touched_.clear();
    End end;
    relax(start, 0, end);
    while (!heap_.empty()) {
      const auto [distance, j] = heap_.top();
      heap_.pop();
      if (settled_[index(j)] || distance > distance_[index(j)]) continue;
      if (distance > end.distance) break;
      if (row_[index(j)] < 0) {
        end = {distance, j, -1};
        break;
      }
      settled_[index(j)] = 1;
      relax(row_[index(j)], distance, end);
    }
    mend_prices(start, end.distance);
    flip(start, end);
    for (const Index j : touched_) {
      distance_[index(j)] = infinity;
      settled_[index(j)] = 0;
    }
  }

  void mend_prices(Index start, double reached) {
    u_[index(start)] += reached;
    for (const Index j : touched_) {
      if (!settled_[index(j)]) continue;
      const double change = reached - distance_[index(j)];
      v_[index(j)] -= change;
      u_[index(row_[index(j)])] += change;
    }
  }

  void flip(Index start, const End& end) {
    Index j = end.column;
    if (end.lone_row >= 0) {
      j = column_[index(end.lone_row)];
      column_[index(end.lone_row)] = -1;
      if (end.lone_row == start) return;
    }
    for (;;) {
      const Index owner = before_[index(j)];
      const Index next = column_[index(owner)];
      column_[index(owner)] = j;
      row_[index(j)] = owner;
      if (owner == start) return;
      j = next;
    }
  }

  Assignment result() const {
    Assignment result;
    result.column_of_row = column_;
    result.row_of_column = row_;
    result.row_prices.resize(rows_);
    result.column_prices.resize(cols_);
    for (Index j = 0; j < cols_; ++j) result.column_prices[j] = -v_[index(j)];
    for (Index i = 0; i < rows_; ++i) {
      result.row_prices[i] = -u_[index(i)];
      for (auto e = weights_.offsets()[index(i)]; e < weights_.offsets()[index(i) + 1]; ++e)
        if (weights_.columns()[index(e)] == column_[index(i)])
          result.total += static_cast<double>(weights_.values()[index(e)]);
    }
    return result;
  }

  const CsrMatrix<T>& weights_;
  double alone_;
  const Run& run_;
  Index rows_, cols_;
  std::vector<double> u_, v_, distance_;
  std::vector<Index> column_, row_, before_, touched_;
  std::vector<char> settled_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

}  // namespace

template <class T>
Assignment solve_sparse_assignment(const CsrMatrix<T>& weights, double alone, const Run& run) {
  return SparseSolver<T>(weights, alone, run).solve();
}

template Assignment solve_sparse_assignment<float>(const CsrMatrix<float>&, double, const Run&);
template Assignment solve_sparse_assignment<double>(const CsrMatrix<double>&, double, const Run&);

}  // namespace couplet
