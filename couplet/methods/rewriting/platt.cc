#include "couplet/methods/rewriting/platt.h"

#include <algorithm>
#include <cmath>

namespace couplet {

double Sigmoid::operator()(double decision) const {
  const double x = slope * decision + offset;
  return x >= 0 ? std::exp(-x) / (1 + std::exp(-x)) : 1 / (1 + std::exp(x));  // never overflows
}

namespace {

/// Cross-entropy of targets t and the sigmoid.
double loss(std::span<const double> values, std::span<const int> labels, double high, double low, const Sigmoid& s) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = s.slope * values[i] + s.offset, t = labels[i] == 1 ? high : low;
    sum += x >= 0 ? t * x + std::log1p(std::exp(-x)) : (t - 1) * x + std::log1p(std::exp(x));
  }
  return sum;
}

}  // namespace

Sigmoid fit_sigmoid(std::span<const double> values, std::span<const int> labels) {
  const auto positives = static_cast<double>(std::count(labels.begin(), labels.end(), 1));
  const double negatives = static_cast<double>(labels.size()) - positives;
  const double high = (positives + 1) / (positives + 2), low = 1 / (negatives + 2);
  Sigmoid now{0, std::log((negatives + 1) / (positives + 1))};
  double current = loss(values, labels, high, low, now);
  for (int step = 0; step < 100; ++step) {
    // Hessian (with a small ridge) and gradient in (slope, offset).
    double h11 = 1e-12, h22 = 1e-12, h21 = 0, g1 = 0, g2 = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double p = now(values[i]), d2 = p * (1 - p), d1 = (labels[i] == 1 ? high : low) - p;
      h11 += values[i] * values[i] * d2;
      h22 += d2;
      h21 += values[i] * d2;
      g1 += values[i] * d1;
      g2 += d1;
    }
    if (std::abs(g1) < 1e-5 && std::abs(g2) < 1e-5) break;
    const double determinant = h11 * h22 - h21 * h21;
    const double da = -(h22 * g1 - h21 * g2) / determinant, db = -(h11 * g2 - h21 * g1) / determinant;
    const double slope = g1 * da + g2 * db;
    double length = 1;
    for (; length >= 1e-10; length /= 2) {
      const Sigmoid next{now.slope + length * da, now.offset + length * db};
      const double value = loss(values, labels, high, low, next);
      if (value >= current + 1e-4 * length * slope) continue;
      now = next;
      current = value;
      break;
    }
    if (length < 1e-10) break;
  }
  return now;
}

}  // namespace couplet
