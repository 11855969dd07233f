#include "couplet/methods/cleaning/corpus_sample.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "couplet/base/error.h"
#include "couplet/methods/cleaning/text_marks.h"
#include "couplet/methods/cooccurrence/pair_sample.h"

namespace couplet {
namespace {

constexpr std::int64_t least_frequent = 3;  // partners worth remembering
constexpr std::int64_t seen_bits = std::int64_t{1} << 28;

struct KeyedPair {
  std::uint64_t key = 0;
  std::string left, right;
};

class SmallestKeys {
 public:
  explicit SmallestKeys(std::int64_t most) : most_(static_cast<std::size_t>(most)) {}
  void offer(KeyedPair&& pair) {
    if (pair.key >= threshold_) return;
    pairs_.push_back(std::move(pair));
    if (pairs_.size() >= 2 * most_ + 1000) compact();
  }
  std::vector<KeyedPair> take() {
    compact();
    return std::move(pairs_);
  }

 private:
  void compact() {
    std::sort(pairs_.begin(), pairs_.end(), [](const KeyedPair& a, const KeyedPair& b) { return a.key < b.key; });
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end(),
                             [](const KeyedPair& a, const KeyedPair& b) { return a.key == b.key; }),
                 pairs_.end());
    if (pairs_.size() < most_) return;
    pairs_.resize(most_);
    threshold_ = pairs_.back().key;
  }
  std::size_t most_;
  std::uint64_t threshold_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<KeyedPair> pairs_;
};

struct HashedBlock {
  PairBatch pairs;
  std::vector<std::uint64_t> keys, left, right;
};

}  // namespace

CorpusSample sample_corpus(PairInput& input, std::int64_t most, std::int64_t most_bytes, const Run& run) {
  CorpusSample sample;
  SmallestKeys smallest(most);
  FrequentTexts left, right;
  SeenBefore seen(std::min(seen_bits, std::max<std::int64_t>(input.total(), 1 << 20)));
  stream_pairs(
      input, "looking pairs over", 4096, run,
      [](PairBatch&& batch) {
        HashedBlock block;
        for (Index i = 0; i < batch.size(); ++i) {
          block.keys.push_back(PairSample::key_of(batch.left.texts[i], batch.right.texts[i]));
          block.left.push_back(normalised_hash(batch.left.texts[i], true));
          block.right.push_back(normalised_hash(batch.right.texts[i], true));
        }
        block.pairs = std::move(batch);
        return block;
      },
      [&](HashedBlock&& block) {
        for (std::size_t i = 0; i < block.keys.size(); ++i) {
          sample.fingerprint += block.keys[i];
          if (!seen.add(block.left[i] * 31 + block.right[i])) {
            if (block.left[i] != 0) left.add(block.left[i]);
            if (block.right[i] != 0) right.add(block.right[i]);
          }
          smallest.offer({block.keys[i], std::move(block.pairs.left.texts[i]), std::move(block.pairs.right.texts[i])});
        }
        sample.pairs += std::ssize(block.keys);
      });
  std::int64_t bytes = 0;
  for (KeyedPair& pair : smallest.take()) {
    bytes += std::ssize(pair.left) + std::ssize(pair.right);
    if (bytes > most_bytes) break;
    sample.left.push_back(std::move(pair.left));
    sample.right.push_back(std::move(pair.right));
  }
  sample.left_partners = TextCounts(left.frequent(least_frequent));
  sample.right_partners = TextCounts(right.frequent(least_frequent));
  return sample;
}

double outside_score(const std::string& cell, const PairReader& reader) {
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (failure != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
    throw Error(ErrorCode::data, reader.place(), "'" + cell + "' is no score", "write a number, or nothing");
  return value;
}

void add_outside_scores(CorpusSample& sample, const Source& source, std::size_t place) {
  std::unordered_map<std::uint64_t, std::size_t> numbers;
  for (std::size_t i = 0; i < sample.left.size(); ++i)
    numbers.emplace(PairSample::key_of(sample.left[i], sample.right[i]), i);
  sample.outside.assign(sample.left.size(), std::numeric_limits<double>::quiet_NaN());
  PairReader reader(source);
  for (TextPair pair; reader.next(pair);)
    if (const auto found = numbers.find(PairSample::key_of(pair.left, pair.right)); found != numbers.end())
      sample.outside[found->second] = outside_score(pair.extra.at(place), reader);
}

}  // namespace couplet
