#include "couplet/kernels/gram.h"

namespace couplet {

MatrixD gram(const Kernel& kernel, const ConstRef<double>& x, const ConstRef<double>& y, const Run& run) {
  run.memory.require(x.rows() * y.rows() * Index(sizeof(double)), "the Gram matrix");
  MatrixD k(x.rows(), y.rows());
  run.pool.for_blocks(x.rows(), 64, [&](Index begin, Index end) {
    kernel.evaluate(x.middleRows(begin, end - begin), y, k.middleRows(begin, end - begin));
  });
  return k;
}

MatrixD centred(const ConstRef<double>& k) {
  const Index rows = k.rows(), cols = k.cols();
  VectorD row_means = VectorD::Zero(rows), col_means = VectorD::Zero(cols);
  double mean = 0;
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) {
      row_means[i] += k(i, j);
      col_means[j] += k(i, j);
    }
  if (cols > 0) row_means /= static_cast<double>(cols);
  if (rows > 0) col_means /= static_cast<double>(rows);
  for (Index i = 0; i < rows; ++i) mean += row_means[i];
  if (rows > 0) mean /= static_cast<double>(rows);
  MatrixD result(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) result(i, j) = k(i, j) - row_means[i] - col_means[j] + mean;
  return result;
}

}  // namespace couplet
