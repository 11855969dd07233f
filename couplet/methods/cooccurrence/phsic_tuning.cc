#include "couplet/methods/cooccurrence/phsic_tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/ranking.h"
#include "couplet/methods/cooccurrence/coupling.h"
#include "couplet/methods/cooccurrence/pair_sample.h"
#include "couplet/methods/cooccurrence/phsic_encoders.h"
#include "couplet/methods/cooccurrence/statistics.h"

namespace couplet {
namespace {

constexpr std::size_t most_pairs = 30000, most_held_out = 2000, fewest_pairs = 40;
constexpr int candidates = 10, most_steps_beyond = 2;
constexpr double ridge_step = 3;

struct KeptPair {
  std::uint64_t key;
  Index place;
  std::string left, right;
  double weight;
};

bool smaller_key(const KeptPair& a, const KeptPair& b) { return std::pair(a.key, a.place) < std::pair(b.key, b.place); }

/// The pairs of the smallest hash: whatever their order in the file, nearly the same ones.
std::vector<KeptPair> read_pairs(const Data& data, const std::string& label, const Run& run) {
  PairInput input(data, label);
  if (input.has_rows())
    throw Error(ErrorCode::usage, "--tune", "is for texts, the input is .npy rows", "set --whiten and --power instead");
  std::vector<KeptPair> kept;
  const auto cut = [&] {
    if (kept.size() <= most_pairs) return;
    std::nth_element(kept.begin(), kept.begin() + most_pairs, kept.end(), smaller_key);
    kept.resize(most_pairs);
  };
  stream_pairs(
      input, "reading pairs to tune on", 4096, run, [](PairBatch&& batch) { return std::move(batch); },
      [&](PairBatch&& batch) {
        for (Index i = 0; i < batch.size(); ++i)
          kept.push_back({PairSample::key_of(batch.left.texts[i], batch.right.texts[i]), batch.first + i,
                          std::move(batch.left.texts[i]), std::move(batch.right.texts[i]), batch.weight(i)});
        if (kept.size() > 2 * most_pairs) cut();
      });
  cut();
  if (kept.size() < fewest_pairs)
    throw Error(ErrorCode::data, data.name(), fmt::format("{} pairs are too few to hold some out", kept.size()),
                fmt::format("give {} or more, or leave --tune out", fewest_pairs));
  std::sort(kept.begin(), kept.end(), smaller_key);
  return kept;
}

class PhsicTuner {
 public:
  PhsicTuner(const Data& data, const Fitting& fitting) : fitting_(fitting), metric_(fitting.parameters.text("tune")) {
    std::vector<KeptPair> kept = read_pairs(data, fitting.parameters.text("label"), fitting.run);
    const std::size_t held = std::min(most_held_out, kept.size() / 10 + candidates);
    std::vector<std::vector<std::string>> columns(3);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (i < held) {
        held_out_.left.texts.push_back(std::move(kept[i].left));
        held_out_.right.texts.push_back(std::move(kept[i].right));
      } else {
        columns[0].push_back(std::move(kept[i].left));
        columns[1].push_back(std::move(kept[i].right));
        columns[2].push_back(fmt::format("{}", kept[i].weight));
      }
    }
    tuning_.held_out = static_cast<Index>(held);
    tuning_.learned = std::ssize(columns[0]);
    training_ = columns_in_memory(std::move(columns));
    draw_candidates();
  }

  PhsicTuning tune() {
    const std::vector<std::string> encoders = encoders_to_try();
    Stage stage(*fitting_.run.observer, "tuning", std::ssize(encoders), "encoders");
    for (std::size_t e = 0; e < encoders.size(); ++e) {
      try_encoder(encoders[e]);
      stage.advance_to(static_cast<std::int64_t>(e) + 1);
    }
    return std::move(tuning_);
  }

 private:
  std::vector<std::string> encoders_to_try() const {
    if (fitting_.parameters.has("encoder")) return split_list(fitting_.parameters.text("encoder"), ',');
    if (!fitting_.parameters.has("vectors")) return {"lsa", "lsa+shape", "lsa:600+shape", "lsa+chars:300+shape"};
    return {"sum", "sum+lsa+shape", "sum+sif+extremes+lsa+shape", "sum+sif+extremes+lsa:600+shape"};
  }

  /// Of each held-out pair its own right text first, then others that read differently, each once.
  void draw_candidates() {
    const auto& texts = held_out_.right.texts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      Random random(fitting_.run.seed, i);
      std::set<std::string_view> seen{texts[i]};
      std::vector<Index> list{static_cast<Index>(i)};
      for (int tries = 0; tries < 20 * candidates && std::ssize(list) < candidates; ++tries)
        if (const Index j = random.below(std::ssize(texts)); seen.insert(texts[j]).second) list.push_back(j);
      lists_.push_back(std::move(list));
    }
  }

  double measure(const Coupling& coupling, const Features& left, const Features& right) const {
    const MatrixD u = coupling.embed(Side::left, left.values), v = coupling.embed(Side::right, right.values);
    CandidateLists lists;
    std::vector<double> all;
    std::vector<int> labels;
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      std::vector<double> scores;
      for (const Index j : lists_[i]) {
        const bool known = left.known[i] && right.known[j];
        scores.push_back(known ? u.row(static_cast<Index>(i)).dot(v.row(j)) : NAN);
        all.push_back(known ? scores.back() : -INFINITY);
        labels.push_back(scores.size() == 1);
      }
      lists.add(scores, 0);
    }
    if (metric_ == "auc") return roc_auc(all, labels);
    return mean(metric_ == "r1" ? recalls_at(lists, 1) : reciprocal_ranks(lists));
  }

  void try_encoder(const std::string& encoder) {
    const Run& run = fitting_.run;
    std::map<std::string, std::string> given{{"encoder", encoder}, {"label", "3"}};
    for (const Parameter& parameter : fitting_.method.parameters)
      if (fitting_.parameters.given(parameter.name) && parameter.name != "tune")
        given.emplace(parameter.name, fitting_.parameters.text(parameter.name));
    const Parameters parameters = Parameters::resolve(fitting_.method.parameters, given);
    PairPasses passes(training_, "3");
    const auto fitted = fit_pair_encoder(passes, {fitting_.method, parameters, fitting_.methods, run}).encoder;
    const PairStatistics statistics = collect_statistics(passes, *fitted, 1, run);
    const Features left = fitted->features(Side::left, held_out_.left, run),
                   right = fitted->features(Side::right, held_out_.right, run);
    const bool cosine = fitting_.parameters.text("similarity") != "inner";
    std::vector<double> ridges{0.1, 0.3, 1, 3}, powers{0.25, 0.5, 1, 1.5};
    if (fitting_.parameters.given("whiten")) ridges = {fitting_.parameters.real("whiten")};
    if (fitting_.parameters.given("power")) powers = {fitting_.parameters.real("power")};
    PhsicTrial best{encoder, 0, 0, -1};
    const auto try_ridge = [&](double ridge) {
      run.stop->check();
      const Coupling coupling(statistics.moments, {ridge, cosine, powers[0]});
      for (const double power : powers) {
        const PhsicTrial trial{encoder, ridge, power, measure(coupling.at_power(power), left, right)};
        tuning_.trials.push_back(trial);
        if (trial.value > best.value) best = trial;
      }
    };
    for (const double ridge : ridges) try_ridge(ridge);
    double smallest = ridges.front(), largest = ridges.back();
    const auto at_edge = [&] { return ridges.size() > 1 && (best.whiten == smallest || best.whiten == largest); };
    for (int beyond = 0; beyond < most_steps_beyond && at_edge(); ++beyond)
      try_ridge(best.whiten == smallest ? smallest /= ridge_step : largest *= ridge_step);
    if (!tuning_.best.encoder.empty() && !(best.value > tuning_.best.value)) return;
    tuning_.best = best;
    tuning_.edge.clear();
    if (at_edge())
      tuning_.edge = fmt::format("the {} ridge tried, {:g}, is the best",
                                 best.whiten == smallest ? "smallest" : "largest", best.whiten);
    if (powers.size() > 1 && (best.power == powers.front() || best.power == powers.back()))
      tuning_.edge += fmt::format("{}the {} power tried, {:g}, is the best", tuning_.edge.empty() ? "" : "; ",
                                  best.power == powers.front() ? "smallest" : "largest", best.power);
  }

  const Fitting& fitting_;
  std::string metric_;
  PairBatch held_out_;
  Data training_;
  std::vector<std::vector<Index>> lists_;
  PhsicTuning tuning_;
};

}  // namespace

void PhsicTuning::add_to(FitReport& report, const std::string& metric) const {
  report.add("tuned by", fmt::format("{} of {} held-out pairs, {} learned from", metric, held_out, learned));
  const auto shown = [](const PhsicTrial& trial) {
    return fmt::format("{:.4f} with --whiten {:g} --power {:g}", trial.value, trial.whiten, trial.power);
  };
  for (std::size_t i = 0; i < trials.size();) {
    std::size_t end = i, top = i;
    for (; end < trials.size() && trials[end].encoder == trials[i].encoder; ++end)
      if (trials[end].value > trials[top].value) top = end;
    report.add("tried " + trials[i].encoder, fmt::format("{}, the best of {}", shown(trials[top]), end - i));
    i = end;
  }
  report.add("chosen", best.encoder + ": " + shown(best));
  if (!edge.empty()) report.add("at the edge", edge + ": beyond may be better");
}

PhsicTuning tune_phsic(const Data& data, const Fitting& fitting) { return PhsicTuner(data, fitting).tune(); }

}  // namespace couplet
