#include "couplet/methods/cooccurrence/phsic.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "couplet/base/hash.h"
#include "couplet/methods/cooccurrence/independence.h"
#include "couplet/model/item_slices.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {

namespace {

constexpr Index block_pairs = 1024;
constexpr double not_scored = std::numeric_limits<double>::quiet_NaN();

/// A deviation as the report shows it: one that was raised to be divided by is 0.
double shown_deviation(double deviation) { return deviation > std::numeric_limits<double>::min() ? deviation : 0; }

std::uint64_t parse_fingerprint(const std::string& digits) {
  std::uint64_t value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (failure != std::errc() || end != digits.data() + digits.size())
    throw Error(ErrorCode::model, "couplet.fingerprint", "is no number", "fit the model again");
  return value;
}

}  // namespace

PhsicModel::PhsicModel(ModelHeader header, std::shared_ptr<const PairEncoder> encoder, PairStatistics statistics,
                       CouplingOptions options, Index keep_pairs)
    : Model(std::move(header)),
      encoder_(std::move(encoder)),
      statistics_(std::move(statistics)),
      coupling_(statistics_.moments, options),
      keep_pairs_(keep_pairs) {
  take_yardstick();
}

/// Of the first `most` pairs of the sample, each left text with each right one.
MatrixD PhsicModel::sample_scores(Index most) const {
  const Index n = std::min(most, statistics_.sample.size());
  MatrixD scores(n, n);
  if (n == 0) return scores;
  scores.noalias() = coupling_.embed(Side::left, statistics_.sample.left().topRows(n)) *
                     coupling_.embed(Side::right, statistics_.sample.right().topRows(n)).transpose();
  return scores;
}

std::vector<double> PhsicModel::random_scores() const {
  const MatrixD scores = sample_scores(sample_size);
  std::vector<double> others;
  for (Index i = 0; i < scores.rows(); ++i)
    for (Index j = 0; j < scores.cols(); ++j)
      if (i != j) others.push_back(scores(i, j));
  return others;
}

void PhsicModel::take_yardstick() {
  const Index n = statistics_.sample.size();
  if (n < 2) return;
  const MatrixD scores = sample_scores(n);
  const VectorD own = scores.diagonal();
  const double others = static_cast<double>(n * (n - 1));
  yardstick_.random_mean = (scores.sum() - own.sum()) / others;
  const double squares =
      (scores.array() - yardstick_.random_mean).square().sum() - (own.array() - yardstick_.random_mean).square().sum();
  yardstick_.random_sd = std::sqrt(std::max(squares / others, std::numeric_limits<double>::min()));
  yardstick_.take_typical({own.begin(), own.end()});
}

std::vector<PairScore> PhsicModel::score(const PairBatch& pairs, const Run& run) const {
  std::vector<PairScore> scores(pairs.size());
  run.pool.for_blocks(pairs.size(), block_pairs, [&](Index begin, Index end) {
    run.stop->check();
    Features left = encoder_->features(Side::left, slice(pairs.left, begin, end - begin), run);
    Features right = encoder_->features(Side::right, slice(pairs.right, begin, end - begin), run);
    const MatrixD u = coupling_.embed(Side::left, std::move(left.values));
    const MatrixD v = coupling_.embed(Side::right, std::move(right.values));
    for (Index i = 0; i < end - begin; ++i) {
      PairScore& score = scores[begin + i];
      score.left_known = left.known[i] != 0;
      score.right_known = right.known[i] != 0;
      const bool known = score.left_known && score.right_known;
      score.value = known ? u.row(i).dot(v.row(i)) : not_scored;
      score.z = yardstick_.z(score.value);
    }
  });
  return scores;
}

std::vector<PairQuality> PhsicModel::judge(const PairBatch& pairs, double length_weight, const Run& run) const {
  const auto scores = score(pairs, run);
  std::vector<PairQuality> result(scores.size());
  const bool has_texts = !pairs.left.texts.empty();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    result[i].score = scores[i];
    result[i].quality = yardstick_.quality(scores[i].value);
    if (!has_texts) continue;
    result[i].length = statistics_.lengths.deviation(pairs.left.texts[i], pairs.right.texts[i]);
    if (length_weight > 0)
      result[i].quality -= length_weight * statistics_.lengths.penalty(pairs.left.texts[i], pairs.right.texts[i]);
  }
  return result;
}

Embedded PhsicModel::embed(Side side, const Items& items, const Run& run) const {
  MatrixD vectors(items.size(), dimension());
  std::vector<char> flags(items.size(), 1);
  run.pool.for_blocks(items.size(), block_pairs, [&](Index begin, Index end) {
    run.stop->check();
    Features features = encoder_->features(side, slice(items, begin, end - begin), run);
    vectors.middleRows(begin, end - begin) = coupling_.embed(side, std::move(features.values));
    for (Index i = begin; i < end; ++i) {
      flags[i] = features.known[i - begin];
      if (!flags[i]) vectors.row(i).setZero();
    }
  });
  return {std::move(vectors), {flags.begin(), flags.end()}};
}

std::vector<double> PhsicModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

std::vector<std::vector<std::string>> PhsicModel::self_test_inputs() const {
  const auto sentence = [&](Side side, Index first) -> std::string {
    const JoinedEncoder& encoder = encoder_->encoder(side);
    if (!encoder.has_rows()) return encoder.sample_text(first);
    std::string row;
    for (Index j = 0; j < encoder.dimension(); ++j)
      row += fmt::format("{}{:.3f}", j ? " " : "", std::sin(static_cast<double>((j + 1) * (first + 1))));
    return row;
  };
  return {{sentence(Side::left, 0), sentence(Side::right, 0)}, {sentence(Side::left, 5), sentence(Side::right, 5)}};
}

void PhsicModel::write(ModelWriter& writer) const {
  encoder_->write(writer);
  const Moments& moments = statistics_.moments;
  writer.add("moments.counts", std::vector<std::int64_t>{moments.count, statistics_.pairs, statistics_.skipped}, {3});
  if (moments.weight != static_cast<double>(moments.count))
    writer.add("moments.weight", std::vector<double>{moments.weight}, {1});
  const Coverage &left = statistics_.left, &right = statistics_.right;
  writer.add("coverage",
             std::vector<std::int64_t>{left.texts, left.unknown_texts, left.tokens, left.unknown_tokens, right.texts,
                                       right.unknown_texts, right.tokens, right.unknown_tokens},
             {2, 4});
  add_vector(writer, "moments.mean_left", moments.mean_x);
  add_vector(writer, "moments.mean_right", moments.mean_y);
  add_matrix(writer, "moments.left_left", moments.xx);
  add_matrix(writer, "moments.right_right", moments.yy);
  add_matrix(writer, "moments.left_right", moments.xy);
  writer.add("lengths", statistics_.lengths.counts(), {LengthProfile::classes, LengthProfile::bins});
  statistics_.sample.write(writer, keep_pairs_);
  if (statistics_.sketch.known()) writer.add("sketch", statistics_.sketch.counts(), {PairSketch::cells});
}

std::unique_ptr<Model> PhsicModel::load(const ModelFile& file, const Loading&) {
  const auto encoder = [&](const std::string& side, const JoinedEncoder* other) {
    return JoinedEncoder::load(file, side, file.detail("encoder." + side), file.detail("text." + side), other);
  };
  const JoinedEncoder left = encoder("left", nullptr), right = encoder("right", &left);
  const auto map = [&](const std::string& side, const JoinedEncoder& encoded) {
    return FeatureMap::load(file, side, kernel_of_blocks(encoded, file.detail("kernel." + side)), encoded.dimension());
  };
  FeatureMap left_map = map("left", left), right_map = map("right", right);
  const Index dx = left_map.dimension(), dy = right_map.dimension();
  PairStatistics statistics;
  const auto counts = file.integers("moments.counts", 3);
  constexpr std::int64_t most = std::int64_t{1} << 50;  // so that sums of models cannot overflow
  if (counts[0] < 1 || counts[1] < counts[0] || counts[2] < 0 || counts[1] > most || counts[2] > most)
    throw Error(ErrorCode::model, "moments.counts", "is not a count of pairs", "fit the model again");
  statistics.moments.count = counts[0];
  statistics.moments.weight =
      file.has("moments.weight") ? file.doubles("moments.weight", 1, 1)[0] : static_cast<double>(counts[0]);
  if (!(statistics.moments.weight > 0) || !(statistics.moments.weight < 1e300))
    throw Error(ErrorCode::model, "moments.weight", "is no weight of pairs", "fit the model again");
  statistics.pairs = counts[1];
  statistics.skipped = counts[2];
  const auto seen = file.integers("coverage", 2, 4);
  if (std::any_of(seen.begin(), seen.end(), [](std::int64_t count) { return count < 0 || count > most; }))
    throw Error(ErrorCode::model, "coverage", "is not a count of texts and words", "fit the model again");
  statistics.left = {seen[0], seen[1], seen[2], seen[3]};
  statistics.right = {seen[4], seen[5], seen[6], seen[7]};
  statistics.moments.mean_x = load_vector<double>(file, "moments.mean_left", dx);
  statistics.moments.mean_y = load_vector<double>(file, "moments.mean_right", dy);
  statistics.moments.xx = load_matrix<double>(file, "moments.left_left", dx, dx);
  statistics.moments.yy = load_matrix<double>(file, "moments.right_right", dy, dy);
  statistics.moments.xy = load_matrix<double>(file, "moments.left_right", dx, dy);
  statistics.lengths = LengthProfile(file.integers("lengths", LengthProfile::classes, LengthProfile::bins));
  const Index keep_pairs = static_cast<Index>(file.header().number("keep-pairs", 0, 1e15));
  statistics.sketch =
      PairSketch(file.has("sketch") ? file.integers32("sketch", PairSketch::cells, 1) : std::span<const std::int32_t>(),
                 counts[1]);
  statistics.fingerprint = parse_fingerprint(file.header().data_fingerprint);
  statistics.sample = PairSample::load(file, std::max(sample_size, keep_pairs), dx, dy);
  const CouplingOptions options{file.header().number("whiten", 0, 1e300), file.detail("similarity") == "cosine",
                                file.header().find_parameter("power") ? file.header().number("power", 0, 1e300) : 0.5};
  return std::make_unique<PhsicModel>(
      file.header(), std::make_shared<PairEncoder>(left, right, std::move(left_map), std::move(right_map)),
      std::move(statistics), options, keep_pairs);
}

Fitted PhsicModel::rebuilt(PairStatistics statistics) const {
  statistics.lengths.finish();
  ModelHeader header = this->header();
  header.schema_version = schema_version;
  header.data_fingerprint = hex64(statistics.fingerprint);
  header.data_rows = statistics.pairs;
  auto model = std::make_unique<PhsicModel>(std::move(header), encoder_, std::move(statistics), coupling_.options(),
                                            keep_pairs_);
  FitReport report = model->report();
  return {std::move(model), std::move(report)};
}

Fitted PhsicModel::add(PairInput& pairs, const Run& run) const {
  PairStatistics all = statistics_;
  all.add(collect_statistics(pairs, *encoder_, sample_capacity(), run));
  return rebuilt(std::move(all));
}

Fitted PhsicModel::remove(PairInput& pairs, const Run& run) const {
  PairStatistics rest = statistics_;
  rest.remove(collect_statistics(pairs, *encoder_, sample_capacity(), run));
  return rebuilt(std::move(rest));
}

void PhsicModel::require_mergeable(const Model& other) const {
  const auto* same = dynamic_cast<const PhsicModel*>(&other);
  if (!same || same->encoder_->fingerprint() != encoder_->fingerprint())
    throw Error(ErrorCode::usage, "",
                "the models were fitted with different encoders: their statistics cannot be added up",
                "fit the second shard with --encoder-from FIRST.couplet");
  const CouplingOptions &mine = coupling_.options(), &theirs = same->coupling_.options();
  if (mine.whiten != theirs.whiten || mine.cosine != theirs.cosine || mine.power != theirs.power ||
      keep_pairs_ != same->keep_pairs_)
    throw Error(ErrorCode::usage, "",
                "the models were fitted with another --whiten, --power, --similarity or --keep-pairs",
                "fit all shards with the same");
}

Fitted PhsicModel::merge(const std::vector<const Model*>& others, const Run&) const {
  // Sums of doubles depend on their order: this one depends on the data alone.
  std::vector<const PhsicModel*> all{this};
  for (const Model* other : others) all.push_back(static_cast<const PhsicModel*>(other));
  std::stable_sort(all.begin(), all.end(), [](const PhsicModel* a, const PhsicModel* b) {
    return a->header().data_fingerprint < b->header().data_fingerprint;
  });
  PairStatistics sum = all[0]->statistics_;
  for (std::size_t i = 1; i < all.size(); ++i) sum.add(all[i]->statistics_);
  return all[0]->rebuilt(std::move(sum));
}

FitReport PhsicModel::report() const {
  FitReport report;
  const auto coverage = [](const Coverage& c) {
    return fmt::format("{} of {} words, {} texts without any", c.unknown_tokens, c.tokens, c.unknown_texts);
  };
  report.add("pairs", statistics_.pairs);
  if (statistics_.left.tokens > 0) {
    report.add("unknown left", coverage(statistics_.left));
    report.add("unknown right", coverage(statistics_.right));
  }
  if (statistics_.skipped > 0)
    report.add("pairs left out", fmt::format("{} (a side has no known word)", statistics_.skipped));
  report.add("features", fmt::format("{} x {}", statistics_.moments.xx.rows(), statistics_.moments.yy.rows()));
  report.add("hsic", statistics_.moments.hsic(), ".6g");
  const double p = gamma_independence(statistics_.moments);
  if (std::isfinite(p)) report.add("independence p (gamma)", p, ".3g");
  report.add("random pairs score",
             fmt::format("{:.4g} +- {:.4g}", yardstick_.random_mean, shown_deviation(yardstick_.random_sd)));
  report.add("training pairs score",
             fmt::format("{:.4g} +- {:.4g} (median)", yardstick_.typical, shown_deviation(yardstick_.typical_spread)));
  return report;
}

}  // namespace couplet
