#include "couplet/linalg/lbfgs.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "couplet/linalg/long_vectors.h"
#include "tests/base/expect_error.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

/// Rosenbrock's valley in n dimensions, least at (1, ..., 1).
template <class T>
double rosenbrock(std::span<const T> x, std::span<T> gradient) {
  double sum = 0;
  for (T& g : gradient) g = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double a = x[i], b = x[i + 1], u = b - a * a, v = 1 - a;
    sum += 100 * u * u + v * v;
    gradient[i] += static_cast<T>(-400 * a * u - 2 * v);
    gradient[i + 1] += static_cast<T>(200 * u);
  }
  return sum;
}

/// sum_i c_i (x_i - 1)^2 / 2 with c from 1 to 1000, times `factor`.
template <class T>
LossAndGradient<T> bowl(double factor, const Pool& pool) {
  return [factor, &pool](std::span<const T> x, std::span<T> gradient) {
    const auto n = static_cast<double>(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      gradient[i] = static_cast<T>(factor * std::pow(1000.0, double(i) / n) * (double(x[i]) - 1));
    std::vector<T> ones(x.size(), T(1));
    return (dot<T>(gradient, x, pool) - dot<T>(gradient, ones, pool)) / 2;
  };
}

}  // namespace

TEST_CASE("a curved valley, to the bottom") {
  std::vector<double> x{-1.2, 1, -0.5, 2, 0.3};
  const LbfgsReport report = lbfgs<double>(x, rosenbrock<double>, {.gradient_tolerance = 1e-10}, Run());
  CHECK(report.end == LbfgsEnd::gradient);
  CHECK(report.value < 1e-15);
  CHECK(report.evaluations < 120);
  for (const double value : x) CHECK(value == doctest::Approx(1).epsilon(1e-7));
  std::vector<double> gradient(x.size());
  CHECK(rosenbrock<double>(x, gradient) == report.value);
}

TEST_CASE("float storage reaches float's accuracy") {
  std::vector<float> x{-1.2F, 1, -0.5F};
  const LbfgsReport report = lbfgs<float>(x, rosenbrock<float>, {}, Run());
  CHECK(report.value < 1e-6);
  for (const float value : x) CHECK(double(value) == doctest::Approx(1).epsilon(1e-3));
}

TEST_CASE("the scale of the function changes nothing") {
  const Run run;
  std::vector<double> first(1000, 3.0), second = first;
  const LbfgsReport a = lbfgs<double>(first, bowl<double>(1, run.pool), {}, run);
  const LbfgsReport b = lbfgs<double>(second, bowl<double>(0x1p-40, run.pool), {}, run);
  CHECK(a.end == LbfgsEnd::gradient);
  CHECK(a.iterations == b.iterations);
  CHECK(first == second);
  CHECK(a.value == b.value * 0x1p40);
}

TEST_CASE_TEMPLATE("the same bits for 1, 2 and 3 threads", T, float, double) {
  std::vector<T> wanted;
  for (const int threads : {1, 2, 3}) {
    const Run run = run_with(threads);
    std::vector<T> x(200003, T(0));
    const LbfgsReport report = lbfgs<T>(x, bowl<T>(1, run.pool), {.history = 3, .max_iterations = 12}, run);
    CHECK(report.end == LbfgsEnd::iterations);
    CHECK(report.iterations == 12);
    if (threads == 1) wanted = x;
    CHECK(x == wanted);
  }
}

TEST_CASE("every iteration is told, and may be the last") {
  const Run run;
  std::vector<double> x(50, 3.0), seen;
  double value = std::numeric_limits<double>::infinity();
  std::int64_t iterations = 0;
  const LbfgsReport report = lbfgs<double>(x, bowl<double>(1, run.pool), {}, run, [&](const LbfgsStep<double>& step) {
    CHECK(step.iteration == ++iterations);
    CHECK(step.evaluations > step.iteration);
    CHECK(step.value < value);
    value = step.value;
    seen.assign(step.x.begin(), step.x.end());
    return step.iteration < 4;
  });
  CHECK(report.end == LbfgsEnd::stopped);
  CHECK(report.iterations == 4);
  CHECK(report.value == value);
  CHECK(x == seen);
}

TEST_CASE("limits") {
  const Run run;
  std::vector<double> x(50, 3.0);
  const LbfgsReport none = lbfgs<double>(x, bowl<double>(1, run.pool), {.max_iterations = 0}, run);
  CHECK(none.end == LbfgsEnd::iterations);
  CHECK(none.evaluations == 1);
  CHECK(x == std::vector<double>(50, 3.0));
  const LbfgsReport few = lbfgs<double>(x, bowl<double>(1, run.pool), {.max_evaluations = 5}, run);
  CHECK(few.end == LbfgsEnd::evaluations);
  CHECK(few.evaluations >= 5);
  CHECK(few.evaluations <= 6);
  CHECK(few.value < few.first_value);
}

TEST_CASE("a start at the minimum, and a function that lies about its gradient") {
  const Run run;
  std::vector<double> x(10, 1.0);
  CHECK(lbfgs<double>(x, bowl<double>(1, run.pool), {}, run).end == LbfgsEnd::gradient);
  const LossAndGradient<double> lying = [](std::span<const double> at, std::span<double> gradient) {
    gradient[0] = -1;
    return at[0];
  };
  std::vector<double> y{1.0};
  const LbfgsReport report = lbfgs<double>(y, lying, {}, run);
  CHECK(report.end == LbfgsEnd::no_descent);
  CHECK(y[0] == 1.0);
  CHECK(describe(report.end) == "no step lowers the loss");
}

TEST_CASE("a region without values is left alone") {
  const LossAndGradient<double> logarithm = [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = 1 - 2 / x[0];
    return x[0] > 0 ? x[0] - 2 * std::log(x[0]) : std::numeric_limits<double>::quiet_NaN();
  };
  std::vector<double> x{100.0};
  const LbfgsReport report =
      lbfgs<double>(x, logarithm, {.gradient_tolerance = 1e-9, .decrease_tolerance = 0, .first_step = 5}, Run());
  CHECK(report.end == LbfgsEnd::gradient);
  CHECK(x[0] == doctest::Approx(2));
}

TEST_CASE("bad input") {
  std::vector<double> x{1.0};
  const LossAndGradient<double> broken = [](std::span<const double>, std::span<double> gradient) {
    gradient[0] = 0;
    return std::numeric_limits<double>::quiet_NaN();
  };
  expect_error(ErrorCode::data, "L-BFGS: the function or its gradient is not finite at the start",
               [&] { lbfgs<double>(x, broken, {}, Run()); });
  expect_error(ErrorCode::usage, "L-BFGS: the history must hold at least one pair of vectors",
               [&] { lbfgs<double>(x, rosenbrock<double>, {.history = 0}, Run()); });
  expect_error(ErrorCode::usage, "L-BFGS: the first step must be positive",
               [&] { lbfgs<double>(x, rosenbrock<double>, {.first_step = 0}, Run()); });
  Run small;
  small.memory = MemoryBudget(1000);
  std::vector<double> large(100, 0.0);
  CHECK_THROWS_AS(lbfgs<double>(large, rosenbrock<double>, {}, small), Error);
  StopToken stop;
  stop.request();
  Run stopped;
  stopped.stop = &stop;
  CHECK_THROWS_AS(lbfgs<double>(large, rosenbrock<double>, {}, stopped), Error);
}
