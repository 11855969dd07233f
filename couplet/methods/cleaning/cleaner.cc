#include "couplet/methods/cleaning/cleaner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/saved_matrix.h"
#include "couplet/model/saved_parts.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {
namespace {

constexpr Index block_pairs = 512;
constexpr std::size_t most_folds = 10;

/// The rule that is broken, or the clue that takes most off: one that says much before one that is common to most
/// faults.
Clue reason_for(const RawClues& raw, const std::array<double, clue_count>& taken) {
  if (const std::size_t rule = broken_rule(raw); rule < clue_count) return static_cast<Clue>(rule);
  const auto weight = [&](std::size_t c) { return taken[c] * (info_of(static_cast<Clue>(c)).general ? 0.5 : 1); };
  std::size_t worst = 0;
  for (std::size_t c = 1; c < clue_count; ++c)
    if (weight(c) > weight(worst)) worst = c;
  return static_cast<Clue>(worst);
}

double logistic(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

/// Sentences made of a vocabulary's first words, for the self-test.
std::string first_words(const Vocabulary& words) {
  std::string text;
  for (std::int64_t w = 1; w < std::min<std::int64_t>(words.size(), 6); ++w)
    text += (w > 1 ? " " : "") + std::string(words.word(w));
  return text;
}

void add_counts(ModelWriter& writer, const std::string& name, const TextCounts& counts) {
  std::vector<std::int64_t> values;
  for (const auto& [hash, count] : counts.entries()) {
    values.push_back(static_cast<std::int64_t>(hash));
    values.push_back(count);
  }
  const auto rows = static_cast<std::int64_t>(counts.entries().size());
  writer.add(name, std::move(values), {rows, 2});
}

TextCounts load_counts(const ModelFile& file, const std::string& name) {
  const auto values = file.integers(name, -1, 2);
  std::vector<std::pair<std::uint64_t, std::int64_t>> entries;
  for (std::size_t i = 0; i + 1 < values.size(); i += 2)
    entries.emplace_back(static_cast<std::uint64_t>(values[i]), values[i + 1]);
  return TextCounts(std::move(entries));
}

std::vector<std::string> listed_names(const ModelHeader& header) {
  std::vector<std::string> names;
  if (const std::string* joined = header.find_detail("languages"))
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = joined->find('\t', begin);
      names.push_back(joined->substr(begin, end - begin));
    }
  return names;
}

/// ": fr" for the side that reads like a listed language most; empty: neither does.
std::string listed_language(const LanguageTable& languages, const std::string& left, const std::string& right) {
  const LanguageReading l = languages.read(left, Side::left), r = languages.read(right, Side::right);
  const LanguageReading& worse = l.surely_foreign() > r.surely_foreign() ? l : r;
  return worse.surely_foreign() > 0 ? ": " + languages.names()[worse.likeliest] : "";
}

}  // namespace

double CleanedPair::probability() const { return logistic(log_odds); }

CleanerModel::CleanerModel(ModelHeader header, Parts parts)
    : Model(std::move(header)),
      parts_(std::move(parts)),
      left_text_(TextPipeline::parse(this->header().detail("text.left"))),
      right_text_(TextPipeline::parse(this->header().detail("text.right"))) {}

std::size_t CleanerModel::fold_of(const std::string& left, std::size_t folds) {
  return static_cast<std::size_t>(hash64(left, 24) % folds);
}

void CleanerModel::set_judgement(ClueProfile profile, ClueWeights weights, ShareOfWrong share, double random_log_odds,
                                 double random_spread) {
  parts_.share = share;
  parts_.profile = std::move(profile);
  parts_.weights = std::move(weights);
  parts_.random_log_odds = random_log_odds;
  parts_.random_spread = random_spread;
}

std::vector<RawClues> CleanerModel::raw_clues(const PairBatch& pairs, const std::vector<std::size_t>* folds,
                                              const std::vector<PairContext>* contexts, const Run& run,
                                              std::span<const double> outside) const {
  if (pairs.left.texts.empty() && pairs.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
  std::vector<RawClues> result(pairs.size());
  run.pool.for_blocks(pairs.size(), block_pairs, [&](Index begin, Index end) {
    run.stop->check();
    Tokeniser left_words = left_text_.make(), right_words = right_text_.make();
    std::vector<std::vector<Index>> members(parts_.folds.size());
    for (Index i = begin; i < end; ++i) members[folds ? (*folds)[i] : fold_of(pairs.left.texts[i])].push_back(i);
    for (std::size_t f = 0; f < members.size(); ++f) {
      const Fold& fold = parts_.folds[f];
      PairBatch part;
      for (const Index i : members[f]) {
        part.left.texts.push_back(pairs.left.texts[i]);
        part.right.texts.push_back(pairs.right.texts[i]);
      }
      if (members[f].empty()) continue;
      const auto meanings = capability<ScoresPairs>(*fold.meaning).score(part, run);
      for (std::size_t k = 0; k < members[f].size(); ++k) {
        const std::string &left = part.left.texts[k], &right = part.right.texts[k];
        PairContext context;
        if (contexts) {
          context = (*contexts)[members[f][k]];
        } else {
          context.left_partners = parts_.left_partners.count(normalised_hash(left, true));
          context.right_partners = parts_.right_partners.count(normalised_hash(right, true));
          if (!outside.empty()) context.outside = outside[members[f][k]];
        }
        context.meaning = meanings[k].value;
        result[members[f][k]] = clues_of(left, right, TextWords::of(left, parts_.left_words, left_words),
                                         TextWords::of(right, parts_.right_words, right_words), fold.words,
                                         parts_.languages, parts_.lengths, parts_.scripts, context);
      }
    }
  });
  return result;
}

bool CleanerModel::knows_outside_scores() const {
  const auto slopes = parts_.weights.slopes().last(ClueWeights::pieces);
  return std::any_of(slopes.begin(), slopes.end(), [](double slope) { return slope > 0; });
}

std::vector<CleanedPair> CleanerModel::clean(const PairBatch& pairs, const Run& run,
                                             std::span<const double> outside) const {
  const auto raw = raw_clues(pairs, nullptr, nullptr, run, outside);
  std::vector<CleanedPair> result(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const auto taken = parts_.weights.parts(parts_.profile.standardised(raw[i]));
    CleanedPair& pair = result[i];
    pair.log_odds = parts_.weights.start();
    for (const double part : taken) pair.log_odds -= part;
    pair.worst = reason_for(raw[i], taken);
  }
  return result;
}

std::vector<PairScore> CleanerModel::score(const PairBatch& pairs, const Run& run) const {
  std::vector<PairScore> scores;
  for (const CleanedPair& pair : clean(pairs, run))
    scores.push_back({pair.log_odds, (pair.log_odds - parts_.random_log_odds) / parts_.random_spread, true, true});
  return scores;
}

double CleanerModel::probability(double score) const { return std::isnan(score) ? score : logistic(score); }

std::vector<PairQuality> CleanerModel::judge(const PairBatch& pairs, double, const Run& run) const {
  std::vector<PairQuality> result;
  const auto scores = score(pairs, run);
  for (std::size_t i = 0; i < scores.size(); ++i)
    result.push_back({scores[i], scores[i].value, parts_.lengths.deviation(pairs.left.texts[i], pairs.right.texts[i])});
  return result;
}

std::vector<std::string> CleanerModel::faults(const PairBatch& pairs, const Run& run) const {
  std::vector<std::string> names;
  for (const CleanedPair& pair : clean(pairs, run)) names.emplace_back(info_of(pair.worst).reason);
  return names;
}

Explanation CleanerModel::explain(const std::string& left, const std::string& right, const Run& run) const {
  PairBatch pair;
  pair.left.texts = {left};
  pair.right.texts = {right};
  const RawClues raw = raw_clues(pair, nullptr, nullptr, run)[0];
  const auto taken = parts_.weights.parts(parts_.profile.standardised(raw));
  Explanation result;
  result.score = parts_.weights.start();
  result.reasons.push_back({"part", "(start)", "", parts_.weights.start(), "the odds of a pair without any doubt"});
  for (std::size_t c = 0; c < clue_count; ++c) {
    result.score -= taken[c];
    const ClueInfo& info = info_of(static_cast<Clue>(c));
    const bool broken = info.rule > 0 && raw.values[c] >= info.rule;
    std::string about = broken ? fmt::format("{}; a rule: {:g} is too much", info.about, info.rule) : info.about;
    if (static_cast<Clue>(c) == Clue::listed) about += listed_language(parts_.languages, left, right);
    const std::string value = std::isnan(raw.values[c]) ? "" : fmt::format("{:.3g}", raw.values[c]);
    if (taken[c] > 0 || broken) result.reasons.push_back({"part", info.reason, value, -taken[c], about});
  }
  std::stable_sort(result.reasons.begin() + 1, result.reasons.end(),
                   [](const Reason& a, const Reason& b) { return a.value < b.value; });
  return result;
}

std::vector<double> CleanerModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

std::vector<std::vector<std::string>> CleanerModel::self_test_inputs() const {
  return {{first_words(parts_.left_words), first_words(parts_.right_words)},
          {first_words(parts_.right_words), first_words(parts_.right_words)}};
}

void CleanerModel::write(ModelWriter& writer) const {
  add_vocabulary(writer, "left", parts_.left_words);
  add_vocabulary(writer, "right", parts_.right_words);
  writer.add("languages", parts_.languages.chances(), {LanguageTable::slots, 2 + std::ssize(parts_.languages.names())});
  writer.add("lengths", parts_.lengths.counts(), {LengthProfile::classes, LengthProfile::bins});
  writer.add("scripts.left", std::span<const float>(parts_.scripts.left), {std::ssize(parts_.scripts.left)});
  writer.add("scripts.right", std::span<const float>(parts_.scripts.right), {std::ssize(parts_.scripts.right)});
  add_counts(writer, "partners.left", parts_.left_partners);
  add_counts(writer, "partners.right", parts_.right_partners);
  writer.add("profile", parts_.profile.centres(), {std::ssize(parts_.profile.centres())});
  writer.add("slopes", parts_.weights.slopes(), {clue_count, ClueWeights::pieces});
  writer.add("judgement",
             std::vector<double>{parts_.weights.start(), parts_.random_log_odds, parts_.random_spread,
                                 static_cast<double>(parts_.folds.size()), parts_.share.wrong, parts_.share.low,
                                 parts_.share.high},
             {7});
  for (std::size_t f = 0; f < parts_.folds.size(); ++f) {
    parts_.folds[f].words.write(writer, fmt::format("fold{}", f));
    add_part(writer, fmt::format("fold{}.meaning", f), *parts_.folds[f].meaning);
  }
}

std::unique_ptr<Model> CleanerModel::load(const ModelFile& file, const Loading& loading) {
  Parts parts;
  parts.left_words = load_vocabulary(file, "left");
  parts.right_words = load_vocabulary(file, "right");
  const VectorD judgement = load_vector<double>(file, "judgement", 7);
  const double folds = judgement[3];
  if (parts.left_words.size() < 1 || parts.right_words.size() < 1 || !(folds >= 1 && folds <= most_folds) ||
      !(judgement[2] > 0) || !(judgement[5] >= 0 && judgement[5] <= judgement[4] && judgement[4] <= judgement[6]))
    throw Error(ErrorCode::model, "judgement", "makes no sense", "fit the model again");
  const std::vector<std::string> names = listed_names(file.header());
  parts.languages = LanguageTable(file.floats("languages", LanguageTable::slots, 2 + std::ssize(names)), names);
  parts.lengths = LengthProfile(file.integers("lengths", LengthProfile::classes, LengthProfile::bins));
  for (const bool right : {false, true}) {
    const auto shares = file.floats(right ? "scripts.right" : "scripts.left", 256);
    std::copy(shares.begin(), shares.end(), (right ? parts.scripts.right : parts.scripts.left).begin());
  }
  parts.left_partners = load_counts(file, "partners.left");
  parts.right_partners = load_counts(file, "partners.right");
  parts.profile = ClueProfile(file.doubles("profile"));
  parts.weights = ClueWeights(judgement[0], file.doubles("slopes", clue_count, ClueWeights::pieces));
  parts.random_log_odds = judgement[1];
  parts.random_spread = judgement[2];
  parts.share = {judgement[4], judgement[5], judgement[6]};
  for (std::size_t f = 0; f < static_cast<std::size_t>(folds); ++f) {
    const std::string name = fmt::format("fold{}", f);
    parts.folds.push_back({WordTables::load(file, name, parts.left_words.size(), parts.right_words.size()),
                           load_part(file, name + ".meaning", loading)});
    capability<ScoresPairs>(*parts.folds.back().meaning);
  }
  return std::make_unique<CleanerModel>(file.header(), std::move(parts));
}

}  // namespace couplet
