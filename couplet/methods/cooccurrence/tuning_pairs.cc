#include "couplet/methods/cooccurrence/tuning_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/random.h"
#include "couplet/methods/cooccurrence/pair_sample.h"

namespace couplet {
namespace {

constexpr std::size_t most_pairs = 30000, most_held_out = 2000, fewest_pairs = 40;
constexpr int candidates = 10;

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
  return kept;
}

/// Pairs of one left text follow each other, left texts by their hash.
void order_by_left(std::vector<KeptPair>& pairs) {
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < pairs.size(); ++i) order.emplace_back(hash64(pairs[i].left, 0x74756e65), i);
  const auto key = [&](const std::pair<std::uint64_t, std::size_t>& at) {
    const KeptPair& pair = pairs[at.second];
    return std::tuple(at.first, std::string_view(pair.left), pair.key, pair.place);
  };
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::vector<KeptPair> ordered;
  for (const auto& [hash, i] : order) ordered.push_back(std::move(pairs[i]));
  pairs = std::move(ordered);
}

std::vector<std::vector<Index>> draw_candidates(const PairBatch& pairs, std::uint64_t seed) {
  const std::vector<std::string>&left = pairs.left.texts, &right = pairs.right.texts;
  std::map<std::string_view, std::vector<std::string_view>> partners;
  for (std::size_t i = 0; i < left.size(); ++i) partners[left[i]].push_back(right[i]);
  std::vector<std::vector<Index>> lists;
  for (std::size_t i = 0; i < right.size(); ++i) {
    Random random(seed, i);
    const auto& own = partners[left[i]];
    std::set<std::string_view> seen(own.begin(), own.end());  // another reply to the same line is not wrong
    std::vector<Index>& list = lists.emplace_back(1, static_cast<Index>(i));
    for (int tries = 0; tries < 20 * candidates && std::ssize(list) < candidates; ++tries)
      if (const Index j = random.below(std::ssize(right)); seen.insert(right[j]).second) list.push_back(j);
  }
  return lists;
}

}  // namespace

TuningPairs split_for_tuning(const Data& data, const std::string& label, const Run& run) {
  std::vector<KeptPair> kept = read_pairs(data, label, run);
  order_by_left(kept);
  const std::size_t wanted = std::min(most_held_out, kept.size() / 10 + candidates);
  TuningPairs parts;
  std::vector<std::string>&left = parts.held_out.left.texts, &right = parts.held_out.right.texts;
  std::vector<KeptPair*> others;
  for (std::size_t begin = 0, end = 0; begin < kept.size(); begin = end) {
    for (end = begin + 1; end < kept.size() && kept[end].left == kept[begin].left;) ++end;
    const bool held = left.size() + (end - begin) <= wanted;
    for (std::size_t i = begin; i < end; ++i) {
      if (!held) {
        others.push_back(&kept[i]);
        continue;
      }
      left.push_back(std::move(kept[i].left));
      right.push_back(std::move(kept[i].right));
    }
  }
  const std::set<std::string_view> seen(right.begin(), right.end());
  std::vector<std::vector<std::string>> columns(3);
  for (KeptPair* pair : others) {
    if (seen.contains(pair->right)) {
      ++parts.left_out;
      continue;
    }
    columns[0].push_back(std::move(pair->left));
    columns[1].push_back(std::move(pair->right));
    columns[2].push_back(fmt::format("{}", pair->weight));
  }
  parts.learned_pairs = std::ssize(columns[0]);
  if (seen.size() < 2 || parts.learned_pairs < 2)
    throw Error(ErrorCode::data, data.name(), "its texts repeat too often for parts without a text in common",
                "leave --tune out, and choose by eval on data of your own");
  parts.learned = columns_in_memory(std::move(columns));
  parts.candidates = draw_candidates(parts.held_out, run.seed);
  return parts;
}

}  // namespace couplet
