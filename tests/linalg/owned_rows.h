// A matrix whose rows the processes of a team have between them, for tests.
#pragma once

#include <utility>
#include <vector>

#include "couplet/base/segment.h"
#include "couplet/linalg/shared_sparse.h"

namespace couplet {

/// This process's rows of a matrix of blocks of `block` rows.
inline OwnedRows<double> own_rows(const CsrMatrix<double>& all, Index block, const Team& team) {
  std::vector<Index> begins;
  for (int rank = 0; rank < team.size(); ++rank) begins.push_back(share_of(block, rank, team.size()).first);
  begins.push_back(block);
  std::vector<Triplet<double>> own;
  for (Index i = 0; i < all.rows(); ++i)
    if (i % block >= begins[team.rank()] && i % block < begins[team.rank() + 1])
      for (std::int64_t at = all.offsets()[i]; at < all.offsets()[i + 1]; ++at)
        own.push_back({i, all.columns()[at], all.values()[at]});
  return {CsrMatrix<double>::from_triplets(all.rows(), all.cols(), std::move(own)), std::move(begins)};
}

}  // namespace couplet
