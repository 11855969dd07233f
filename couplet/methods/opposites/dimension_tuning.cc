#include "couplet/methods/opposites/dimension_tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/methods/opposites/word_finder.h"
#include "couplet/plot/curves_svg.h"

namespace couplet {
namespace {

/// A space that answers questions, before it is a model.
class SpaceScorer final : public ScoresPairs {
 public:
  SpaceScorer(const WordFinder& finder, const PilsaSpace& space) : finder_(finder), space_(space) {}

  std::vector<PairScore> score(const PairBatch& pairs, const Run&) const override {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::vector<PairScore> scores;
    for (Index i = 0; i < pairs.size(); ++i) {
      const VectorD x = vector(pairs.left.texts[i]), y = vector(pairs.right.texts[i]);
      const bool left = x.size() > 0, right = y.size() > 0;
      scores.push_back({left && right ? x.dot(y) : none, none, left, right});
    }
    return scores;
  }

 private:
  /// Of length 1; empty for a word that is not known.
  VectorD vector(const std::string& text) const {
    const FoundForms found = finder_.find(text);
    const auto k = static_cast<Index>(space_.singular.size());
    if (found.words.empty()) return {};
    VectorD sum = VectorD::Zero(k);
    for (const std::int64_t word : found.words)
      sum += Eigen::Map<const Eigen::VectorXf>(space_.vectors->data() + word * k, k).cast<double>();
    const double length = sum.norm();
    return length > 0 ? VectorD(sum / length) : sum;
  }

  const WordFinder& finder_;
  const PilsaSpace& space_;
};

}  // namespace

TruncatedSvd<float> first_of(const TruncatedSvd<float>& svd, Index dimensions) {
  TruncatedSvd<float> part = svd;
  part.u = svd.u.leftCols(dimensions);
  part.v = svd.v.leftCols(dimensions);
  part.s = svd.s.head(dimensions);
  return part;
}

std::vector<DimensionTrial> try_dimensions(const SignedEntries& entries, const Inflections& inflections,
                                           const TruncatedSvd<float>& svd, double leak,
                                           const std::vector<ChoiceQuestion>& questions, const Run& run) {
  const WordFinder finder(entries.words(), inflections);
  std::vector<Index> dimensions = {50, 100, 200, 300, 400, 500, 750, 1000, 2000, 3000};
  std::erase_if(dimensions, [&](Index k) { return k >= svd.s.size(); });
  dimensions.push_back(svd.s.size());
  std::vector<DimensionTrial> trials;
  for (const Index k : dimensions) {
    run.stop->check();
    const PilsaSpace space = space_of(entries, first_of(svd, k), leak, run);
    const ChoiceReport report = answer_questions(SpaceScorer(finder, space), questions, Sought::opposite, run);
    trials.push_back({k, report.precision, report.f1});
  }
  return trials;
}

const DimensionTrial& best_of(const std::vector<DimensionTrial>& trials) {
  return *std::max_element(trials.begin(), trials.end(),
                           [](const DimensionTrial& a, const DimensionTrial& b) { return a.precision < b.precision; });
}

std::string dimensions_svg(const std::vector<DimensionTrial>& trials) {
  Curve curve{"precision", {}};
  for (const DimensionTrial& trial : trials)
    curve.points.emplace_back(static_cast<double>(trial.dimensions), trial.precision);
  const DimensionTrial& best = best_of(trials);
  return curves_svg({curve}, {"Closest opposites by the dimensions of the space", "dimensions", "precision"},
                    CurveMark{{static_cast<double>(best.dimensions), best.precision},
                              fmt::format("{} dimensions: {:.3f}", best.dimensions, best.precision)});
}

}  // namespace couplet
