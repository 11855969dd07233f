#include "couplet/methods/cleaning/judgement.h"

#include <algorithm>
#include <cmath>

#include "couplet/methods/cleaning/examples.h"
#include "couplet/methods/cleaning/share_of_ways.h"
#include "couplet/methods/cleaning/spoiling.h"

namespace couplet {
namespace {

constexpr double ridge = 1e-4;  // and half a pair's weight
constexpr int rounds = 10;

/// What is learned from: pairs of the corpus, spoilt ones and labelled ones, one after the other.
struct Lesson {
  std::vector<ClueValues> values;
  std::vector<double> labels, weights;
  std::size_t goods = 0;
  std::span<const std::size_t> ways;  // of the spoilt ones

  ClueWeights learn(std::span<const double> given, const ClueWeights* from, const Run& run) const {
    return ClueWeights::learn(values, labels, given, ridge + 0.5 / static_cast<double>(goods), run, from);
  }
  std::vector<double> log_odds(const ClueWeights& learned) const {
    std::vector<double> result(goods);
    for (std::size_t i = 0; i < goods; ++i) result[i] = learned.log_odds(values[i]);
    return result;
  }
  void weigh_corpus(std::span<const double> trust) {
    double sum = 0;
    for (const double value : trust) sum += value;
    for (std::size_t i = 0; i < goods; ++i) weights[i] = trust[i] / std::max(sum, 1e-9);
  }
  /// shares: of the ways; those that no pair was spoilt in do not count.
  void weigh_ways(std::span<const double> shares) {
    std::vector<double> of_way(shares.size(), 0);
    for (const std::size_t way : ways) ++of_way[way];
    double sum = 0;
    for (std::size_t way = 0; way < shares.size(); ++way) sum += of_way[way] > 0 ? shares[way] : 0;
    for (std::size_t i = 0; i < ways.size(); ++i) weights[goods + i] = shares[ways[i]] / (of_way[ways[i]] * sum);
  }
  /// Both labels weigh the same.
  void weigh_labelled(std::span<const int> good) {
    const auto n = static_cast<double>(good.size());
    const auto ones = static_cast<double>(std::count(good.begin(), good.end(), 1));
    for (std::size_t i = 0, at = goods + ways.size(); i < good.size(); ++i, ++at) {
      labels[at] = good[i];
      weights[at] = n / (n + 200) / (good[i] ? ones : n - ones);
    }
  }
};

/// The half of the pairs with the least to be said against them: a beginning that holds hardly any bad ones. What is
/// said of few pairs weighs more than what is said of many.
std::vector<double> first_trust(std::span<const ClueValues> values) {
  constexpr double common = 0.02;  // doubt that weighs nothing much by being rare
  const auto excess = [](const ClueValues& clues, std::size_t c) {
    const double least = info_of(static_cast<Clue>(c)).deviates ? 0.7 : 0.3;
    return std::clamp(static_cast<double>(clues[c]) - least, 0.0, 4.0);
  };
  std::array<double, clue_count> means = {};
  for (const ClueValues& clues : values)
    for (std::size_t c = 0; c < clue_count; ++c) means[c] += excess(clues, c) / static_cast<double>(values.size());
  std::vector<double> doubts;
  for (const ClueValues& clues : values) {
    double sum = 0;
    for (std::size_t c = 0; c < clue_count; ++c) sum += excess(clues, c) / (means[c] + common);
    doubts.push_back(sum);
  }
  std::vector<double> ordered = doubts;
  const auto middle = ordered.begin() + std::ssize(ordered) / 2;
  std::nth_element(ordered.begin(), middle, ordered.end());
  const double half = *middle;
  for (double& doubt : doubts) doubt = doubt <= half ? 1 : 0;
  return doubts;
}

/// Takes the outside scores out of the clues, as nothing could be learned from them beside spoilt pairs: below all
/// pieces they weigh nothing.
std::vector<float> without_outside(std::span<ClueValues> values) {
  std::vector<float> taken;
  for (ClueValues& clues : values) {
    taken.push_back(clues[static_cast<std::size_t>(Clue::outside)]);
    clues[static_cast<std::size_t>(Clue::outside)] = -2;
  }
  return taken;
}

/// What a pair's outside score adds to its odds, if it says nothing that the other clues know already: by regression of
/// the probabilities without it (and of the labels).
ClueWeights learn_outside(std::span<const float> scores, std::span<const double> probabilities, const Run& run) {
  ClueValues nothing;
  nothing.fill(-2);
  std::vector<ClueValues> values(scores.size(), nothing);
  for (std::size_t i = 0; i < scores.size(); ++i) values[i][static_cast<std::size_t>(Clue::outside)] = scores[i];
  const std::vector<double> weights(scores.size(), 1);
  return ClueWeights::learn(values, probabilities, weights, ridge + 0.5 / static_cast<double>(scores.size()), run);
}

/// The shares of wrong pairs when the ways to spoil one are known but for a fifth: their spread by the jackknife.
double spread_by_ways(const ClueWeights& learned, const Lesson& lesson, const Run& run) {
  constexpr std::size_t parts = 5;
  std::array<double, parts> shares = {};
  double mean = 0, squares = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    std::vector<double> fewer = lesson.weights;
    double left = 0;
    for (std::size_t i = 0; i < lesson.ways.size(); ++i)
      if (lesson.ways[i] % parts == part)
        fewer[lesson.goods + i] = 0;
      else
        left += fewer[lesson.goods + i];
    for (std::size_t i = 0; i < lesson.ways.size(); ++i) fewer[lesson.goods + i] /= left;
    shares[part] = share_of_wrong(lesson.log_odds(lesson.learn(fewer, &learned, run)), run).wrong;
    mean += shares[part] / parts;
  }
  for (const double share : shares) squares += (share - mean) * (share - mean);
  return std::sqrt(squares * (parts - 1) / parts);
}

void widen(ShareOfWrong& share, double spread) {
  share.low = std::max(0.0, share.wrong - std::hypot(share.wrong - share.low, 1.96 * spread));
  share.high = std::min(1.0, share.wrong + std::hypot(share.high - share.wrong, 1.96 * spread));
}

/// No spoilt pair is a good translation into a listed language, so nothing could be learned of it: that a text is in
/// one, by a tenth of a nat a letter and more, outweighs everything that speaks for the pair.
ClueWeights weights_of_listed() {
  std::vector<double> slopes(ClueWeights::slope_count, 0);
  const auto first = static_cast<std::size_t>(Clue::listed) * ClueWeights::pieces;
  slopes[first] = slopes[first + 1] = 15;
  return {0, slopes};
}

/// Where re-paired pairs lie.
void place_random_pairs(Judgement& judgement, const Lesson& lesson) {
  double sum = 0, squares = 0, count = 0;
  for (std::size_t i = 0; i < lesson.ways.size(); ++i)
    if (lesson.ways[i] == shuffled_way) {
      const double value = judgement.weights.log_odds(lesson.values[lesson.goods + i]);
      sum += value;
      squares += value * value;
      ++count;
    }
  if (count < 2) return;
  judgement.random_log_odds = sum / count;
  judgement.random_spread = std::sqrt(std::max(1e-6, squares / count - sum * sum / count / count));
}

/// How often each way to spoil a pair occurs in the corpus, as it looks by the weights learned.
std::vector<double> ways_of_corpus(const Judgement& judgement, const Lesson& lesson, std::span<const double> trust) {
  std::vector<std::size_t> faults;
  for (std::size_t i = 0; i < lesson.goods + lesson.ways.size(); ++i)
    faults.push_back(fault_of(judgement.weights, lesson.values[i], judgement.share.prior()));
  std::vector<double> doubts;
  for (const double value : trust) doubts.push_back(1 - value);
  const std::span all(faults);
  return shares_of_ways(all.first(lesson.goods), doubts, all.subspan(lesson.goods), lesson.ways,
                        spoiling_names().size());
}

/// Fills in weights and share; returns how far each pair of the corpus is trusted. barred: those that are no example of
/// a good one, however often the corpus has such.
std::vector<double> learn_in_rounds(Judgement& judgement, Lesson& lesson, std::span<const char> barred, Stage& stage,
                                    const Run& run) {
  std::vector<double> trust = first_trust(std::span(lesson.values).first(lesson.goods));
  const auto bar = [&] {
    for (std::size_t i = 0; i < trust.size(); ++i)
      if (barred[i]) trust[i] = 0;
  };
  bar();
  for (int round = 0; round < rounds; ++round) {
    lesson.weigh_corpus(trust);
    judgement.weights = lesson.learn(lesson.weights, round > 0 ? &judgement.weights : nullptr, run);
    const std::vector<double> log_odds = lesson.log_odds(judgement.weights);
    judgement.share = share_of_wrong(log_odds, run);
    for (std::size_t i = 0; i < trust.size(); ++i)
      trust[i] = 1 / (1 + std::exp(-log_odds[i] - judgement.share.prior()));
    bar();
    if (round + 1 < rounds) lesson.weigh_ways(ways_of_corpus(judgement, lesson, trust));
    stage.advance_to(3 + round);
  }
  return trust;
}

}  // namespace

Judgement learn_judgement(const CleanerModel& model, const CorpusSample& sample, const JudgedExamples& labelled,
                          const Run& run) {
  Stage stage(*run.observer, "learning to judge", rounds + 3, "rounds");
  Judgement judgement;
  const auto raw_good = corpus_examples(model, sample).clues(model, run);
  judgement.profile = ClueProfile::of(raw_good);
  stage.advance_to(1);
  const Examples bad = spoilt_examples(model, sample, run.seed);
  const auto raw_bad = bad.clues(model, run);
  stage.advance_to(2);
  PairBatch judged;
  judged.left.texts = labelled.left;
  judged.right.texts = labelled.right;
  const auto raw_labelled = model.raw_clues(judged, nullptr, nullptr, run, labelled.outside);
  Lesson lesson;
  for (const auto* raw : {&raw_good, &raw_bad, &raw_labelled})
    for (const RawClues& clues : *raw) lesson.values.push_back(judgement.profile.standardised(clues));
  const std::size_t goods = raw_good.size(), bads = raw_bad.size();
  const std::vector<float> outside = without_outside(lesson.values);
  lesson.labels.assign(lesson.values.size(), 0);
  std::fill_n(lesson.labels.begin(), goods, 1);
  lesson.weights.assign(lesson.values.size(), 0);
  lesson.goods = goods;
  lesson.ways = bad.ways;
  lesson.weigh_ways(std::vector<double>(spoiling_names().size(), 1));
  lesson.weigh_labelled(labelled.good);
  std::vector<char> barred;
  for (const RawClues& raw : raw_good) barred.push_back(broken_rule(raw) < clue_count);
  std::vector<double> trust = learn_in_rounds(judgement, lesson, barred, stage, run);
  const double spread = spread_by_ways(judgement.weights, lesson, run);
  if (!sample.outside.empty()) {
    std::vector<float> scores(outside.begin(), outside.begin() + static_cast<std::ptrdiff_t>(goods));
    scores.insert(scores.end(), outside.begin() + static_cast<std::ptrdiff_t>(goods + bads), outside.end());
    trust.insert(trust.end(), labelled.good.begin(), labelled.good.end());
    judgement.weights = judgement.weights.with(Clue::outside, learn_outside(scores, trust, run));
    for (std::size_t i = 0; i < goods + bads; ++i)
      lesson.values[i][static_cast<std::size_t>(Clue::outside)] = i < goods ? outside[i] : 0;
    judgement.share = share_of_wrong(lesson.log_odds(judgement.weights), run);
  }
  widen(judgement.share, spread);
  judgement.weights = judgement.weights.with(Clue::listed, weights_of_listed());
  stage.advance_to(rounds + 3);
  judgement.weights = judgement.weights.shifted(judgement.share.prior());
  place_random_pairs(judgement, lesson);
  return judgement;
}

}  // namespace couplet
