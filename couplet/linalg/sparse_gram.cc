#include "couplet/linalg/sparse_gram.h"

#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/stage_part.h"

namespace couplet {

template <class T>
void add_sparse_gram(const CsrOperator<double>& z, Matrix<T>& out, const Run& run) {
  if (out.rows() != z.cols() || out.cols() != z.cols())
    throw Error(ErrorCode::internal, "sparse Gram matrix", "shapes do not fit");
  const CsrMatrix<double>&rows = z.matrix(), &columns = z.transposed();
  Stage stage(*run.observer, "inner products", z.cols(), "rows");
  SharedSteps steps(stage);
  run.pool.for_blocks(z.cols(), 64, [&](Index begin, Index end) {
    run.stop->check();
    std::vector<double> sums;
    for (Index i = begin; i < end; ++i) {
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
}

template void add_sparse_gram(const CsrOperator<double>&, Matrix<float>&, const Run&);
template void add_sparse_gram(const CsrOperator<double>&, Matrix<double>&, const Run&);

}  // namespace couplet
