#include "couplet/methods/cleaning/judgement.h"

#include <algorithm>
#include <cmath>

#include "couplet/methods/cleaning/spoiling.h"

namespace couplet {
namespace {

constexpr std::size_t most_examples = 20000;  // of good ones, and of bad ones
constexpr double ridge = 1e-4;                // and half a pair's weight
constexpr int rounds = 8;

struct Examples {
  PairBatch pairs;
  std::vector<std::size_t> folds;
  std::vector<PairContext> contexts;
  std::vector<std::size_t> ways;

  void add(std::string left, std::string right, std::size_t fold, PairContext context) {
    pairs.left.texts.push_back(std::move(left));
    pairs.right.texts.push_back(std::move(right));
    folds.push_back(fold);
    contexts.push_back(context);
  }
};

Examples corpus_examples(const CleanerModel& model, const CorpusSample& sample) {
  Examples examples;
  for (std::size_t i = 0; i < std::min(sample.left.size(), most_examples); ++i) {
    PairContext context;
    context.left_partners = model.parts().left_partners.count(normalised_hash(sample.left[i], true));
    context.right_partners = model.parts().right_partners.count(normalised_hash(sample.right[i], true));
    if (!sample.outside.empty()) context.outside = sample.outside[i];
    examples.add(sample.left[i], sample.right[i], model.fold_of(sample.left[i]), context);
  }
  return examples;
}

Examples spoilt_examples(const CleanerModel& model, const CorpusSample& sample, std::uint64_t seed) {
  Examples examples;
  const std::size_t ways = spoiling_names().size(), each = most_examples / ways;
  const SpoilingSource source{sample.left, sample.right};
  for (std::size_t way = 0; way < ways; ++way) {
    Random random(seed, 100 + way);
    const std::size_t wanted = std::min(each, sample.left.size() / 4 + 20);
    for (std::size_t made = 0, tried = 0; made < wanted && tried < 4 * wanted + 100; ++tried) {
      const auto i = static_cast<std::size_t>(random.below(std::ssize(sample.left)));
      auto spoilt = spoil(way, source, i, random);
      if (!spoilt) continue;
      examples.add(std::move(spoilt->left), std::move(spoilt->right), model.fold_of(sample.left[i]),
                   {spoilt->left_partners, spoilt->right_partners, 0, NAN});
      examples.ways.push_back(way);
      ++made;
    }
  }
  return examples;
}

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

/// Both labels weigh the same.
void weigh_labelled(const JudgedExamples& labelled, std::span<double> labels, std::span<double> weights) {
  const double n = static_cast<double>(labels.size());
  const auto good = static_cast<double>(std::count(labelled.good.begin(), labelled.good.end(), 1));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels[i] = labelled.good[i];
    weights[i] = n / (n + 200) / (labelled.good[i] ? good : n - good);
  }
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
double spread_by_ways(const ClueWeights& learned, std::span<const ClueValues> values, std::span<const double> labels,
                      std::span<const double> weights, std::size_t goods, std::span<const std::size_t> ways,
                      const Run& run) {
  constexpr std::size_t parts = 5;
  std::array<double, parts> shares = {};
  double mean = 0, squares = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    std::vector<double> fewer(weights.begin(), weights.end()), log_odds;
    double left = 0;
    for (std::size_t i = 0; i < ways.size(); ++i)
      if (ways[i] % parts == part)
        fewer[goods + i] = 0;
      else
        left += fewer[goods + i];
    for (std::size_t i = 0; i < ways.size(); ++i) fewer[goods + i] /= left;
    const ClueWeights other =
        ClueWeights::learn(values, labels, fewer, ridge + 0.5 / static_cast<double>(goods), run, &learned);
    for (std::size_t i = 0; i < goods; ++i) log_odds.push_back(other.log_odds(values[i]));
    shares[part] = share_of_wrong(log_odds, run).wrong;
    mean += shares[part] / parts;
  }
  for (const double share : shares) squares += (share - mean) * (share - mean);
  return std::sqrt(squares * (parts - 1) / parts);
}

void widen(ShareOfWrong& share, double spread) {
  share.low = std::max(0.0, share.wrong - std::hypot(share.wrong - share.low, 1.96 * spread));
  share.high = std::min(1.0, share.wrong + std::hypot(share.high - share.wrong, 1.96 * spread));
}

}  // namespace

Judgement learn_judgement(const CleanerModel& model, const CorpusSample& sample, const JudgedExamples& labelled,
                          const Run& run) {
  Stage stage(*run.observer, "learning to judge", rounds + 3, "rounds");
  Judgement judgement;
  const Examples good = corpus_examples(model, sample), bad = spoilt_examples(model, sample, run.seed);
  const auto raw_good = model.raw_clues(good.pairs, &good.folds, &good.contexts, run);
  judgement.profile = ClueProfile::of(raw_good);
  stage.advance_to(1);
  const auto raw_bad = model.raw_clues(bad.pairs, &bad.folds, &bad.contexts, run);
  stage.advance_to(2);
  PairBatch judged;
  judged.left.texts = labelled.left;
  judged.right.texts = labelled.right;
  const auto raw_labelled = model.raw_clues(judged, nullptr, nullptr, run, labelled.outside);
  std::vector<ClueValues> values;
  for (const auto* raw : {&raw_good, &raw_bad, &raw_labelled})
    for (const RawClues& clues : *raw) values.push_back(judgement.profile.standardised(clues));
  const std::size_t goods = raw_good.size(), bads = raw_bad.size(), all = values.size();
  const std::vector<float> outside = without_outside(values);
  std::vector<double> labels(all, 0), weights(all, 0), log_odds(goods);
  std::fill(labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(goods), 1);
  std::vector<double> of_way(spoiling_names().size(), 0);
  for (const std::size_t way : bad.ways) ++of_way[way];
  double ways_met = 0;
  for (const double count : of_way) ways_met += count > 0;
  for (std::size_t i = goods; i < goods + bads; ++i) weights[i] = 1 / (of_way[bad.ways[i - goods]] * ways_met);
  weigh_labelled(labelled, std::span(labels).subspan(goods + bads), std::span(weights).subspan(goods + bads));
  std::vector<double> trust = first_trust(std::span(values).first(goods));
  // What a rule is broken by is no example of a good pair, however often the corpus has it.
  const auto obey_rules = [&] {
    for (std::size_t i = 0; i < goods; ++i)
      if (broken_rule(raw_good[i]) < clue_count) trust[i] = 0;
  };
  obey_rules();
  for (int round = 0; round < rounds; ++round) {
    double sum = 0;
    for (const double value : trust) sum += value;
    for (std::size_t i = 0; i < goods; ++i) weights[i] = trust[i] / std::max(sum, 1e-9);
    judgement.weights = ClueWeights::learn(values, labels, weights, ridge + 0.5 / static_cast<double>(goods), run,
                                           round > 0 ? &judgement.weights : nullptr);
    for (std::size_t i = 0; i < goods; ++i) log_odds[i] = judgement.weights.log_odds(values[i]);
    judgement.share = share_of_wrong(log_odds, run);
    const double prior = std::log((1 - judgement.share.wrong) / judgement.share.wrong);
    for (std::size_t i = 0; i < goods; ++i) trust[i] = 1 / (1 + std::exp(-log_odds[i] - prior));
    obey_rules();
    stage.advance_to(3 + round);
  }
  const double spread = spread_by_ways(judgement.weights, values, labels, weights, goods, bad.ways, run);
  if (!sample.outside.empty()) {
    std::vector<float> scores(outside.begin(), outside.begin() + static_cast<std::ptrdiff_t>(goods));
    scores.insert(scores.end(), outside.begin() + static_cast<std::ptrdiff_t>(goods + bads), outside.end());
    for (const int label : labelled.good) trust.push_back(label);
    judgement.weights = judgement.weights.with(Clue::outside, learn_outside(scores, trust, run));
    for (std::size_t i = 0; i < goods; ++i) {
      values[i][static_cast<std::size_t>(Clue::outside)] = outside[i];
      log_odds[i] = judgement.weights.log_odds(values[i]);
    }
    for (std::size_t i = goods; i < goods + bads; ++i) values[i][static_cast<std::size_t>(Clue::outside)] = 0;
    judgement.share = share_of_wrong(log_odds, run);
  }
  widen(judgement.share, spread);
  stage.advance_to(rounds + 3);
  judgement.weights = judgement.weights.shifted(std::log((1 - judgement.share.wrong) / judgement.share.wrong));
  double sum = 0, squares = 0, count = 0;
  for (std::size_t i = goods; i < goods + bads; ++i)
    if (bad.ways[i - goods] == 0) {  // shuffled
      const double value = judgement.weights.log_odds(values[i]);
      sum += value;
      squares += value * value;
      ++count;
    }
  if (count > 1) {
    judgement.random_log_odds = sum / count;
    judgement.random_spread = std::sqrt(std::max(1e-6, squares / count - sum * sum / count / count));
  }
  return judgement;
}

}  // namespace couplet
