#include "couplet/methods/cooccurrence/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"

namespace couplet {

namespace {

constexpr Index pairs_at_once = 2048;  // fixed: results must not depend on the number of threads

/// Rows without known words leave the block: they say nothing about which texts go together.
void drop_unknown(Features& left, Features& right, std::vector<Index>& kept) {
  const auto count = static_cast<Index>(left.known.size());
  for (Index i = 0; i < count; ++i)
    if (left.known[i] && right.known[i]) kept.push_back(i);
  if (static_cast<Index>(kept.size()) == count) return;
  left.values = MatrixD(left.values(kept, Eigen::all));
  right.values = MatrixD(right.values(kept, Eigen::all));
}

std::string_view bytes_of(const Items& side, Index i) {
  if (!side.texts.empty()) return side.texts[i];
  return {reinterpret_cast<const char*>(side.rows.row(i).data()),
          static_cast<std::size_t>(side.rows.cols()) * sizeof(double)};
}

/// Counts every pair of the batch, and returns their keys.
std::vector<std::uint64_t> count_keys(const PairBatch& batch, PairStatistics& block) {
  std::vector<std::uint64_t> keys;
  for (Index i = 0; i < batch.size(); ++i) {
    keys.push_back(PairSample::key_of(bytes_of(batch.left, i), bytes_of(batch.right, i)));
    block.sketch.count(keys.back());
    const double weight = batch.weight(i);
    block.fingerprint += weight == 1 ? keys.back() : hash64(fmt::format("{}", weight), keys.back());
  }
  return keys;
}

void offer_pairs(PairStatistics& block, const PairBatch& texts, const std::vector<std::uint64_t>& keys,
                 const Features& left, const Features& right, const std::vector<Index>& kept, std::uint64_t threshold) {
  const bool has_texts = !texts.left.texts.empty();
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Index i = kept[k], row = static_cast<Index>(k);
    const std::uint64_t key = keys[i];
    if (key >= threshold || key >= block.sample.threshold()) continue;
    PairSample::Entry entry{
        key, left.values.row(row).transpose(), right.values.row(row).transpose(), "", "", texts.weight(i)};
    if (has_texts) {
      entry.left_text = texts.left.texts[i];
      entry.right_text = texts.right.texts[i];
    }
    block.sample.offer(std::move(entry));
  }
}

PairStatistics statistics_of(PairBatch batch, const PairEncoder& encoder, Index sample_size, std::uint64_t threshold,
                             const Run& run) {
  PairStatistics block;
  block.sample = PairSample(sample_size);
  block.pairs = batch.size();
  const std::vector<std::uint64_t> keys = count_keys(batch, block);
  PairBatch texts;  // kept for the sample; rows are only in the features
  texts.left.texts = batch.left.texts;
  texts.right.texts = batch.right.texts;
  texts.weights = std::move(batch.weights);
  Features left = encoder.features(Side::left, std::move(batch.left), run);
  Features right = encoder.features(Side::right, std::move(batch.right), run);
  block.left = left.coverage;
  block.right = right.coverage;
  std::vector<Index> kept;
  drop_unknown(left, right, kept);
  block.skipped = block.pairs - static_cast<Index>(kept.size());
  offer_pairs(block, texts, keys, left, right, kept, threshold);
  if (!texts.left.texts.empty())
    for (const Index i : kept) block.lengths.count(texts.left.texts[i], texts.right.texts[i]);
  std::vector<double> weights;
  if (!texts.weights.empty())
    for (const Index i : kept) weights.push_back(texts.weight(i));
  block.moments = Moments::of(left.values, right.values, weights);
  return block;
}

}  // namespace

void PairStatistics::add(const PairStatistics& other) {
  moments.add(other.moments);
  lengths.add(other.lengths);
  sample.add(other.sample);
  sketch.add(other.sketch);
  fingerprint += other.fingerprint;
  left.add(other.left);
  right.add(other.right);
  pairs += other.pairs;
  skipped += other.skipped;
  left_out.negatives += other.left_out.negatives;
  left_out.bad_lines += other.left_out.bad_lines;
}

void PairStatistics::remove(const PairStatistics& other) {
  moments.remove(other.moments);
  lengths.add(other.lengths, -1);
  sample.remove(other.sample);
  const bool known = sketch.remove(other.sketch);
  fingerprint -= other.fingerprint;
  left.add(other.left, -1);
  right.add(other.right, -1);
  pairs -= other.pairs;
  skipped -= other.skipped;
  const auto counts = lengths.counts();
  if (!known || skipped < 0 || std::any_of(counts.begin(), counts.end(), [](std::int64_t count) { return count < 0; }))
    throw Error(ErrorCode::data, "", "some of the pairs to remove are not among those the model was fitted on",
                "remove only pairs that the model was fitted on");
}

namespace {

PairStatistics no_pairs(const PairEncoder& encoder, Index sample_size) {
  PairStatistics none;
  none.moments = Moments(encoder.dimension(Side::left), encoder.dimension(Side::right));
  none.sample = PairSample(sample_size);
  return none;
}

}  // namespace

PairStatistics collect_statistics(PairInput& input, const PairEncoder& encoder, Index sample_size, const Run& run) {
  PairStatistics total = no_pairs(encoder, sample_size);
  // A hint that spares copies: a pair above it can no longer enter the sample. Its timing cannot change the result.
  std::atomic<std::uint64_t> threshold = total.sample.threshold();
  stream_pairs(
      input, "pairs", pairs_at_once, run,
      [&](PairBatch&& batch) { return statistics_of(std::move(batch), encoder, sample_size, threshold, run); },
      [&](PairStatistics&& block) {
        total.add(block);
        threshold = total.sample.threshold();
      });
  total.lengths.finish();
  return total;
}

PairStatistics collect_statistics(PairPasses& passes, const PairEncoder& encoder, Index sample_size, const Run& run) {
  std::atomic<std::uint64_t> threshold = PairSample(sample_size).threshold();  // of the sample of any segment
  PairStatistics total = passes.sum_blocks<PairStatistics>(
      "pairs", pairs_at_once, run, [&] { return no_pairs(encoder, sample_size); },
      [&](PairBatch&& batch, std::int64_t) {
        return statistics_of(std::move(batch), encoder, sample_size, threshold, run);
      },
      [&](PairStatistics& part, PairStatistics&& block) {
        part.add(block);
        threshold = std::min(threshold.load(), part.sample.threshold());
      },
      [](PairStatistics& part, const LeftOut& left_out) { part.left_out = left_out; });
  total.lengths.finish();
  return total;
}

void PairStatistics::write(PartWriter& writer) const {
  moments.write(writer);
  writer.put_list(lengths.counts());
  sample.write(writer);
  writer.put_list(sketch.counts());
  writer.put(fingerprint);
  writer.put(left);
  writer.put(right);
  writer.put(pairs);
  writer.put(skipped);
  writer.put(left_out);
}

PairStatistics PairStatistics::read(PartReader& reader) {
  PairStatistics part;
  part.moments = Moments::read(reader);
  part.lengths = LengthProfile(reader.get_list<std::int64_t>());
  part.sample = PairSample::read(reader);
  const auto sketch = reader.get_list<std::int32_t>();
  part.fingerprint = reader.get<std::uint64_t>();
  part.left = reader.get<Coverage>();
  part.right = reader.get<Coverage>();
  part.pairs = reader.get<Index>();
  part.skipped = reader.get<Index>();
  part.left_out = reader.get<LeftOut>();
  part.sketch = PairSketch(sketch, part.pairs);
  return part;
}

}  // namespace couplet
