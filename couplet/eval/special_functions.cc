#include "couplet/eval/special_functions.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// log(1 + t) - t without cancellation for small t.
double log1p_minus(double t) {
  if (std::abs(t) > 0.25) return std::log1p(t) - t;
  double power = -t * t, sum = 0;
  for (int k = 2; k < 60; ++k) {
    const double term = power / k;
    sum += term;
    if (std::abs(term) <= epsilon * std::abs(sum)) break;
    power *= -t;
  }
  return sum;
}

/// lgamma(a) - ((a - 1/2) log a - a + log(2 pi) / 2): Stirling's remainder, a >= 10.
double stirling_remainder(double a) {
  const double r = 1 / (a * a);
  return (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r * (1.0 / 1188))))) / a;
}

/// x^shape e^-x / Gamma(shape), x > 0.
double gamma_density_term(double shape, double x) {
  if (shape < 10) return std::exp(shape * std::log(x) - x - std::lgamma(shape));
  // The plain form subtracts numbers of the size of shape * log(shape); this one subtracts nothing large.
  const double exponent = shape * log1p_minus((x - shape) / shape) - stirling_remainder(shape);
  return std::exp(exponent) * std::sqrt(shape / (2 * std::numbers::pi));
}

/// P(shape, x) by its power series; quick for x < shape + 1.
double lower_by_series(double shape, double x) {
  double term = 1 / shape, sum = term;
  for (double k = 1; term > sum * epsilon; ++k) {
    term *= x / (shape + k);
    sum += term;
  }
  return sum * gamma_density_term(shape, x);
}

/// Q(shape, x) by Legendre's continued fraction, evaluated by Lentz's method; quick for x >= shape + 1.
double upper_by_fraction(double shape, double x) {
  constexpr double tiny = 1e-300;
  double b = x + 1 - shape, c = 1 / tiny, d = 1 / b, h = d;
  const double limit = 1000 + 100 * std::sqrt(shape);
  for (double k = 1; k < limit; ++k) {
    const double a = -k * (k - shape);
    b += 2;
    d = a * d + b;
    if (std::abs(d) < tiny) d = tiny;
    c = b + a / c;
    if (std::abs(c) < tiny) c = tiny;
    d = 1 / d;
    const double factor = d * c;
    h *= factor;
    if (std::abs(factor - 1) <= epsilon) break;
  }
  return h * gamma_density_term(shape, x);
}

void require_gamma_domain(double shape, double x) {
  if (!(shape > 0) || !std::isfinite(shape) || !(x >= 0))
    throw Error(ErrorCode::usage, "incomplete gamma function", "needs a positive finite shape and x >= 0");
}

}  // namespace

double regularised_gamma_upper(double shape, double x) {
  require_gamma_domain(shape, x);
  if (x == 0) return 1;
  if (std::isinf(x)) return 0;
  return x < shape + 1 ? 1 - lower_by_series(shape, x) : upper_by_fraction(shape, x);
}

double gamma_upper_tail(double x, double shape, double scale) {
  if (!(scale > 0) || !std::isfinite(scale) || !(shape > 0) || !std::isfinite(shape) || std::isnan(x))
    throw Error(ErrorCode::usage, "gamma distribution", "needs a positive finite shape and scale, and a number x");
  return x <= 0 ? 1 : regularised_gamma_upper(shape, x / scale);
}

double chi2_upper_tail(double x, double degrees) { return gamma_upper_tail(x, degrees / 2, 2); }

double normal_upper_tail(double z) { return std::erfc(z / std::numbers::sqrt2) / 2; }

double fair_binomial_lower_tail(std::int64_t successes, std::int64_t trials) {
  if (trials < 0) throw Error(ErrorCode::usage, "binomial distribution", "needs trials >= 0");
  if (successes < 0) return 0;
  if (successes >= trials) return 1;
  // Ratios downwards from the largest term, P(successes): nothing underflows that matters.
  const double n = static_cast<double>(trials), top = static_cast<double>(successes);
  if (2 * successes >= trials) return 1 - fair_binomial_lower_tail(trials - successes - 1, trials);
  double term = 1, sum = 1;
  for (double k = top; k > 0 && term > sum * epsilon / n; --k) {
    term *= k / (n - k + 1);
    sum += term;
  }
  const double log_largest =
      std::lgamma(n + 1) - std::lgamma(top + 1) - std::lgamma(n - top + 1) - n * std::numbers::ln2;
  return std::exp(log_largest) * sum;
}

}  // namespace couplet
