#include "couplet/eval/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/eval/resampling.h"
#include "couplet/eval/special_functions.h"

namespace couplet {
namespace {

constexpr std::int64_t rounds_per_block = 32;
constexpr std::int64_t exact_mcnemar_limit = 100;
// Equal differences may come out unequal in the last bits, in another order of adding; they must count as equal.
constexpr double rounding = 1e-12;

std::vector<double> differences_of(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size())
    throw Error(ErrorCode::data, "comparison",
                "system A has " + std::to_string(a.size()) + " items, system B " + std::to_string(b.size()),
                "evaluate both on the same items");
  if (a.empty()) throw Error(ErrorCode::data, "comparison", "no items to compare");
  std::vector<double> differences(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    differences[i] = a[i] - b[i];
    if (!std::isfinite(differences[i]))
      throw Error(ErrorCode::data, "item " + std::to_string(i + 1), "its values are not finite numbers");
  }
  return differences;
}

void require_rounds(std::int64_t rounds) {
  if (rounds < 1) throw Error(ErrorCode::usage, "randomisation", "fewer than 1 round", "use at least 1000");
}

PairedTest shifted_test(double observed, std::vector<double> replicates, double slack, double level) {
  std::int64_t as_large = 0;
  for (const double replicate : replicates) as_large += !(std::abs(replicate - observed) < std::abs(observed) - slack);
  const double p = static_cast<double>(as_large + 1) / static_cast<double>(replicates.size() + 1);
  return {percentile_interval(observed, std::move(replicates), level), p};
}

/// (b + 1) / (m + 1) with b = rounds for which round(random) says "at least as large".
template <class Round>
double randomisation_p(std::int64_t rounds, const Run& run, const Round& round) {
  std::vector<std::uint8_t> as_large(rounds);
  run.pool.for_blocks(rounds, rounds_per_block, [&](std::int64_t begin, std::int64_t end) {
    run.stop->check();
    for (std::int64_t r = begin; r < end; ++r) {
      Random random(run.seed, randomisation_stream + static_cast<std::uint64_t>(r));
      as_large[r] = round(random);
    }
  });
  const std::int64_t count = std::count(as_large.begin(), as_large.end(), std::uint8_t{1});
  return static_cast<double>(count + 1) / static_cast<double>(rounds + 1);
}

double absolute_sum(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += std::abs(value);
  return sum;
}

}  // namespace

PairedTest paired_bootstrap(std::span<const double> a, std::span<const double> b, const BootstrapOptions& options,
                            const Run& run) {
  const auto differences = differences_of(a, b);
  const double count = static_cast<double>(differences.size());
  double sum = 0;
  for (const double difference : differences) sum += difference;
  const double slack = rounding * absolute_sum(differences) / count;
  return shifted_test(sum / count, mean_replicates(differences, options, run), slack, options.level);
}

PairedTest paired_bootstrap(std::int64_t items, const CountMetric& difference, const BootstrapOptions& options,
                            const Run& run) {
  auto replicates = metric_replicates(items, difference, options, run);
  const double observed = difference(std::vector<std::int32_t>(items, 1));
  return shifted_test(observed, std::move(replicates), rounding * std::abs(observed), options.level);
}

double approximate_randomisation(std::span<const double> a, std::span<const double> b, std::int64_t rounds,
                                 const Run& run) {
  require_rounds(rounds);
  const auto differences = differences_of(a, b);
  double observed = 0;
  for (const double difference : differences) observed += difference;
  const double bar = std::abs(observed) - rounding * absolute_sum(differences);
  // sum of (swapped ? -d : d) = observed - 2 * sum of the swapped
  return randomisation_p(rounds, run, [&](Random& random) {
    double swapped = 0;
    for (std::size_t i = 0; i < differences.size();) {
      std::uint64_t bits = random.next();
      const std::size_t end = std::min(i + 64, differences.size());
      for (; i < end; ++i, bits >>= 1) swapped += static_cast<double>(bits & 1) * differences[i];
    }
    return std::abs(observed - 2 * swapped) >= bar;
  });
}

double approximate_randomisation(std::int64_t items, const SwapMetric& difference, std::int64_t rounds,
                                 const Run& run) {
  require_rounds(rounds);
  if (items < 1) throw Error(ErrorCode::data, "comparison", "no items to compare");
  const double observed = std::abs(difference(std::vector<std::uint8_t>(items, 0)));
  const double bar = observed * (1 - rounding);
  return randomisation_p(rounds, run, [&](Random& random) {
    std::vector<std::uint8_t> swapped(items);
    for (std::size_t i = 0; i < swapped.size();) {
      std::uint64_t bits = random.next();
      const std::size_t end = std::min(i + 64, swapped.size());
      for (; i < end; ++i, bits >>= 1) swapped[i] = bits & 1;
    }
    return !(std::abs(difference(swapped)) < bar);
  });
}

McNemar mcnemar(std::int64_t only_a, std::int64_t only_b) {
  if (only_a < 0 || only_b < 0) throw Error(ErrorCode::usage, "McNemar's test", "a negative count");
  McNemar result{only_a, only_b};
  const std::int64_t discordant = only_a + only_b;
  if (discordant <= exact_mcnemar_limit) {
    result.p_value = std::min(1.0, 2 * fair_binomial_lower_tail(std::min(only_a, only_b), discordant));
    return result;
  }
  const double distance = std::max(0.0, std::abs(static_cast<double>(only_a - only_b)) - 1);
  result.p_value = chi2_upper_tail(distance * distance / static_cast<double>(discordant), 1);
  result.exact = false;
  return result;
}

McNemar mcnemar(std::span<const double> a, std::span<const double> b) {
  std::int64_t only_a = 0, only_b = 0;
  const auto differences = differences_of(a, b);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if ((a[i] != 0 && a[i] != 1) || (b[i] != 0 && b[i] != 1))
      throw Error(ErrorCode::data, "item " + std::to_string(i + 1), "McNemar's test needs right (1) or wrong (0)",
                  "use the paired bootstrap for other values");
    only_a += differences[i] > 0;
    only_b += differences[i] < 0;
  }
  return mcnemar(only_a, only_b);
}

}  // namespace couplet
