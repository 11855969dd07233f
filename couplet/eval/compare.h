// Is system A really better than system B on the same items? Paired tests, two-sided.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"

namespace couplet {

/// A - B with its interval, and the probability of a difference at least as large if there were none.
struct PairedTest {
  Estimate difference;
  double p_value = 1;
};

/// Paired bootstrap of mean(a) - mean(b); a[i] and b[i] are the two systems' values of item i. The p-value is
/// (b + 1) / (m + 1) with b the resamples, out of m, whose difference lies at least |A - B| away from A - B: the
/// distribution moved to where the hypothesis of no difference puts it.
/// Throws Error(data) for unequal lengths, no items, or values that are not finite.
PairedTest paired_bootstrap(std::span<const double> a, std::span<const double> b, const BootstrapOptions& options,
                            const Run& run);

/// The same for a difference of any two metrics of counts (difference = A(counts) - B(counts)). Undefined resamples
/// (NaN) count as evidence for no difference.
PairedTest paired_bootstrap(std::int64_t items, const CountMetric& difference, const BootstrapOptions& options,
                            const Run& run);

/// Approximate randomisation of mean(a) - mean(b): in each of m rounds the two values of every item change places with
/// probability 1/2. Returns p = (b + 1) / (m + 1), b = rounds with a difference at least as large as the one observed.
/// Errors as above, and Error(usage) for rounds < 1. One random bit and one add an item and round.
double approximate_randomisation(std::span<const double> a, std::span<const double> b, std::int64_t rounds,
                                 const Run& run);

/// The difference A - B of a metric when the outputs of the items with swapped[i] = 1 change places. Called from
/// several threads at once. Outputs must mean the same in both systems (decisions, ranks), not scores on different
/// scales.
using SwapMetric = std::function<double(std::span<const std::uint8_t> swapped)>;
double approximate_randomisation(std::int64_t items, const SwapMetric& difference, std::int64_t rounds, const Run& run);

/// McNemar's test on decisions: only the items that exactly one system got right tell them apart.
struct McNemar {
  std::int64_t only_a = 0, only_b = 0;
  double p_value = 1;
  bool exact = true;  // binomial; otherwise chi-squared with continuity correction
};
/// Exact up to 100 such items.
McNemar mcnemar(std::int64_t only_a, std::int64_t only_b);
/// a[i], b[i]: 1 when the system got item i right, 0 when not. Throws Error(data) for other values or unequal lengths.
McNemar mcnemar(std::span<const double> a, std::span<const double> b);

}  // namespace couplet
