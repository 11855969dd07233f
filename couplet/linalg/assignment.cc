#include "couplet/linalg/assignment.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Four doubles at once, spelt out: the compiler does not see through the choices in these loops, where all the time
/// goes.
using Lanes = double __attribute__((vector_size(32)));
using FloatLanes = float __attribute__((vector_size(16)));
constexpr std::size_t lanes = 4;

Lanes load(const double* from) {
  Lanes value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

Lanes load(const float* from) {
  FloatLanes value;
  std::memcpy(&value, from, sizeof value);
  return __builtin_convertvector(value, Lanes);
}

void store(const Lanes& value, double* to) { std::memcpy(to, &value, sizeof value); }

Lanes all(double value) { return Lanes{value, value, value, value}; }

double smallest_of(const Lanes& value) {
  const double low = value[0] < value[1] ? value[0] : value[1], high = value[2] < value[3] ? value[2] : value[3];
  return low < high ? low : high;
}

/// The two smallest of a row's reduced costs.
struct TwoSmallest {
  double first = infinity, second = infinity;
  Index at = -1;
};

/// Minimises costs = -weights for m <= n rows. Notation of Jonker and Volgenant (1987): u and v are the prices of rows
/// and columns.
template <class T>
class Solver {
 public:
  Solver(const ConstRef<T>& weights, const Run& run)
      : weights_(weights), run_(run), rows_(weights.rows()), cols_(weights.cols()) {
    v_.assign(cols_, 0);
    column_.assign(rows_, -1);
    row_.assign(cols_, -1);
  }

  void start_from(const VectorD& prices) {
    for (Index j = 0; j < cols_; ++j) v_[index(j)] = -prices[j];
  }

  Assignment solve() {
    std::vector<Index> free = claim_cheapest();
    for (int round = 0; round < 2 && !free.empty(); ++round) free = reduce_rows(free);
    distance_.resize(index(cols_));
    before_.resize(index(cols_));
    for (const Index row : free) augment(row);
    return result();
  }

 private:
  static std::size_t index(Index i) { return static_cast<std::size_t>(i); }
  const T* row(Index i) const { return weights_.data() + i * weights_.outerStride(); }

  /// The two smallest of -w_ij - v_j. Values first; then the place of the smallest: the lowest.
  TwoSmallest two_smallest(Index i) const {
    const T* const w = row(i);
    const double* const v = v_.data();
    const std::size_t n = index(cols_);
    Lanes first = all(infinity), second = first;
    std::size_t j = 0;
    for (; j + lanes <= n; j += lanes) {
      const Lanes cost = -load(w + j) - load(v + j);
      const Lanes larger = cost > first ? cost : first;
      second = larger < second ? larger : second;
      first = cost < first ? cost : first;
    }
    TwoSmallest found;
    const auto take = [&found](double cost) {
      if (cost < found.first) {
        found.second = found.first;
        found.first = cost;
      } else if (cost < found.second) {
        found.second = cost;
      }
    };
    for (std::size_t c = 0; c < lanes; ++c) {
      take(first[c]);
      take(second[c]);
    }
    for (; j < n; ++j) take(-static_cast<double>(w[j]) - v[j]);
    for (std::size_t k = 0; k < n; ++k)
      if (-static_cast<double>(w[k]) - v[k] == found.first) {
        found.at = static_cast<Index>(k);
        break;
      }
    return found;
  }

  /// Each row takes its cheapest column unless another has it; returns the rows left over.
  std::vector<Index> claim_cheapest() {
    std::vector<Index> free;
    for (Index i = 0; i < rows_; ++i) {
      const TwoSmallest cheapest = two_smallest(i);
      if (row_[index(cheapest.at)] < 0)
        match(i, cheapest.at);
      else
        free.push_back(i);
    }
    return free;
  }

  /// Augmenting row reduction: a free row outbids the owner of its cheapest column by the gap to the second cheapest.
  std::vector<Index> reduce_rows(const std::vector<Index>& waiting) {
    std::vector<Index> left;
    std::size_t next = 0;
    Index bids = 0;
    const Index most_bids = 8 * rows_;  // rounding could let two rows outbid each other for ever
    Index i = waiting[next++];
    for (;;) {
      const TwoSmallest cheapest = two_smallest(i);
      const Index j = cheapest.at;
      const Index owner = row_[index(j)];
      const double gap = cheapest.second - cheapest.first;
      const bool outbids = gap > 0 && std::isfinite(gap) && ++bids < most_bids;
      Index loser = i;
      if (outbids) v_[index(j)] -= gap;
      if (outbids || owner < 0) {
        if (owner >= 0) column_[index(owner)] = -1;
        match(i, j);
        loser = owner;
      }
      if (outbids && loser >= 0) {
        i = loser;
        continue;
      }
      if (loser >= 0) left.push_back(loser);
      if (next == waiting.size()) return left;
      i = waiting[next++];
    }
  }

  /// The shortest path from a free row to a free column (Dijkstra over reduced costs); flips it and mends the prices.
  void augment(Index start) {
    run_.stop->check();
    std::fill(distance_.begin(), distance_.end(), infinity);
    std::fill(before_.begin(), before_.end(), static_cast<double>(start));
    done_.clear();
    Index i = start, sink = -1;
    double reached = 0, offset = 0;
    while (sink < 0) {
      const double shortest = relax(row(i), offset, static_cast<double>(i));
      const Index j = nearest(shortest);
      reached = shortest;
      done_.emplace_back(j, shortest);
      if (row_[index(j)] < 0) {
        sink = j;
        break;
      }
      distance_[index(j)] = -infinity;  // closed: never shorter, never nearest
      i = row_[index(j)];
      // The reduced cost of i's own column is the zero of its row.
      offset = reached + static_cast<double>(row(i)[j]) + v_[index(j)];
    }
    for (const auto& [j, distance] : done_) v_[index(j)] += distance - reached;
    for (Index j = sink;;) {
      const auto owner = static_cast<Index>(before_[index(j)]);
      const Index next = column_[index(owner)];
      match(owner, j);
      if (owner == start) break;
      j = next;
    }
  }

  /// Distances through a row; returns the shortest of the columns that are not closed.
  double relax(const T* w, double offset, double from) {
    const double* const v = v_.data();
    double *const distance = distance_.data(), *const before = before_.data();
    const std::size_t n = index(cols_);
    const Lanes offsets = all(offset), source = all(from), never = all(infinity), closed = all(-infinity);
    Lanes least = never;
    std::size_t j = 0;
    for (; j + lanes <= n; j += lanes) {
      const Lanes through = offsets - load(w + j) - load(v + j), old = load(distance + j);
      const auto shorter = through < old;
      store(shorter ? source : load(before + j), before + j);
      const Lanes now = shorter ? through : old;
      store(now, distance + j);
      const Lanes open = now == closed ? never : now;
      least = open < least ? open : least;
    }
    double shortest = smallest_of(least);
    for (; j < n; ++j) {
      const double through = offset - static_cast<double>(w[j]) - v[j];
      if (through < distance[j]) {
        distance[j] = through;
        before[j] = from;
      }
      if (distance[j] != -infinity) shortest = std::min(shortest, distance[j]);
    }
    return shortest;
  }

  /// The column at this distance: a free one, which ends the search, or the lowest.
  Index nearest(double shortest) const {
    Index found = -1;
    for (Index j = 0; j < cols_; ++j) {
      if (distance_[index(j)] != shortest) continue;
      if (row_[index(j)] < 0) return j;
      if (found < 0) found = j;
    }
    return found;
  }

  void match(Index i, Index j) {
    column_[index(i)] = j;
    row_[index(j)] = i;
  }

  Assignment result() const {
    Assignment result;
    result.column_of_row = column_;
    result.row_of_column = row_;
    result.row_prices.resize(rows_);
    result.column_prices.resize(cols_);
    for (Index j = 0; j < cols_; ++j) result.column_prices[j] = -v_[index(j)];
    for (Index i = 0; i < rows_; ++i) {
      const double weight = static_cast<double>(row(i)[column_[index(i)]]);
      result.row_prices[i] = weight - result.column_prices[column_[index(i)]];
      result.total += weight;
    }
    return result;
  }

  const ConstRef<T>& weights_;
  const Run& run_;
  Index rows_, cols_;
  std::vector<double> v_, distance_;
  std::vector<double> before_;  // the row a column was reached from; a double, so that one mask serves both arrays
  std::vector<Index> column_, row_;
  std::vector<std::pair<Index, double>> done_;  // columns closed, at their distances
};

}  // namespace

template <class T>
Assignment solve_assignment(const ConstRef<T>& weights, const Run& run, const VectorD* start) {
  for (Index i = 0; i < weights.rows(); ++i)
    if (!weights.row(i).allFinite())
      throw Error(ErrorCode::data, "assignment", "row " + std::to_string(i + 1) + " has a weight that is not finite");
  if (weights.rows() == 0 || weights.cols() == 0) {
    Assignment none;
    none.column_of_row.assign(weights.rows(), -1);
    none.row_of_column.assign(weights.cols(), -1);
    none.row_prices = VectorD::Zero(weights.rows());
    none.column_prices = VectorD::Zero(weights.cols());
    return none;
  }
  if (weights.rows() > weights.cols()) {
    const Matrix<T> turned = weights.transpose();
    Assignment result = solve_assignment<T>(turned, run);
    std::swap(result.column_of_row, result.row_of_column);
    std::swap(result.row_prices, result.column_prices);
    return result;
  }
  Solver<T> solver(weights, run);
  if (start && weights.rows() == weights.cols() && start->size() == weights.cols()) solver.start_from(*start);
  return solver.solve();
}

template Assignment solve_assignment<float>(const ConstRef<float>&, const Run&, const VectorD*);
template Assignment solve_assignment<double>(const ConstRef<double>&, const Run&, const VectorD*);

}  // namespace couplet
