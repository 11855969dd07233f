// exp() of many numbers at once.
#pragma once

#include "couplet/linalg/matrix.h"

namespace couplet {

/// values[i] = exp(values[i]) for values <= 700, relative error below 4e-16; 0 below -708 (where exp is no longer a
/// normal number). Several times faster than std::exp, and every element gets the same bits wherever it stands.
void exponentials(double* values, Index count);

}  // namespace couplet
