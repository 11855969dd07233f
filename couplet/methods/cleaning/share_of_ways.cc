#include "couplet/methods/cleaning/share_of_ways.h"

#include <algorithm>

namespace couplet {

std::size_t fault_of(const ClueWeights& weights, const ClueValues& values, double prior) {
  const auto parts = weights.parts(values);
  double log_odds = weights.start() + prior;
  for (const double part : parts) log_odds -= part;
  const auto worst = static_cast<std::size_t>(std::max_element(parts.begin(), parts.end()) - parts.begin());
  return 3 * worst + (log_odds > 0 ? 0 : log_odds > -3 ? 1 : 2);
}

std::vector<double> shares_of_ways(std::span<const std::size_t> faults, std::span<const double> doubts,
                                   std::span<const std::size_t> spoilt, std::span<const std::size_t> ways,
                                   std::size_t count) {
  constexpr int rounds = 30;
  std::vector<double> of_way(count, 0), chances(fault_kinds * count, 0), wrong(fault_kinds, 0);
  for (const std::size_t way : ways) of_way[way] += 1;
  for (std::size_t i = 0; i < ways.size(); ++i) chances[spoilt[i] * count + ways[i]] += 1 / of_way[ways[i]];
  for (std::size_t i = 0; i < faults.size(); ++i) wrong[faults[i]] += doubts[i];
  const auto met = static_cast<double>(count) - static_cast<double>(std::count(of_way.begin(), of_way.end(), 0.0));
  std::vector<double> alike(count);
  for (std::size_t way = 0; way < count; ++way) alike[way] = of_way[way] > 0 ? 1 / met : 0;
  std::vector<double> shares = alike;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> next(count, 0);
    double explained = 0;
    for (std::size_t fault = 0; fault < fault_kinds; ++fault) {
      const double* chance = chances.data() + fault * count;
      double sum = 0;
      for (std::size_t way = 0; way < count; ++way) sum += shares[way] * chance[way];
      if (sum <= 0) continue;
      explained += wrong[fault];
      for (std::size_t way = 0; way < count; ++way) next[way] += wrong[fault] * shares[way] * chance[way] / sum;
    }
    if (explained <= 0) return alike;
    for (std::size_t way = 0; way < count; ++way) shares[way] = next[way] / explained;
  }
  for (std::size_t way = 0; way < count; ++way) shares[way] = (shares[way] + alike[way]) / 2;
  return shares;
}

}  // namespace couplet
