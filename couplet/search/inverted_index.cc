#include "couplet/search/inverted_index.h"

#include <algorithm>
#include <numeric>

#include "couplet/base/error.h"

namespace couplet {

Neighbours InvertedIndex::search(const CsrMatrix<double>& queries, Index k, const Run& run) const {
  if (k < 1 || queries.cols() != postings_.rows())
    throw Error(ErrorCode::usage, "search", "no neighbour is asked for, or the query has other terms");
  Neighbours found(queries.rows(), std::min(k, size()));
  run.pool.for_blocks(queries.rows(), 16, [&](Index begin, Index end) {
    std::vector<double> scores(size());
    std::vector<Index> order(size());
    for (Index q = begin; q < end; ++q) {
      run.stop->check();
      std::fill(scores.begin(), scores.end(), 0.0);
      for (std::int64_t e = queries.offsets()[q]; e < queries.offsets()[q + 1]; ++e) {
        const std::int32_t term = queries.columns()[e];
        for (std::int64_t p = postings_.offsets()[term]; p < postings_.offsets()[term + 1]; ++p)
          scores[postings_.columns()[p]] += queries.values()[e] * postings_.values()[p];
      }
      std::iota(order.begin(), order.end(), Index{0});
      const auto last = order.begin() + found.per_query();
      std::partial_sort(order.begin(), last, order.end(),
                        [&](Index a, Index b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
      std::transform(order.begin(), last, found[q].begin(), [&](Index row) { return Neighbour{row, scores[row]}; });
    }
  });
  return found;
}

}  // namespace couplet
