#include <cmath>
#include <limits>
#include <optional>

#include "apps/cli/gold.h"
#include "apps/cli/outcomes.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/compare.h"
#include "couplet/eval/correlation.h"
#include "couplet/eval/multiple_comparisons.h"

namespace couplet {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// One metric of two systems on the same items.
struct ComparedMetric {
  std::string metric, a, b;
  double value_a = none, value_b = none;
  PairedTest bootstrap;
  double randomisation = none, mcnemar = none;
  /// The p-value that is adjusted: the exact tests of decisions first, then randomisation, then the bootstrap.
  double p() const {
    return std::isfinite(mcnemar) ? mcnemar : std::isfinite(randomisation) ? randomisation : bootstrap.p_value;
  }
};

/// Metrics that are means of one value an item.
ComparedMetric compare_means(const std::string& metric, std::span<const double> a, std::span<const double> b,
                             bool decisions, const BootstrapOptions& options, const Run& run) {
  ComparedMetric result;
  result.metric = metric;
  result.value_a = mean(a);
  result.value_b = mean(b);
  result.bootstrap = paired_bootstrap(a, b, options, run);
  result.randomisation = approximate_randomisation(a, b, options.resamples, run);
  if (decisions) result.mcnemar = mcnemar(a, b).p_value;
  return result;
}

/// Metrics of all items together (AUC, correlations): paired bootstrap only.
template <class Metric>
ComparedMetric compare_wholes(const std::string& name, std::int64_t items, const Metric& a, const Metric& b,
                              const BootstrapOptions& options, const Run& run) {
  ComparedMetric result;
  result.metric = name;
  const std::vector<std::int32_t> once(items, 1);
  result.value_a = a(once);
  result.value_b = b(once);
  result.bootstrap = paired_bootstrap(
      items, [&](std::span<const std::int32_t> counts) { return a(counts) - b(counts); }, options, run);
  return result;
}

std::vector<ComparedMetric> compare_two(const Arguments& arguments, const Gold& gold, const SystemScores& a,
                                        const SystemScores& b, const Run& run) {
  const BootstrapOptions options{arguments.integer("resamples"), arguments.real("level")};
  std::vector<ComparedMetric> results;
  if (!gold.lists.empty()) {
    const CandidateLists left = candidate_lists(a), right = candidate_lists(b);
    results.push_back(compare_means("mrr", reciprocal_ranks(left), reciprocal_ranks(right), false, options, run));
    results.push_back(compare_means("recall@1", recalls_at(left, 1), recalls_at(right, 1), true, options, run));
  } else if (!gold.values.empty()) {
    // Only items that both systems score: a correlation over different items is no comparison.
    std::vector<double> x, y, truth;
    for (std::size_t i = 0; i < gold.values.size(); ++i)
      if (std::isfinite(a.pairs[i]) && std::isfinite(b.pairs[i])) {
        x.push_back(a.pairs[i]);
        y.push_back(b.pairs[i]);
        truth.push_back(gold.values[i]);
      }
    if (truth.size() < 2) throw Error(ErrorCode::data, a.name, "fewer than two pairs have a score in both systems");
    results.push_back(compare_wholes("spearman", static_cast<std::int64_t>(truth.size()), WeightedSpearman(x, truth),
                                     WeightedSpearman(y, truth), options, run));
  } else if (!gold.groups.empty()) {
    const CandidateLists left = grouped_lists(gold, a.pairs), right = grouped_lists(gold, b.pairs);
    results.push_back(compare_means("map", average_precisions(left), average_precisions(right), false, options, run));
    results.push_back(compare_means("mrr", reciprocal_ranks(left), reciprocal_ranks(right), false, options, run));
  } else {
    results.push_back(compare_wholes("auc", static_cast<std::int64_t>(gold.labels.size()),
                                     WeightedAuc(a.pairs, gold.labels), WeightedAuc(b.pairs, gold.labels), options,
                                     run));
    if (arguments.has("threshold")) {
      const double threshold = arguments.real("threshold");
      results.push_back(compare_means("accuracy", matches(predictions_at(a.pairs, threshold), gold.labels),
                                      matches(predictions_at(b.pairs, threshold), gold.labels), true, options, run));
      const auto f1_of = [&](const SystemScores& system) {
        return [terms = f1_terms(predictions_at(system.pairs, threshold), gold.labels)](
                   std::span<const std::int32_t> counts) {
          double above = 0, below = 0;
          for (std::size_t i = 0; i < counts.size(); ++i) {
            above += counts[i] * terms.numerators[i];
            below += counts[i] * terms.denominators[i];
          }
          return below > 0 ? above / below : none;
        };
      };
      results.push_back(
          compare_wholes("f1", static_cast<std::int64_t>(gold.labels.size()), f1_of(a), f1_of(b), options, run));
    }
  }
  for (ComparedMetric& result : results) {
    result.a = a.name;
    result.b = b.name;
  }
  return results;
}

/// Each system's metrics beside those of the first.
std::vector<ComparedMetric> compare_pairs(const Arguments& arguments, const Run& run) {
  const Gold gold = read_gold(arguments, arguments.positionals.back(), run);
  std::vector<SystemScores> systems;
  for (std::size_t i = 0; i + 1 < arguments.positionals.size(); ++i)
    systems.push_back(system_scores(arguments.positionals[i], gold, run));
  std::vector<ComparedMetric> comparisons;
  for (std::size_t i = 1; i < systems.size(); ++i)
    for (ComparedMetric& comparison : compare_two(arguments, gold, systems[0], systems[i], run))
      comparisons.push_back(std::move(comparison));
  return comparisons;
}

/// The same where each item has outcomes of its own.
std::vector<ComparedMetric> compare_outcomes(const Arguments& arguments, const Run& run) {
  const std::string& gold = arguments.positionals.back();
  const BootstrapOptions options{arguments.integer("resamples"), arguments.real("level")};
  const auto first = outcomes_of(arguments, arguments.positionals[0], gold, run);
  std::vector<ComparedMetric> comparisons;
  for (std::size_t i = 1; i + 1 < arguments.positionals.size(); ++i) {
    const auto other = outcomes_of(arguments, arguments.positionals[i], gold, run);
    for (std::size_t m = 0; m < first.size(); ++m) {
      comparisons.push_back(
          compare_means(first[m].metric, first[m].values, other[m].values, first[m].decisions, options, run));
      comparisons.back().a = arguments.positionals[0];
      comparisons.back().b = arguments.positionals[i];
    }
  }
  return comparisons;
}

Cell number(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }

}  // namespace

int run_compare(Arguments& arguments) {
  std::vector<std::string> read = arguments.positionals;
  read.push_back(arguments.text("lists"));
  if (only_planned(arguments, read)) return 0;
  const Run run = make_run(arguments);
  const auto comparisons =
      asks_for_outcomes(arguments) ? compare_outcomes(arguments, run) : compare_pairs(arguments, run);
  std::vector<double> p_values;
  for (const ComparedMetric& comparison : comparisons) p_values.push_back(comparison.p());
  const auto adjusted = adjust_p_values(p_values, parse_adjustment(arguments.text("adjust")));
  Table table(*arguments.output, "compare",
              {"metric", "a", "b", "value_a", "value_b", "difference", "low", "high", "p_bootstrap", "p_randomisation",
               "p_mcnemar", "p_adjusted"});
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const ComparedMetric& c = comparisons[i];
    table.row({c.metric, c.a, c.b, c.value_a, c.value_b, c.bootstrap.difference.value, c.bootstrap.difference.low,
               c.bootstrap.difference.high, c.bootstrap.p_value, number(c.randomisation), number(c.mcnemar),
               adjusted[i]});
  }
  return 0;
}

}  // namespace couplet
