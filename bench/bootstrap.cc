// Bootstrap intervals against the obvious way (copy the resampled items, compute the metric afresh): 10,000 items.
#include <cstring>
#include <functional>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/correlation.h"
#include "couplet/eval/ranking.h"

using namespace couplet;

namespace {

constexpr std::int64_t items = 10000, resamples = 10000;

struct Data {
  std::vector<double> scores, gold;
  std::vector<int> labels;
};

Data make_data() {
  Random random(1);
  Data data;
  for (std::int64_t i = 0; i < items; ++i) {
    data.gold.push_back(random.normal());
    data.scores.push_back(data.gold.back() + random.normal());
    data.labels.push_back(data.gold.back() > 0);
  }
  return data;
}

/// metric(drawn items) on the same threads; `rounds` of them, scaled up to all resamples.
template <class Metric>
double naive_seconds(std::int64_t rounds, const Run& run, const Metric& metric) {
  std::vector<double> replicates(rounds);
  const double taken = bench::seconds([&] {
    run.pool.for_blocks(rounds, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t round = begin; round < end; ++round) {
        Random random(run.seed, static_cast<std::uint64_t>(round));
        std::vector<std::size_t> drawn(items);
        for (std::size_t& item : drawn) item = static_cast<std::size_t>(random.below(items));
        replicates[round] = metric(drawn);
      }
    });
  });
  return taken * static_cast<double>(resamples) / static_cast<double>(rounds);
}

template <class T>
std::vector<T> copy_of(const std::vector<T>& values, const std::vector<std::size_t>& drawn) {
  std::vector<T> copy(drawn.size());
  for (std::size_t i = 0; i < drawn.size(); ++i) copy[i] = values[drawn[i]];
  return copy;
}

bench::Figure figure(const char* name, double ours, double naive) {
  return {.name = name, .value = naive / ours, .note = fmt::format("{:.3f} s, naive {:.3f} s", ours, naive)};
}

}  // namespace

int bench::run_bootstrap(int argc, char** argv) {
  const bench::Report report(argc > 1 && std::strcmp(argv[1], "--json") == 0);
  const Run run;
  const Data data = make_data();
  const BootstrapOptions options{.resamples = resamples};
  const WeightedAuc auc(data.scores, data.labels);
  const WeightedSpearman rank_correlation(data.scores, data.gold);

  using Drawn = std::vector<std::size_t>;
  report.add(figure("eval.speed.bootstrap-vs-naive", bench::seconds([&] { bootstrap_mean(data.scores, options, run); }),
                    naive_seconds(1000, run, [&](const Drawn& drawn) { return mean(copy_of(data.scores, drawn)); })));
  report.add(figure("eval.speed.bootstrap-auc-vs-naive",
                    bench::seconds([&] { bootstrap_metric(items, std::cref(auc), options, run); }),
                    naive_seconds(200, run, [&](const Drawn& drawn) {
                      return roc_auc(copy_of(data.scores, drawn), copy_of(data.labels, drawn));
                    })));
  report.add(figure("eval.speed.bootstrap-spearman-vs-naive",
                    bench::seconds([&] { bootstrap_metric(items, std::cref(rank_correlation), options, run); }),
                    naive_seconds(200, run, [&](const Drawn& drawn) {
                      return spearman(copy_of(data.scores, drawn), copy_of(data.gold, drawn));
                    })));
  return 0;
}
