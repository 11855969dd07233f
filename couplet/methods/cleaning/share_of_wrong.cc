#include "couplet/methods/cleaning/share_of_wrong.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/random.h"

namespace couplet {
namespace {

/// odds: exp of the log odds.
double share_of_good(std::span<const double> odds) {
  double good = 0.8;
  for (int round = 0; round < 200; ++round) {
    double sum = 0;
    for (const double ratio : odds) sum += good * ratio / (good * ratio + (1 - good));
    const double next = std::clamp(sum / static_cast<double>(odds.size()), 1e-4, 1 - 1e-4);
    if (std::abs(next - good) < 1e-7) return next;
    good = next;
  }
  return good;
}

}  // namespace

ShareOfWrong share_of_wrong(std::span<const double> log_odds, const Run& run) {
  if (log_odds.empty()) return {};
  std::vector<double> odds;
  for (const double value : log_odds) odds.push_back(std::exp(std::clamp(value, -30.0, 30.0)));
  ShareOfWrong result;
  result.wrong = 1 - share_of_good(odds);
  constexpr int draws = 100;
  const auto size = std::min<std::size_t>(odds.size(), 4000);
  std::vector<double> shares(draws);
  run.pool.for_blocks(draws, 5, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t d = begin; d < end; ++d) {
      Random random(run.seed, static_cast<std::uint64_t>(1000 + d));
      std::vector<double> drawn(size);
      for (double& value : drawn) value = odds[random.below(std::ssize(odds))];
      shares[d] = 1 - share_of_good(drawn);
    }
  });
  std::sort(shares.begin(), shares.end());
  // Fewer pairs than there are were drawn: the interval is as much narrower.
  const double narrower = std::sqrt(static_cast<double>(size) / static_cast<double>(odds.size()));
  result.low = std::max(0.0, result.wrong - narrower * std::max(0.0, result.wrong - shares[2]));
  result.high = std::min(1.0, result.wrong + narrower * std::max(0.0, shares[97] - result.wrong));
  return result;
}

void ProbabilityBins::add(double probability) {
  const auto bin = std::min(static_cast<std::size_t>(probability * static_cast<double>(bins)), bins - 1);
  ++counts_[bin];
  sums_[bin] += probability;
  sum_ += probability;
  ++count_;
}

CutPoint ProbabilityBins::cut_at(double probability) const {
  double kept = 0, good_kept = 0;
  const auto first = static_cast<std::size_t>(std::ceil(probability * static_cast<double>(bins) - 1e-9));
  for (std::size_t bin = first; bin < bins; ++bin) {
    kept += static_cast<double>(counts_[bin]);
    good_kept += sums_[bin];
  }
  return {probability, kept / static_cast<double>(std::max<std::int64_t>(count_, 1)),
          kept > 0 ? 1 - good_kept / kept : 0, sum_ > 0 ? 1 - good_kept / sum_ : 0};
}

}  // namespace couplet
