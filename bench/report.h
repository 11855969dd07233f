// What every benchmark shares: a stopwatch, and figures printed as a table or, with --json, one object a line.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <utility>

namespace couplet::bench {

/// Wall-clock seconds of one call.
template <class Work>
double seconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  std::forward<Work>(work)();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Processor seconds of this program so far.
inline double processor_clock() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Processor seconds of one call, all threads together: for work on one thread, whatever else the machine does.
template <class Work>
double processor_seconds(Work&& work) {
  const double start = processor_clock();
  std::forward<Work>(work)();
  return processor_clock() - start;
}

/// The least processor seconds of several calls.
template <class Work>
double fastest(int repeats, Work&& work) {
  double best = 1e9;
  for (int i = 0; i < repeats; ++i) best = std::min(best, processor_seconds(work));
  return best;
}

enum class Better { higher, lower };

/// One ratio, taken within one run.
struct Figure {
  std::string name;  // job.dataset.metric, or room.metric
  double value = 0;
  Better better = Better::higher;
  std::optional<double> bar = {};  // the worst value that will do
  std::string note = {};           // for people: what was measured
};

/// Prints figures as they come. JSON: {"name", "value", "bar" (or null), "better"}.
class Report {
 public:
  explicit Report(bool json) : json_(json) {
    if (!json_) fmt::print("{:<40} {:>9} {:>8}\n", "figure", "value", "bar");
  }

  void add(const Figure& figure) const {
    const bool higher = figure.better == Better::higher;
    if (json_)
      fmt::print("{{\"name\":\"{}\",\"value\":{:.6g},\"bar\":{},\"better\":\"{}\"}}\n", figure.name, figure.value,
                 figure.bar ? fmt::format("{:g}", *figure.bar) : "null", higher ? "higher" : "lower");
    else
      fmt::print("{:<40} {:>9.3f} {:>8}  {}\n", figure.name, figure.value,
                 figure.bar ? fmt::format("{} {:g}", higher ? ">=" : "<=", *figure.bar) : "", figure.note);
    std::fflush(stdout);
  }

 private:
  bool json_;
};

}  // namespace couplet::bench
