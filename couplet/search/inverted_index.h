// Sparse vectors by their columns: the largest inner products without a look at vectors that share nothing.
#pragma once

#include <span>

#include "couplet/linalg/sparse.h"
#include "couplet/search/nearest_neighbours.h"

namespace couplet {

/// Const and safe to share between threads; the same results at any thread count.
class InvertedIndex {
 public:
  /// rows: n x terms.
  explicit InvertedIndex(const CsrMatrix<double>& rows) : postings_(rows.transposed()) {}
  Index size() const { return postings_.cols(); }

  /// The k best rows for each query (q x terms) by falling inner product, equal ones by rising row; fewer where fewer
  /// share a term with it: what shares nothing is no answer. k >= 1. Sums in double, in the order of the terms.
  Neighbours search(const CsrMatrix<double>& queries, Index k, const Run& run) const;

 private:
  CsrMatrix<double> postings_;  // terms x n
};

}  // namespace couplet
