#include "couplet/methods/cleaning/clue_weights.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/matrix.h"

namespace couplet {
namespace {

using Knots = std::array<float, ClueWeights::pieces + 1>;
constexpr Knots deviation_knots = {-1.5F, 0, 1, 2, 3, 5, 8};
constexpr Knots unit_knots = {0, 0.5F, 1, 1.5F, 2, 3, 4};

const Knots& knots_of(std::size_t clue) {
  return info_of(static_cast<Clue>(clue)).deviates ? deviation_knots : unit_knots;
}

/// How far the value reaches into each piece of its range.
void spread_out(const ClueValues& values, float* out) {
  for (std::size_t c = 0; c < clue_count; ++c) {
    const Knots& knots = knots_of(c);
    for (std::size_t p = 0; p < ClueWeights::pieces; ++p)
      *out++ = std::clamp(values[c] - knots[p], 0.0F, knots[p + 1] - knots[p]);
  }
}

/// A bound of the loss's second derivative: a quarter of the largest eigenvalue of the inputs' second moments, the
/// start among them, by power iteration on at most 4,000 of them.
double steepness(const MatrixF& inputs, std::span<const double> weights, double total) {
  const Index stride = std::max<Index>(1, inputs.rows() / 4000);
  VectorD direction = VectorD::Ones(inputs.cols() + 1);
  double length = 1;
  for (int round = 0; round < 20; ++round) {
    direction /= direction.norm();
    VectorD next = VectorD::Zero(direction.size());
    double used = 0;
    for (Index i = 0; i < inputs.rows(); i += stride) {
      const VectorD row = inputs.row(i).cast<double>().transpose();
      const double along = row.dot(direction.head(inputs.cols())) - direction[inputs.cols()];
      next.head(inputs.cols()) += weights[i] * along * row;
      next[inputs.cols()] -= weights[i] * along;
      used += weights[i];
    }
    direction = next / std::max(used, 1e-9 * total);
    length = direction.norm();
  }
  return 0.3 * length + 1e-6;
}

double sigmoid(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }

}  // namespace

ClueWeights::ClueWeights(double start, std::span<const double> slopes)
    : start_(start), slopes_(slopes.begin(), slopes.end()) {
  if (slopes_.size() != slope_count || !std::all_of(slopes_.begin(), slopes_.end(), [](double s) { return s >= 0; }))
    throw Error(ErrorCode::model, "slopes", "are no slopes of the clues", "fit the model again");
}

std::array<double, clue_count> ClueWeights::parts(const ClueValues& values) const {
  std::array<double, clue_count> result = {};
  for (std::size_t c = 0; c < clue_count; ++c) {
    const Knots& knots = knots_of(c);
    for (std::size_t p = 0; p < pieces; ++p)
      result[c] += slopes_[c * pieces + p] *
                   static_cast<double>(std::clamp(values[c] - knots[p], 0.0F, knots[p + 1] - knots[p]));
  }
  return result;
}

double ClueWeights::log_odds(const ClueValues& values) const {
  double sum = start_;
  for (const double part : parts(values)) sum -= part;
  return sum;
}

ClueWeights ClueWeights::shifted(double by) const {
  ClueWeights result = *this;
  result.start_ += by;
  return result;
}

ClueWeights ClueWeights::with(Clue clue, const ClueWeights& other) const {
  ClueWeights result = *this;
  const auto c = static_cast<std::size_t>(clue);
  std::copy_n(other.slopes_.begin() + static_cast<std::ptrdiff_t>(c * pieces), pieces,
              result.slopes_.begin() + static_cast<std::ptrdiff_t>(c * pieces));
  result.start_ += result.parts({})[c] - parts({})[c];
  return result;
}

ClueWeights ClueWeights::learn(std::span<const ClueValues> values, std::span<const double> labels,
                               std::span<const double> weights, double ridge, const Run& run, const ClueWeights* from) {
  const auto n = static_cast<Index>(values.size());
  MatrixF inputs(n, slope_count);
  double total = 0;
  for (Index i = 0; i < n; ++i) {
    spread_out(values[i], inputs.row(i).data());
    total += weights[i];
  }
  // Every piece is brought to one size, so that rare clues are learned as fast as common ones.
  VectorD sizes = VectorD::Zero(slope_count);
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < sizes.size(); ++k) {
      const double value = static_cast<double>(inputs(i, k));
      sizes[k] += weights[i] / total * value * value;
    }
  for (Index k = 0; k < sizes.size(); ++k) sizes[k] = sizes[k] > 1e-8 ? std::sqrt(sizes[k]) : 0;
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < sizes.size(); ++k)
      inputs(i, k) = sizes[k] > 0 ? inputs(i, k) / static_cast<float>(sizes[k]) : 0;
  constexpr Index block = 2048;
  const int steps = from ? 120 : 400;
  const double step = 1 / (ridge + steepness(inputs, weights, total));
  VectorD now = VectorD::Zero(slope_count + 1);
  if (from) {
    now[slope_count] = from->start_;
    for (Index k = 0; k < sizes.size(); ++k) now[k] = from->slopes_[k] * sizes[k];
  }
  VectorD before = now, ahead = now;
  std::vector<VectorD> partial((n + block - 1) / block);
  double momentum = 1;
  for (int round = 0; round < steps; ++round) {
    run.stop->check();
    const VectorF slopes = ahead.head(slope_count).cast<float>();
    run.pool.for_blocks(n, block, [&](Index begin, Index end) {
      const VectorF sums = inputs.middleRows(begin, end - begin) * slopes;
      VectorF errors(end - begin);
      for (Index i = begin; i < end; ++i) {
        const double p = sigmoid(ahead[slope_count] - static_cast<double>(sums[i - begin]));
        errors[i - begin] = static_cast<float>(weights[i] / total * (p - labels[i]));
      }
      VectorD& sum = partial[begin / block];
      sum.resize(slope_count + 1);
      sum.head(slope_count) = -(inputs.middleRows(begin, end - begin).transpose() * errors).cast<double>();
      sum[slope_count] = errors.cast<double>().sum();
    });
    VectorD gradient = VectorD::Zero(slope_count + 1);
    for (const VectorD& sum : partial) gradient += sum;
    gradient.head(slope_count) += ridge * ahead.head(slope_count);
    before = now;
    now = ahead - step * gradient;
    now.head(slope_count) = now.head(slope_count).cwiseMax(0.0);
    const double next = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    // A step against the gradient starts the acceleration anew.
    const VectorD moved = now - before, against = ahead - now;
    const bool turned = against.dot(moved) > 0;
    ahead = now;
    if (!turned) ahead += (momentum - 1) / next * moved;
    momentum = turned ? 1 : next;
  }
  for (Index k = 0; k < sizes.size(); ++k) now[k] = sizes[k] > 0 ? now[k] / sizes[k] : 0;
  return {now[slope_count], std::span(now.data(), slope_count)};
}

}  // namespace couplet
