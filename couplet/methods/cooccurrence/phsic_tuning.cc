#include "couplet/methods/cooccurrence/phsic_tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "couplet/eval/classification.h"
#include "couplet/eval/ranking.h"
#include "couplet/methods/cooccurrence/coupling.h"
#include "couplet/methods/cooccurrence/phsic_encoders.h"
#include "couplet/methods/cooccurrence/statistics.h"
#include "couplet/methods/cooccurrence/tuning_pairs.h"

namespace couplet {
namespace {

constexpr int most_steps_beyond = 2;
constexpr double ridge_step = 3, power_step = 0.5;

class PhsicTuner {
 public:
  PhsicTuner(const Data& data, const Fitting& fitting)
      : fitting_(fitting),
        metric_(fitting.parameters.text("tune")),
        pairs_(split_for_tuning(data, fitting.parameters.text("label"), fitting.run)) {
    tuning_.held_out = pairs_.held_out.size();
    tuning_.learned = pairs_.learned_pairs;
    tuning_.left_out = pairs_.left_out;
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
    if (!fitting_.parameters.has("vectors")) return {"lsa", "lsa+shape", "lsa:700+shape", "lsa+chars:300+shape"};
    return {"sum", "sum+lsa+shape", "sum+sif+extremes+lsa+shape", "sum+sif+extremes+lsa:600+shape"};
  }

  double measure(const Coupling& coupling, const Features& left, const Features& right) const {
    const MatrixD u = coupling.embed(Side::left, left.values), v = coupling.embed(Side::right, right.values);
    CandidateLists lists;
    std::vector<double> all;
    std::vector<int> labels;
    for (std::size_t i = 0; i < pairs_.candidates.size(); ++i) {
      std::vector<double> scores;
      for (const Index j : pairs_.candidates[i]) {
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
    PairPasses passes(pairs_.learned, "3");
    const auto fitted = fit_pair_encoder(passes, {fitting_.method, parameters, fitting_.methods, run}).encoder;
    const PairStatistics statistics = collect_statistics(passes, *fitted, 1, run);
    const Features left = fitted->features(Side::left, pairs_.held_out.left, run),
                   right = fitted->features(Side::right, pairs_.held_out.right, run);
    const bool cosine = fitting_.parameters.text("similarity") != "inner";
    std::vector<double> ridges{0.1, 0.3, 1, 3}, powers{0.25, 0.5, 1, 1.5};
    if (fitting_.parameters.given("whiten")) ridges = {fitting_.parameters.real("whiten")};
    if (fitting_.parameters.given("power")) powers = {fitting_.parameters.real("power")};
    PhsicTrial best{encoder, 0, 0, -1};
    const auto try_powers = [&](double ridge, const std::vector<double>& some) {
      run.stop->check();
      const Coupling coupling(statistics.moments, {ridge, cosine, some[0]});
      for (const double power : some) {
        const PhsicTrial trial{encoder, ridge, power, measure(coupling.at_power(power), left, right)};
        tuning_.trials.push_back(trial);
        if (trial.value > best.value) best = trial;
      }
    };
    for (const double ridge : ridges) try_powers(ridge, powers);
    double smallest = ridges.front(), largest = ridges.back();
    const auto at_edge = [&] { return ridges.size() > 1 && (best.whiten == smallest || best.whiten == largest); };
    for (int beyond = 0; beyond < most_steps_beyond && at_edge(); ++beyond)
      try_powers(best.whiten == smallest ? smallest /= ridge_step : largest *= ridge_step, powers);
    double weakest = powers.front(), strongest = powers.back();
    const auto at_end = [&] { return powers.size() > 1 && (best.power == weakest || best.power == strongest); };
    for (int beyond = 0; beyond < most_steps_beyond && at_end(); ++beyond)
      try_powers(best.whiten, {best.power == weakest ? weakest /= 2 : strongest += power_step});
    if (!tuning_.best.encoder.empty() && !(best.value > tuning_.best.value)) return;
    tuning_.best = best;
    tuning_.edge.clear();
    if (at_edge())
      tuning_.edge = fmt::format("the {} ridge tried, {:g}, is the best",
                                 best.whiten == smallest ? "smallest" : "largest", best.whiten);
    if (at_end())
      tuning_.edge += fmt::format("{}the {} power tried, {:g}, is the best", tuning_.edge.empty() ? "" : "; ",
                                  best.power == weakest ? "smallest" : "largest", best.power);
  }

  const Fitting& fitting_;
  std::string metric_;
  TuningPairs pairs_;
  PhsicTuning tuning_;
};

}  // namespace

void PhsicTuning::add_to(FitReport& report, const std::string& metric) const {
  report.add("tuned by", fmt::format("{} of {} held-out pairs, {} learned from", metric, held_out, learned));
  if (left_out > 0) report.add("not learned from", fmt::format("{} pairs whose right text is held out", left_out));
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
