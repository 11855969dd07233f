// How far to go along a direction of descent.
#pragma once

#include <cstdint>
#include <functional>

namespace couplet {

/// A function of the step length and its derivative there.
struct LinePoint {
  double step = 0;
  double value = 0;
  double slope = 0;
};

/// phi(step): value and slope. The last call is always for the point that line_search returns, so a caller may keep the
/// vectors belonging to it. A value that is not finite means "too far".
using LineFunction = std::function<LinePoint(double step)>;

struct LineSearch {
  LinePoint point;               // the step taken; step = 0: none was found
  std::int64_t evaluations = 0;  // calls of phi
};

/// A step that fulfils the weak Wolfe conditions, phi(a) <= phi(0) + 1e-4 a phi'(0) and phi'(a) >= 0.9 phi'(0): enough
/// for BFGS to stay positive definite. Bracketing with safeguarded cubic interpolation, so that any smooth phi that is
/// bounded below ends well. Where phi(a) differs from phi(0) by less than `noise` (absolute: rounding of phi) the
/// slopes decide instead (the approximate Wolfe conditions of Hager and Zhang, 2005). With the evaluations spent, the
/// lowest point seen that is below phi(0) is returned, else step 0.
///
/// start.step = 0, start.slope < 0, first_step > 0, else Error(internal). At most max_evaluations + 1 calls.
LineSearch line_search(const LineFunction& phi, const LinePoint& start, double first_step, double noise,
                       std::int64_t max_evaluations);

}  // namespace couplet
