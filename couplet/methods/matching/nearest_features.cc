// The nearest rows of features, through a graph.
#include "couplet/kernels/gram.h"
#include "couplet/methods/matching/neighbour_match.h"
#include "couplet/search/nearest_neighbours.h"

namespace couplet {

CsrMatrix<float> nearest_features(const MatrixD& rows, const std::string& kernel, Index count, const Run& run) {
  const Index n = rows.rows(), wanted = std::min(n, count + 1);  // and the row itself
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  MatrixF directions = (rows.rowwise() - mean).cast<float>();
  const auto index = make_vector_index("hnsw", SharedRows(directions), Similarity::cosine, run);
  const Neighbours found = index->search(directions, wanted, run);
  const Kernel weigh = Kernel::parse(feature_kernel_spec(rows, kernel));
  std::vector<NeighbourList> nearest(n);
  run.pool.for_blocks(n, 64, [&](Index begin, Index end) {
    run.stop->check();
    Run alone;  // within a task
    alone.pool = Pool(1);
    for (Index i = begin; i < end; ++i) {
      MatrixD others(found.per_query(), rows.cols());
      for (Index k = 0; k < others.rows(); ++k) others.row(k) = rows.row(found[i][k].id);
      const MatrixD weights = gram(weigh, rows.row(i), others, alone);
      for (Index k = 0; k < others.rows(); ++k)
        if (found[i][k].id != i && weights(0, k) > 0)
          nearest[i].emplace_back(static_cast<std::int32_t>(found[i][k].id), static_cast<float>(weights(0, k)));
      keep_nearest(nearest[i], count);
    }
  });
  return rows_of_neighbours(std::move(nearest), n);
}

}  // namespace couplet
