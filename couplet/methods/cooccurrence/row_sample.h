// A random sample of the encoded texts of both sides: what pivots of nonlinear kernels are chosen from.
#pragma once

#include "couplet/methods/cooccurrence/joined_encoder.h"

namespace couplet {

struct RowSample {
  MatrixD left, right;  // rows of known texts, in the order of the pairs
};

/// One pass. Each side keeps `size` known texts drawn by their numbers:
/// all when there are no more. Memory: 2 size d 8 bytes, however many pairs. Same bits at any thread count.
RowSample sample_rows(PairPasses& passes, const JoinedEncoder& left, const JoinedEncoder& right, Index size,
                      const Run& run);

/// A kernel's spec with every "sigma=median" replaced by the median distance between rows (Euclidean; for laplacian
/// the sum of differences) of at most 1,000 rows, 1 when that is 0. No rows: by 1.
std::string with_median_sigma(const std::string& spec, const ConstRef<double>& rows);

}  // namespace couplet
