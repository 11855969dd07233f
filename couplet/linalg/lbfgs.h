// Minimising a smooth function of many parameters: L-BFGS (Nocedal and Wright 2006, algorithms 7.4 and 7.5).
//
// Ours and not Debian's liblbfgs, because that one (1) is compiled for double only, and the 40 million parameters of
// two 20,000 x 1000 projections are 320 MB a vector then, of which 2 history + 5 are needed; (2) adds up on one thread;
// (3) has absolute tolerances and a first step of length 1, so that a loss divided by a large number ends at once; (4)
// ends with an error where the rounding of a float loss hides the decrease, which line_search.h handles.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "couplet/base/run.h"

namespace couplet {

/// Everything is relative: multiplying the function or the parameters by a constant changes no step.
struct LbfgsOptions {
  std::int64_t history = 6;             // pairs of vectors kept
  std::int64_t max_iterations = 1000;   // 0: returns at once
  std::int64_t max_evaluations = 1000;  // of the function; the start counts; may be exceeded by one
  double gradient_tolerance = 1e-5;     // ends when |g| <= tolerance * |g at the start|
  double decrease_tolerance = 1e-9;     // ends when an iteration lowers f by less than tolerance * |f|
  double first_step = 0.05;             // length of the first step, as a share of |x| (of 1 where x = 0)
};

enum class LbfgsEnd { gradient, decrease, iterations, evaluations, stopped, no_descent };

/// "the gradient vanished", ... for reports.
std::string_view describe(LbfgsEnd end);

/// Where the minimiser stands after an iteration.
template <class T>
struct LbfgsStep {
  std::int64_t iteration = 0;    // from 1
  std::int64_t evaluations = 0;  // so far
  double value = 0;
  double gradient_norm = 0;
  std::span<const T> x;
};

struct LbfgsReport {
  std::int64_t iterations = 0;
  std::int64_t evaluations = 0;
  double first_value = 0;
  double value = 0;          // at the returned x
  double gradient_norm = 0;  // there
  LbfgsEnd end = LbfgsEnd::iterations;
};

/// f(x), its gradient written to the second argument (all of it).
template <class T>
using LossAndGradient = std::function<double(std::span<const T> x, std::span<T> gradient)>;

/// Called after each iteration; false ends the work (LbfgsEnd::stopped).
template <class T>
using LbfgsCallback = std::function<bool(const LbfgsStep<T>&)>;

/// Minimises f from x, in place; T = float or double is what vectors are stored in, sums are in double. f need not be
/// convex; its value may be infinite or NaN away from the start. When a line search fails the history is dropped once
/// and steepest descent tried before it ends with no_descent.
///
/// Keeps (2 history + 4) vectors like x (run.memory is asked first). One iteration: one evaluation mostly, and
/// 4 history passes over vectors. run.stop is checked before every evaluation. Same bits at any thread count when f is
/// so. Throws Error(data) when f or its gradient is not finite at the start, Error(usage) for impossible options.
template <class T>
LbfgsReport lbfgs(std::span<T> x, const LossAndGradient<T>& f, const LbfgsOptions& options, const Run& run,
                  const LbfgsCallback<T>& callback = {});

}  // namespace couplet
