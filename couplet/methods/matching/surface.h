// What both collections share on the surface: letters of names, cognates, numbers, once all is in Latin letters.
#pragma once

#include <string>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

/// Both collections as character n-grams of the romanised texts in one space: 1 to 3 letters for names, 4 for
/// documents; 1 + ln tf times ln(N / df) over both, unit rows.
struct SurfaceTerms {
  CsrMatrix<double> left, right;
};
SurfaceTerms surface_terms(const std::vector<std::string>& left, const std::vector<std::string>& right, const Run& run);

/// The terms drawn anew with replacement, as many as there are; unit rows.
SurfaceTerms resampled(const SurfaceTerms& terms, Random& random);

/// Cosines of all pairs, n x m, with the means of rows and columns taken off and unit deviation: what one pair has
/// beyond what its objects have with everything. Zeros when nothing is shared.
MatrixF surface_evidence(const SurfaceTerms& terms, const Run& run);

}  // namespace couplet
