#include "couplet/methods/s2net/ranking_terms.h"

#include <cmath>

#include "couplet/kernels/exponential.h"

namespace couplet {
namespace {

constexpr Index lanes = 8;
constexpr Index padding = 32;

}  // namespace

double soft_plus(double x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::abs(x))); }

double logistic(double x) {
  const double power = std::exp(-std::abs(x));
  return (x >= 0 ? 1 : power) / (1 + power);
}

template <class T>
void RankingTerms::take(const T* similarity, Index count) {
  count_ = count;
  padded_ = (count + padding - 1) / padding * padding;
  for (Index j = 0; j < count; ++j) similarity_[j] = static_cast<double>(similarity[j]);
  for (Index j = count; j < padded_; ++j) similarity_[j] = 0;
  for (Index j = 0; j < padded_; ++j) coefficient_[j] = 0;
}

void RankingTerms::compare(double own, double steepness) {
  for (Index j = 0; j < padded_; ++j) x_[j] = steepness * (similarity_[j] - own);
  for (Index j = count_; j < padded_; ++j) x_[j] = struck;
}

RankingTerms::Sums RankingTerms::add(double factor) {
  for (Index j = 0; j < padded_; ++j) power_[j] = -std::abs(x_[j]);
  exponentials(power_.data(), padded_);
  // log(1 + e^x) = max(x, 0) + log(1 + e^-|x|). The logarithms of a lane are one logarithm of a product of at most 64
  // numbers in [1, 2]; all lanes together stay below 2^512.
  double positive[lanes] = {}, slope[lanes] = {}, product[lanes];
  for (double& value : product) value = 1;
  for (Index j = 0; j < padded_; j += lanes)
    for (Index lane = 0; lane < lanes; ++lane) {
      const double x = x_[j + lane], power = power_[j + lane], inverse = 1 / (1 + power);
      const double derivative = x >= 0 ? inverse : power * inverse;
      positive[lane] += x >= 0 ? x : 0;
      product[lane] += product[lane] * power;
      slope[lane] += derivative;
      coefficient_[j + lane] += factor * derivative;
    }
  Sums sums;
  double all = 1;
  for (Index lane = 0; lane < lanes; ++lane) {
    sums.loss += positive[lane];
    sums.slope += slope[lane];
    all *= product[lane];
  }
  sums.loss += std::log(all);
  return sums;
}

void RankingTerms::compare_squares() {
  for (Index j = 0; j < count_; ++j) x_[j] = similarity_[j];
  for (Index j = count_; j < padded_; ++j) x_[j] = struck;
}

RankingTerms::Sums RankingTerms::add_squares(double factor) {
  Sums sums;
  for (Index j = 0; j < count_; ++j) {
    if (x_[j] == struck) continue;
    sums.loss += x_[j] * x_[j] / 2;
    sums.slope += 1;
    coefficient_[j] += factor * x_[j];
  }
  return sums;
}

template <class T>
void RankingTerms::coefficients(T* out) const {
  for (Index j = 0; j < count_; ++j) out[j] = static_cast<T>(coefficient_[j]);
}

template void RankingTerms::take(const float*, Index);
template void RankingTerms::take(const double*, Index);
template void RankingTerms::coefficients(float*) const;
template void RankingTerms::coefficients(double*) const;

}  // namespace couplet
