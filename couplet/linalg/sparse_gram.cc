#include "couplet/linalg/sparse_gram.h"

#include <cmath>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/stage_part.h"
#include "couplet/linalg/team_rows.h"

namespace couplet {

template <class T>
void add_sparse_gram(const CsrOperator<double>& z, Matrix<T>& out, const Run& run) {
  if (out.rows() != z.cols() || out.cols() != z.cols())
    throw Error(ErrorCode::internal, "sparse Gram matrix", "shapes do not fit");
  const CsrMatrix<double>&rows = z.matrix(), &columns = z.transposed();
  Stage stage(*run.observer, "inner products", z.cols(), "rows");
  SharedSteps steps(stage);
  // A team shares the rows; the work of a row grows with its number.
  std::vector<Index> begins;
  for (int rank = 0; rank <= run.team->size(); ++rank)
    begins.push_back(
        std::llround(std::sqrt(static_cast<double>(rank) / run.team->size()) * static_cast<double>(z.cols())));
  const Index first = begins[run.team->rank()];
  run.pool.for_blocks(begins[run.team->rank() + 1] - first, 64, [&](Index begin, Index end) {
    run.stop->check();
    std::vector<double> sums;
    for (Index i = first + begin; i < first + end; ++i) {
      sums.assign(i + 1, 0);
      double* to = sums.data();
      for (std::int64_t at = columns.offsets()[i]; at < columns.offsets()[i + 1]; ++at) {
        const std::int32_t row = columns.columns()[at];
        const double value = columns.values()[at];
        for (std::int64_t other = rows.offsets()[row]; other < rows.offsets()[row + 1]; ++other) {
          const std::int32_t column = rows.columns()[other];
          if (column > i) break;
          to[column] += value * rows.values()[other];
        }
      }
      for (Index j = 0; j <= i; ++j) out(i, j) = static_cast<T>(static_cast<double>(out(i, j)) + to[j]);
    }
    steps.add(end - begin);
  });
  exchange_rows<T>(out, begins, *run.team);
}

template void add_sparse_gram(const CsrOperator<double>&, Matrix<float>&, const Run&);
template void add_sparse_gram(const CsrOperator<double>&, Matrix<double>&, const Run&);

}  // namespace couplet
