#include "couplet/search/inverted_index.h"

#include <algorithm>
#include <utility>

#include "couplet/base/error.h"

namespace couplet {

Neighbours InvertedIndex::search(const CsrMatrix<double>& queries, Index k, const Run& run) const {
  if (k < 1 || queries.cols() != postings_.rows())
    throw Error(ErrorCode::usage, "search", "no neighbour is asked for, or the query has other terms");
  Neighbours found(queries.rows(), std::min(k, size()));
  run.pool.for_blocks(queries.rows(), 16, [&](Index begin, Index end) {
    std::vector<double> scores(size());
    std::vector<bool> shares(size());
    std::vector<Index> hits;
    for (Index q = begin; q < end; ++q) {
      run.stop->check();
      for (const Index row : std::exchange(hits, {})) {
        scores[row] = 0;
        shares[row] = false;
      }
      for (std::int64_t e = queries.offsets()[q]; e < queries.offsets()[q + 1]; ++e) {
        const std::int32_t term = queries.columns()[e];
        if (queries.values()[e] == 0) continue;
        for (std::int64_t p = postings_.offsets()[term]; p < postings_.offsets()[term + 1]; ++p) {
          const Index row = postings_.columns()[p];
          if (!shares[row]) hits.push_back(row);
          shares[row] = true;
          scores[row] += queries.values()[e] * postings_.values()[p];
        }
      }
      found.keep(q, std::min(k, std::ssize(hits)));
      const auto last = hits.begin() + std::ssize(found[q]);
      std::partial_sort(hits.begin(), last, hits.end(),
                        [&](Index a, Index b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
      std::transform(hits.begin(), last, found[q].begin(), [&](Index row) { return Neighbour{row, scores[row]}; });
    }
  });
  return found;
}

}  // namespace couplet
