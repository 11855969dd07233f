#include "couplet/linalg/line_search.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr double decrease = 1e-4;        // c1 of the Wolfe conditions
constexpr double curvature_share = 0.9;  // c2
constexpr double growth = 4;             // of the step while no upper end is known
constexpr double safeguard = 0.1;        // interpolation stays this share of the bracket away from its ends
constexpr double narrowest = 1e-9;       // a bracket of this relative width is a point

/// The minimiser of the cubic through both points and slopes, kept inside the bracket; its middle where there is none.
double interpolate(const LinePoint& a, const LinePoint& b) {
  const double low = std::min(a.step, b.step), high = std::max(a.step, b.step), margin = safeguard * (high - low);
  double step = (low + high) / 2;
  if (std::isfinite(a.value + a.slope + b.value + b.slope)) {
    const double d1 = a.slope + b.slope - 3 * (a.value - b.value) / (a.step - b.step);
    const double square = d1 * d1 - a.slope * b.slope;
    if (square >= 0) {
      const double d2 = std::copysign(std::sqrt(square), b.step - a.step);
      const double found = b.step - (b.step - a.step) * (b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2);
      if (std::isfinite(found)) step = found;
    }
  }
  return std::clamp(step, low + margin, high - margin);
}

}  // namespace

LineSearch line_search(const LineFunction& phi, const LinePoint& start, double first_step, double noise,
                       std::int64_t max_evaluations) {
  if (!(start.slope < 0) || !(first_step > 0) || !std::isfinite(first_step))
    throw Error(ErrorCode::internal, "line search", "not a direction of descent");
  LineSearch result;
  const auto evaluate = [&](double step) {
    ++result.evaluations;
    LinePoint point = phi(step);
    point.step = step;
    return point;
  };
  LinePoint low = start, high, best = start, last = start;  // low: decreases enough, still falling
  bool bracketed = false;
  double step = first_step;
  while (result.evaluations < max_evaluations) {
    last = evaluate(step);
    const bool finite = std::isfinite(last.value) && std::isfinite(last.slope);
    const bool decreases = finite && last.value <= start.value + decrease * step * start.slope;
    const bool levels = finite && last.value <= start.value + noise && last.slope <= (2 * decrease - 1) * start.slope;
    if (finite && last.value < best.value) best = last;
    if (decreases || levels) {
      if (last.slope >= curvature_share * start.slope) {
        result.point = last;
        return result;
      }
      low = last;
    } else {
      high = last;
      bracketed = true;
    }
    if (!bracketed)
      step *= growth;
    else if (high.step - low.step <= narrowest * high.step)
      break;
    else
      step = std::isfinite(high.value) ? interpolate(low, high) : low.step + safeguard * (high.step - low.step);
  }
  if (best.step == 0) return result;
  result.point = best.step == last.step ? last : evaluate(best.step);
  return result;
}

}  // namespace couplet
