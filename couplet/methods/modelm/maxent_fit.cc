#include <algorithm>
#include <cmath>

#include "couplet/kernels/exponential.h"
#include "couplet/linalg/lbfgs.h"
#include "couplet/methods/modelm/maxent.h"

namespace couplet {
namespace {

constexpr double smooth = 1e-6, no_gain = 1e-3;

/// All features of one kind that occur often enough; `empirical` gets how often each does.
MaxEntFamily family_of(std::span<const MaxEntEvent> events, std::size_t f, std::int64_t least_count,
                       std::vector<double>& empirical) {
  std::vector<std::pair<NgramKey, std::int32_t>> seen;
  seen.reserve(events.size());
  for (const MaxEntEvent& event : events) seen.emplace_back(event.keys[f], event.label);
  std::sort(seen.begin(), seen.end());
  MaxEntFamily family;
  for (std::size_t i = 0; i < seen.size();) {
    std::size_t end = i + 1;
    while (end < seen.size() && seen[end] == seen[i]) ++end;
    if (static_cast<std::int64_t>(end - i) >= least_count) {
      if (family.contexts.empty() || family.contexts.back() != seen[i].first) {
        family.contexts.push_back(seen[i].first);
        family.begins.push_back(static_cast<std::int64_t>(family.labels.size()));
      }
      family.labels.push_back(seen[i].second);
      empirical.push_back(static_cast<double>(end - i));
    }
    i = end;
  }
  family.begins.push_back(static_cast<std::int64_t>(family.labels.size()));
  return family;
}

/// Events with the same contexts, together.
struct Histories {
  std::vector<std::int64_t> contexts;  // families a history; -1: no feature
  std::vector<std::int32_t> widths;
  std::vector<std::int64_t> begins{0};  // of the labels that occur
  std::vector<std::int32_t> labels;
  std::vector<double> counts;
  std::size_t size() const { return widths.size(); }
};

Histories histories_of(std::span<const MaxEntEvent> events, std::span<const MaxEntFamily> families) {
  std::vector<std::size_t> order(events.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const std::size_t last = families.size() - 1;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto& x = events[a];
    const auto& y = events[b];
    return x.keys[last] != y.keys[last] ? x.keys[last] < y.keys[last] : x.label < y.label;
  });
  Histories result;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const MaxEntEvent& event = events[order[i]];
    const bool fresh = i == 0 || events[order[i - 1]].keys[last] != event.keys[last];
    if (fresh) {
      if (i > 0) result.begins.push_back(static_cast<std::int64_t>(result.labels.size()));
      for (std::size_t f = 0; f < families.size(); ++f) result.contexts.push_back(families[f].find(event.keys[f]));
      result.widths.push_back(event.width);
    }
    if (fresh || result.labels.back() != event.label) {
      result.labels.push_back(event.label);
      result.counts.push_back(0);
    }
    ++result.counts.back();
  }
  result.begins.push_back(static_cast<std::int64_t>(result.labels.size()));
  return result;
}

/// -ln P of the events and the expected counts of the features, in blocks of histories.
class Objective {
 public:
  Objective(const Histories& histories, std::span<const MaxEntFamily> families, std::vector<double> empirical,
            const MaxEntOptions& options, const Run& run)
      : histories_(histories), families_(families), empirical_(std::move(empirical)), options_(options), run_(run) {
    for (const MaxEntFamily& family : families) {
      offsets_.push_back(total_);
      total_ += family.labels.size();
    }
    partial_.assign(blocks, std::vector<double>(total_, 0));
  }

  std::size_t features() const { return total_; }
  double likelihood() const { return likelihood_; }

  /// About 1 / sqrt(second derivative) of each feature.
  std::vector<double> scales() const {
    std::vector<double> result;
    for (const double count : empirical_) result.push_back(1 / std::sqrt(count + 1 / options_.variance));
    return result;
  }

  double operator()(std::span<const double> w, std::span<double> gradient) {
    std::vector<double> losses(blocks, 0);
    const auto count = static_cast<std::int64_t>(histories_.size());
    const std::int64_t block = std::max<std::int64_t>(1, (count + blocks - 1) / blocks);
    run_.pool.for_blocks(count, block, [&](std::int64_t begin, std::int64_t end) {
      const auto number = static_cast<std::size_t>(begin / block);
      losses[number] = one_block(static_cast<std::size_t>(begin), static_cast<std::size_t>(end), w, partial_[number]);
    });
    double sum = 0;
    for (const double loss : losses) sum += loss;
    likelihood_ = sum;
    run_.pool.for_blocks(static_cast<std::int64_t>(total_), 1 << 14, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        double expected = 0;
        for (auto& part : partial_) {
          expected += part[i];
          part[i] = 0;
        }
        gradient[i] =
            expected - empirical_[i] + options_.l1 * w[i] / std::sqrt(w[i] * w[i] + smooth) + w[i] / options_.variance;
      }
    });
    for (const double x : w) sum += options_.l1 * std::sqrt(x * x + smooth) + x * x / (2 * options_.variance);
    return sum;
  }

 private:
  static constexpr std::int64_t blocks = 8;

  double one_block(std::size_t begin, std::size_t end, std::span<const double> w, std::vector<double>& expected) const {
    std::vector<double> scores;
    double loss = 0;
    const std::size_t families = families_.size();
    for (std::size_t h = begin; h < end; ++h) {
      scores.assign(histories_.widths[h], 0);
      for (std::size_t f = 0; f < families; ++f)
        for_features(h, f, [&](std::size_t label, std::size_t feature) { scores[label] += w[feature]; });
      const double largest = *std::max_element(scores.begin(), scores.end());
      double occurrences = 0;
      for (auto i = static_cast<std::size_t>(histories_.begins[h]);
           i < static_cast<std::size_t>(histories_.begins[h + 1]); ++i) {
        occurrences += histories_.counts[i];
        loss -= histories_.counts[i] * (scores[histories_.labels[i]] - largest);
      }
      for (double& score : scores) score -= largest;
      exponentials(scores.data(), static_cast<Index>(scores.size()));
      double sum = 0;
      for (const double score : scores) sum += score;
      loss += occurrences * std::log(sum);
      const double scale = occurrences / sum;
      for (std::size_t f = 0; f < families; ++f)
        for_features(h, f, [&](std::size_t label, std::size_t feature) { expected[feature] += scale * scores[label]; });
    }
    return loss;
  }

  template <class Use>
  void for_features(std::size_t history, std::size_t f, Use use) const {
    const std::int64_t context = histories_.contexts[history * families_.size() + f];
    if (context < 0) return;
    const MaxEntFamily& family = families_[f];
    const auto begin = static_cast<std::size_t>(family.begins[context]);
    const auto end = static_cast<std::size_t>(family.begins[static_cast<std::size_t>(context) + 1]);
    for (std::size_t i = begin; i < end; ++i) use(static_cast<std::size_t>(family.labels[i]), offsets_[f] + i);
  }

  const Histories& histories_;
  std::span<const MaxEntFamily> families_;
  std::vector<double> empirical_;
  const MaxEntOptions& options_;
  const Run& run_;
  std::vector<std::size_t> offsets_;
  std::size_t total_ = 0;
  std::vector<std::vector<double>> partial_;
  double likelihood_ = 0;
};

/// The family with only those features whose weight is worth keeping.
MaxEntFamily compacted(const MaxEntFamily& family, std::span<const double> weights) {
  MaxEntFamily result;
  for (std::size_t c = 0; c < family.contexts.size(); ++c) {
    const std::size_t before = result.labels.size();
    for (auto i = static_cast<std::size_t>(family.begins[c]); i < static_cast<std::size_t>(family.begins[c + 1]); ++i)
      if (std::abs(weights[i]) >= no_gain) {
        result.labels.push_back(family.labels[i]);
        result.weights.push_back(weights[i]);
      }
    if (result.labels.size() == before) continue;
    result.contexts.push_back(family.contexts[c]);
    result.begins.push_back(static_cast<std::int64_t>(before));
  }
  result.begins.push_back(static_cast<std::int64_t>(result.labels.size()));
  return result;
}

}  // namespace

MaxEnt MaxEnt::fit(std::span<const MaxEntEvent> events, std::size_t families, const MaxEntOptions& options,
                   MaxEntReport& report, const Run& run) {
  std::vector<MaxEntFamily> all;
  std::vector<double> empirical;
  for (std::size_t f = 0; f < families; ++f) {
    all.push_back(family_of(events, f, options.least_count, empirical));
    run.stop->check();
  }
  const Histories histories = histories_of(events, all);
  run.memory.require(static_cast<std::int64_t>(empirical.size()) * 8 * 26, "the features of Model M");
  Objective objective(histories, all, std::move(empirical), options, run);
  // L-BFGS sees y = w / scale: a feature that occurs often bends the loss far more than one that occurs once.
  const std::vector<double> scale = objective.scales();
  std::vector<double> y(objective.features(), 0), w(y);
  LbfgsOptions lbfgs_options;
  lbfgs_options.max_iterations = options.iterations;
  lbfgs_options.decrease_tolerance = 1e-6;
  lbfgs_options.first_step = 0.1;
  const auto occurrences = static_cast<double>(std::max<std::size_t>(1, events.size()));
  bool first = true;
  Stage stage(*run.observer, "maximum entropy", options.iterations, "iterations");
  const LossAndGradient<double> loss = [&](std::span<const double> x, std::span<double> gradient) {
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = scale[i] * x[i];
    const double value = objective(w, gradient);
    for (std::size_t i = 0; i < w.size(); ++i) gradient[i] *= scale[i];
    if (first) report.first = objective.likelihood() / occurrences;
    first = false;
    return value;
  };
  const LbfgsReport done = lbfgs<double>(y, loss, lbfgs_options, run, [&](const LbfgsStep<double>& step) {
    stage.advance_to(step.iteration);
    return true;
  });
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = scale[i] * y[i];
  MaxEnt model;
  std::size_t offset = 0;
  for (const MaxEntFamily& family : all) {
    model.families_.push_back(compacted(family, std::span(w).subspan(offset, family.labels.size())));
    offset += family.labels.size();
  }
  report.features = static_cast<std::int64_t>(model.features());
  report.left_out = static_cast<std::int64_t>(w.size()) - report.features;
  report.histories = static_cast<std::int64_t>(histories.size());
  report.evaluations = done.evaluations;
  report.last = objective.likelihood() / occurrences;
  return model;
}

}  // namespace couplet
