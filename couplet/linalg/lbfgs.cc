#include "couplet/linalg/lbfgs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/linalg/line_search.h"
#include "couplet/linalg/long_vectors.h"

namespace couplet {
namespace {

constexpr std::int64_t line_search_evaluations = 20;

void check_options(const LbfgsOptions& options) {
  const auto fail = [](const char* problem) { throw Error(ErrorCode::usage, "L-BFGS", problem); };
  if (options.history < 1) fail("the history must hold at least one pair of vectors");
  if (options.max_iterations < 0 || options.max_evaluations < 1) fail("at least one evaluation must be allowed");
  if (!(options.gradient_tolerance >= 0) || !(options.decrease_tolerance >= 0)) fail("tolerances must not be negative");
  if (!(options.first_step > 0) || !std::isfinite(options.first_step)) fail("the first step must be positive");
}

/// The last steps s and changes of gradient y: an approximation of the inverse Hessian.
template <class T>
class History {
 public:
  History(std::int64_t capacity, std::size_t length) : capacity_(static_cast<std::size_t>(capacity)), length_(length) {}

  bool empty() const { return used_ == 0; }
  void clear() { used_ = 0; }

  /// s = step * direction, y = gradient - old_gradient. A pair without positive curvature (rounding) is left out.
  void add(double step, std::span<const T> direction, std::span<const T> gradient, std::span<const T> old_gradient,
           const Pool& pool) {
    if (slots_.size() < capacity_ && used_ == slots_.size())
      slots_.push_back({std::vector<T>(length_), std::vector<T>(length_), 0, 0});
    const std::size_t at = used_ < slots_.size() ? (first_ + used_) % slots_.size() : first_;
    Slot& slot = slots_[at];
    combine<T>(gradient, -1, old_gradient, slot.y, pool);
    slot.curvature = step * dot<T>(direction, slot.y, pool);
    const double yy = dot<T>(slot.y, slot.y, pool);
    if (!(slot.curvature > std::numeric_limits<double>::epsilon() * yy) || !std::isfinite(yy)) {
      if (used_ == slots_.size()) drop_oldest();
      return;
    }
    std::copy(direction.begin(), direction.end(), slot.s.begin());
    scale<T>(step, slot.s, pool);
    slot.inverse_scale = slot.curvature / yy;
    if (used_ < slots_.size())
      ++used_;
    else
      first_ = (first_ + 1) % slots_.size();
  }

  /// direction = -H gradient (the two-loop recursion). Not for an empty history.
  void descend(std::span<const T> gradient, std::span<T> direction, const Pool& pool) const {
    std::copy(gradient.begin(), gradient.end(), direction.begin());
    std::vector<double> alpha(used_);
    for (std::size_t i = used_; i-- > 0;) {
      const Slot& slot = at(i);
      alpha[i] = dot<T>(slot.s, direction, pool) / slot.curvature;
      add_scaled<T>(-alpha[i], slot.y, direction, pool);
    }
    scale<T>(-at(used_ - 1).inverse_scale, direction, pool);
    for (std::size_t i = 0; i < used_; ++i) {
      const Slot& slot = at(i);
      const double beta = dot<T>(slot.y, direction, pool) / slot.curvature;
      add_scaled<T>(-alpha[i] - beta, slot.s, direction, pool);
    }
  }

 private:
  struct Slot {
    std::vector<T> s, y;
    double curvature;      // s . y
    double inverse_scale;  // s . y / y . y
  };
  const Slot& at(std::size_t i) const { return slots_[(first_ + i) % slots_.size()]; }
  void drop_oldest() {
    first_ = (first_ + 1) % slots_.size();
    --used_;
  }

  std::size_t capacity_, length_;
  std::vector<Slot> slots_;
  std::size_t first_ = 0, used_ = 0;
};

template <class T>
class Minimiser {
 public:
  Minimiser(std::span<T> x, const LossAndGradient<T>& f, const LbfgsOptions& options, const Run& run)
      : x_(x),
        f_(f),
        options_(options),
        run_(run),
        history_(options.history, x.size()),
        gradient_(x.size()),
        direction_(x.size()),
        trial_(x.size()),
        trial_gradient_(x.size()) {}

  LbfgsReport minimise(const LbfgsCallback<T>& callback) {
    report_.value = report_.first_value = evaluate(x_, gradient_);
    report_.gradient_norm = norm(gradient_);
    if (!std::isfinite(report_.value) || !std::isfinite(report_.gradient_norm))
      throw Error(ErrorCode::data, "L-BFGS", "the function or its gradient is not finite at the start");
    const double target = options_.gradient_tolerance * report_.gradient_norm;
    for (;;) {
      if (report_.gradient_norm <= target) return ended(LbfgsEnd::gradient);
      if (report_.iterations >= options_.max_iterations) return ended(LbfgsEnd::iterations);
      if (report_.evaluations >= options_.max_evaluations) return ended(LbfgsEnd::evaluations);
      const double before = report_.value;
      if (!iterate())
        return ended(report_.evaluations >= options_.max_evaluations ? LbfgsEnd::evaluations : LbfgsEnd::no_descent);
      if (callback && !callback({report_.iterations, report_.evaluations, report_.value, report_.gradient_norm, x_}))
        return ended(LbfgsEnd::stopped);
      if (before - report_.value < options_.decrease_tolerance * std::abs(before) && report_.gradient_norm > target)
        return ended(LbfgsEnd::decrease);
    }
  }

 private:
  LbfgsReport ended(LbfgsEnd end) {
    report_.end = end;
    return report_;
  }

  double norm(std::span<const T> v) const { return std::sqrt(dot<T>(v, v, run_.pool)); }

  double evaluate(std::span<const T> x, std::span<T> gradient) {
    run_.stop->check();
    ++report_.evaluations;
    return f_(x, gradient);
  }

  /// One step; false when there is none to be found.
  bool iterate() {
    if (!history_.empty()) {
      history_.descend(gradient_, direction_, run_.pool);
      if (step_along(1)) return true;
      history_.clear();  // a bad model of the curvature: start afresh from the gradient
      if (report_.evaluations >= options_.max_evaluations) return false;
    }
    std::copy(gradient_.begin(), gradient_.end(), direction_.begin());
    scale<T>(-1 / report_.gradient_norm, direction_, run_.pool);
    const double length = norm(x_);
    return step_along(options_.first_step * (length > 0 ? length : 1));
  }

  /// Line search along direction_ and the move to where it ends.
  bool step_along(double first_step) {
    const double slope = dot<T>(gradient_, direction_, run_.pool);
    if (!(slope < 0) || !std::isfinite(slope)) return false;
    const LineFunction phi = [&](double step) {
      combine<T>(x_, step, direction_, trial_, run_.pool);
      const double value = evaluate(trial_, trial_gradient_);
      return LinePoint{step, value, dot<T>(trial_gradient_, direction_, run_.pool)};
    };
    const double noise = 2 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::abs(report_.value);
    const std::int64_t left = options_.max_evaluations - report_.evaluations;
    const LineSearch found =
        line_search(phi, {0, report_.value, slope}, first_step, noise, std::min(left, line_search_evaluations));
    if (found.point.step == 0) return false;
    history_.add(found.point.step, direction_, trial_gradient_, gradient_, run_.pool);
    std::copy(trial_.begin(), trial_.end(), x_.begin());
    std::swap(gradient_, trial_gradient_);
    report_.value = found.point.value;
    report_.gradient_norm = norm(gradient_);
    ++report_.iterations;
    return true;
  }

  std::span<T> x_;
  const LossAndGradient<T>& f_;
  const LbfgsOptions& options_;
  const Run& run_;
  History<T> history_;
  std::vector<T> gradient_, direction_, trial_, trial_gradient_;
  LbfgsReport report_;
};

}  // namespace

std::string_view describe(LbfgsEnd end) {
  switch (end) {
    case LbfgsEnd::gradient:
      return "the gradient vanished";
    case LbfgsEnd::decrease:
      return "the loss no longer fell";
    case LbfgsEnd::iterations:
      return "all iterations were done";
    case LbfgsEnd::evaluations:
      return "all evaluations were spent";
    case LbfgsEnd::stopped:
      return "stopped early";
    case LbfgsEnd::no_descent:
      return "no step lowers the loss";
  }
  throw Error(ErrorCode::internal, "L-BFGS", "unknown end");
}

template <class T>
LbfgsReport lbfgs(std::span<T> x, const LossAndGradient<T>& f, const LbfgsOptions& options, const Run& run,
                  const LbfgsCallback<T>& callback) {
  check_options(options);
  const auto vectors = static_cast<double>(2 * std::min(options.history, options.max_iterations) + 4);
  const double bytes = vectors * static_cast<double>(x.size()) * sizeof(T);
  run.memory.require(bytes < 9e18 ? static_cast<std::int64_t>(bytes) : std::numeric_limits<std::int64_t>::max(),
                     "the optimiser's history");
  return Minimiser<T>(x, f, options, run).minimise(callback);
}

template LbfgsReport lbfgs(std::span<float>, const LossAndGradient<float>&, const LbfgsOptions&, const Run&,
                           const LbfgsCallback<float>&);
template LbfgsReport lbfgs(std::span<double>, const LossAndGradient<double>&, const LbfgsOptions&, const Run&,
                           const LbfgsCallback<double>&);

}  // namespace couplet
