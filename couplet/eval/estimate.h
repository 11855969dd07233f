// A number measured on data, with how sure we are of it.
#pragma once

#include <cstdint>
#include <string>

namespace couplet {

/// A value and its confidence interval. NaN where undefined.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// One line of an evaluation: the metric, and how many of the items had a score at all.
struct MetricReport {
  std::string name;
  Estimate estimate;
  std::int64_t covered = 0;
  std::int64_t total = 0;
};

}  // namespace couplet
