// The word-similarity kernel of correspondence analysis and of the G statistic, without ever forming the dense table it
// stands for.
#pragma once

#include "couplet/methods/vectors/difference.h"

namespace couplet {

/// With G = a S + b 11^T on each side:  M = N o (G_r N G_c) - T,  T = (G_r N) o (N G_c),  kernels D(T 1)^-1 and D(T^T
/// 1)^-1.
///   T = a_r a_c (SN o NS) + a_r b_c D(r0) SN + b_r a_c NS D(c0) + b_r b_c r0 c0^T   (r0, c0: margins of N)
/// is sparse plus rank one. Returns M unscaled as sparse - u v^T, with the scales set. Error(data) when a margin of T
/// is not positive.
Difference<double> similarity_difference(const CsrMatrix<double>& counts, const SimilarityKernel& kernel,
                                         const Run& run);

/// The same difference of the G statistic: X (log X - log Y) with X = N o (G_r N G_c) / n^2 and Y = T / n^2 where N >
/// 0, and 0 elsewhere; n the sum of N. a = 0, b = 1 is plain gtest. No margin is needed, so T is never formed.
/// Error(data) where X or Y is not positive.
Difference<double> similarity_gtest(const CsrMatrix<double>& counts, const SimilarityKernel& kernel, const Run& run);

/// The largest t for which the margins of T stay positive with a_r = a_c = -a, b = 1 for every a < t; infinity when
/// none ends.
///
/// G multiplies how different two labels are taken to be, so that similar ones are drawn together by a negative a; this
/// says how far that can go.
double similarity_bound(const CsrMatrix<double>& counts, const CsrMatrix<double>& row_similarity,
                        const CsrMatrix<double>& col_similarity, const Run& run);

}  // namespace couplet
