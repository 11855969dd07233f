#include "couplet/linalg/sparse_gram.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/stage_part.h"
#include "couplet/base/team_exchange.h"
#include "couplet/linalg/team_rows.h"

namespace couplet {
namespace {

/// What the rows [first, last) of a matrix add to row i of the lower triangle, up to the diagonal. rows, columns: of
/// the same matrix.
void add_row(Index i, const CsrMatrix<double>& rows, const CsrMatrix<double>& columns, Index first, Index last,
             double* to) {
  const std::int32_t* const all = columns.columns().data();
  const std::int64_t end = columns.offsets()[i + 1];
  for (std::int64_t at = std::lower_bound(all + columns.offsets()[i], all + end, first) - all; at < end; ++at) {
    const std::int32_t row = all[at];
    if (row >= last) break;
    const double value = columns.values()[at];
    for (std::int64_t other = rows.offsets()[row]; other < rows.offsets()[row + 1]; ++other) {
      const std::int32_t column = rows.columns()[other];
      if (column > i) break;
      to[column] += value * rows.values()[other];
    }
  }
}

template <class T>
void add_to_row(Index i, const double* sums, Matrix<T>& out) {
  for (Index j = 0; j <= i; ++j) out(i, j) = static_cast<T>(static_cast<double>(out(i, j)) + sums[j]);
}

/// Where `parts` parts of the lower triangle begin, of about as many numbers each.
std::vector<Index> triangle_begins(Index size, Index parts) {
  std::vector<Index> begins;
  for (Index part = 0; part <= parts; ++part)
    begins.push_back(
        std::llround(std::sqrt(static_cast<double>(part) / static_cast<double>(parts)) * static_cast<double>(size)));
  return begins;
}

/// Every process has the whole of z: the rows of the result are shared.
template <class T>
void add_rows_of_process(const CsrOperator<double>& z, Matrix<T>& out, SharedSteps& steps, const Run& run) {
  const std::vector<Index> begins = triangle_begins(z.cols(), run.team->size());
  const Index first = begins[run.team->rank()];
  run.pool.for_blocks(begins[run.team->rank() + 1] - first, 64, [&](Index begin, Index end) {
    run.stop->check();
    std::vector<double> sums;
    for (Index i = first + begin; i < first + end; ++i) {
      sums.assign(i + 1, 0);
      add_row(i, z.matrix(), z.transposed(), 0, z.rows(), sums.data());
      add_to_row(i, sums.data(), out);
    }
    steps.add(end - begin);
  });
  exchange_rows<T>(out, begins, *run.team);
}

/// The numbers of rows [begin, end) of a lower triangle, one row after the other.
constexpr Index triangle_size(Index begin, Index end) { return (end * (end + 1) - begin * (begin + 1)) / 2; }

/// A process has some rows of z, and no other needs them: the sums travel (add_in_turn). The last process has them
/// whole; then all get them.
template <class T>
void add_own_rows(const OwnedRows<double>& z, Matrix<T>& out, SharedSteps& steps, const Run& run) {
  Team& team = *run.team;
  const CsrMatrix<double>& rows = z.matrix;
  const CsrMatrix<double> columns = rows.transposed();
  constexpr Index least_rows = 16;
  const Index parts = parts_in_turn(rows.cols(), least_rows, team);
  const std::vector<Index> begins = triangle_begins(rows.cols(), parts);
  const Index block = z.begins.back();
  const bool last = team.rank() + 1 == team.size();
  add_in_turn(team, parts, z.blocks(), [&](Index round, Index part, std::vector<double>& sums) {
    run.stop->check();
    const Index first = begins[part], count = begins[part + 1] - first;
    sums.resize(static_cast<std::size_t>(triangle_size(first, first + count)), 0.0);
    run.pool.for_blocks(count, least_rows, [&](Index begin, Index end) {
      for (Index i = first + begin; i < first + end; ++i) {
        double* const row = sums.data() + triangle_size(first, i);
        add_row(i, rows, columns, round * block, (round + 1) * block, row);
        if (last && round + 1 == z.blocks()) add_to_row(i, row, out);
      }
    });
    steps.add(count);
  });
  std::vector<Index> of_last(static_cast<std::size_t>(team.size()) + 1, 0);
  for (Index part = 0; part < parts; ++part) {
    of_last.back() = begins[part + 1] - begins[part];
    exchange_rows<T>(out.block(begins[part], 0, of_last.back(), begins[part + 1]), of_last, team);
  }
}

}  // namespace

template <class T>
void add_sparse_gram(const CsrOperator<double>& z, Matrix<T>& out, const Run& run) {
  if (out.rows() != z.cols() || out.cols() != z.cols())
    throw Error(ErrorCode::internal, "sparse Gram matrix", "shapes do not fit");
  Stage stage(*run.observer, "inner products", z.cols(), "rows");
  SharedSteps steps(stage);
  if (z.own_rows().shared() && run.team->size() > 1)
    add_own_rows(z.own_rows(), out, steps, run);
  else
    add_rows_of_process(z, out, steps, run);
}

template void add_sparse_gram(const CsrOperator<double>&, Matrix<float>&, const Run&);
template void add_sparse_gram(const CsrOperator<double>&, Matrix<double>&, const Run&);

}  // namespace couplet
