// Randomised subspace iteration: the quick and rough way to singular triplets that other libraries have.
#pragma once

#include "couplet/linalg/truncated_svd.h"

namespace couplet {

/// k triplets by `iterations` rounds of subspace iteration with k + 10 random vectors (Halko, Martinsson & Tropp 2011;
/// scikit-learn's randomized_svd does the same with n_iter rounds). Stops there whether it has settled or not: of flat
/// spectra, as those of word counts are, the smaller half of the vectors is then still noise. truncated_svd() costs
/// less for the same accuracy; this is for agreeing with results that others had in this way. result.residual says how
/// far from done it is. Same bits at any thread count. k >= 1 and iterations >= 0, else Error(usage).
template <class T>
TruncatedSvd<T> subspace_svd(const LinearOperator<T>& a, Index k, Index iterations, const Run& run);

}  // namespace couplet
