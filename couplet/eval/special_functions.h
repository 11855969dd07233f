// The few special functions that p-values need. Doubles, relative accuracy about 1e-13 (1e-10 for shapes near 1e8).
#pragma once

#include <cstdint>

namespace couplet {

/// The regularised incomplete gamma function Q(shape, x), shape > 0, x >= 0. It keeps its relative accuracy when it is
/// small. Cost grows with sqrt(shape). Throws Error(usage) outside the domain.
double regularised_gamma_upper(double shape, double x);

/// P(X >= x) for X gamma-distributed with this shape and scale (mean = shape * scale). 1 for x <= 0.
/// Throws Error(usage) unless shape and scale are positive and finite and x is not NaN.
double gamma_upper_tail(double x, double shape, double scale);

/// P(X >= x) for X chi-squared with `degrees` > 0 degrees of freedom. 1 for x <= 0.
double chi2_upper_tail(double x, double degrees);

/// P(Z >= z) for a standard normal Z.
double normal_upper_tail(double z);

/// P(X <= successes) for X binomial(trials, 1/2); 0 <= trials, otherwise Error(usage). Cost: O(successes).
double fair_binomial_lower_tail(std::int64_t successes, std::int64_t trials);

}  // namespace couplet
