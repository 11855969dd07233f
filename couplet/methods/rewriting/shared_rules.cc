#include "couplet/methods/rewriting/shared_rules.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "couplet/methods/rewriting/alike_grams.h"
#include "couplet/methods/rewriting/rules_model.h"

namespace couplet {
namespace {

constexpr std::int64_t pairs_a_block = 128;

using Rows = std::vector<std::vector<RuleFeature>>;

/// Counters that stop at 2, two bits each.
class MetTwice {
 public:
  explicit MetTwice(int bits) : bits_(bits), bytes_((std::uint64_t{1} << bits) / 4, 0) {}

  void meet(std::uint64_t key) {
    std::uint8_t& byte = bytes_[place(key) >> 2];
    const auto shift = static_cast<int>(place(key) & 3) * 2;
    const int count = byte >> shift & 3;
    if (count < 2) byte = static_cast<std::uint8_t>(byte + (1 << shift));
  }
  bool twice(std::uint64_t key) const { return (bytes_[place(key) >> 2] >> ((place(key) & 3) * 2) & 3) >= 2; }

 private:
  std::uint64_t place(std::uint64_t key) const { return mixed(key) >> (64 - bits_); }

  int bits_;
  std::vector<std::uint8_t> bytes_;
};

/// take(features of the block's pairs) in order.
template <class Take>
void for_rule_features(const std::vector<std::string>& left, const std::vector<std::string>& right,
                       const SentenceOptions& options, const RuleFeatures& features, std::int64_t count,
                       const char* name, const Run& run, Take&& take) {
  Stage stage(*run.observer, name, count, "pairs");
  std::int64_t next = 0, done = 0;
  run.pool.stream(
      [&]() -> std::optional<std::int64_t> {
        if (next >= count) return std::nullopt;
        next += pairs_a_block;
        return next - pairs_a_block;
      },
      [&](std::int64_t begin) {
        SentenceReader reader(options);
        std::vector<SentencePair> pairs;
        bool cut = false;
        for (std::int64_t i = begin; i < std::min(begin + pairs_a_block, count); ++i)
          pairs.push_back({reader.read(left[i], cut), reader.read(right[i], cut)});
        return features.of(pairs);
      },
      [&](Rows&& rows) {
        for (const auto& row : rows) take(row);
        stage.advance_to(done += std::ssize(rows));
        run.stop->check();
      });
}

/// A counter for every fourth feature or so, by the first pairs; at most 2^34.
int counter_bits(const std::vector<std::string>& left, const std::vector<std::string>& right,
                 const SentenceOptions& options, const RuleFeatures& features, const Run& run) {
  const auto n = std::ssize(left), looked = std::min<std::int64_t>(n, 512);
  std::int64_t found = 0;
  for_rule_features(left, right, options, features, looked, "looking at the rules", run,
                    [&](const std::vector<RuleFeature>& row) { found += std::ssize(row); });
  const double wanted = 4.0 * static_cast<double>(found) / static_cast<double>(looked) * static_cast<double>(n);
  return std::clamp(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(wanted))), 16, 34);
}

}  // namespace

SharedRules shared_rules(const std::vector<std::string>& left, const std::vector<std::string>& right,
                         const SentenceOptions& sentences, const RuleFeatures& features, int bits, const Run& run) {
  const int counters = counter_bits(left, right, sentences, features, run);
  run.memory.require((std::int64_t{1} << counters) / 4, "the counters of the rules");
  MetTwice met(counters);
  SharedRules result;
  SparseItems& rows = result.rows;
  const std::int64_t n = std::ssize(left);
  for_rule_features(left, right, sentences, features, n, "counting rules", run,
                    [&](const std::vector<RuleFeature>& row) {
                      result.met += std::ssize(row);
                      for (const RuleFeature& feature : row) met.meet(feature.key);
                    });
  std::vector<bool> used(std::size_t{1} << bits, false);
  for_rule_features(left, right, sentences, features, n, "keeping rules", run,
                    [&](const std::vector<RuleFeature>& row) {
                      double own = 0;
                      for (const RuleFeature& feature : row) {
                        if (!met.twice(feature.key)) {
                          own += feature.value * feature.value;
                          continue;
                        }
                        rows.columns.push_back(RuleWeights::bucket(feature.key, bits));
                        rows.values.push_back(static_cast<float>(feature.value));
                        used[rows.columns.back()] = true;
                      }
                      rows.offsets.push_back(std::ssize(rows.columns));
                      rows.own.push_back(static_cast<float>(own));
                      run.memory.require(std::ssize(rows.columns) * 8, "the rules of the pairs");
                    });
  std::vector<std::uint32_t> number(used.size(), 0);
  for (std::size_t bucket = 0; bucket < used.size(); ++bucket) {
    if (!used[bucket]) continue;
    number[bucket] = static_cast<std::uint32_t>(result.buckets.size());
    result.buckets.push_back(static_cast<std::int32_t>(bucket));
  }
  for (std::uint32_t& column : rows.columns) column = number[column];
  rows.features = std::ssize(result.buckets);
  return result;
}

}  // namespace couplet
