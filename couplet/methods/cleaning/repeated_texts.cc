#include "couplet/methods/cleaning/repeated_texts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "couplet/base/hash.h"
#include "couplet/methods/cleaning/text_marks.h"
#include "couplet/text/simple_words.h"

namespace couplet {
namespace {

constexpr std::size_t bands = 6, band_rows = 6, fewest_shingles = 8;
using Signature = std::array<std::uint64_t, bands * band_rows>;

/// The least hash of all shingles under each of several functions; false: there are too few of them.
bool sign(std::string_view text, Signature& least) {
  std::vector<std::string_view> words;
  split_at_white_space(text, words);
  std::vector<std::uint64_t> shingles;
  for (std::size_t w = 0; w + 1 < words.size(); ++w) shingles.push_back(hash64(words[w]) * 31 + hash64(words[w + 1]));
  if (words.size() < 4)
    for (std::size_t at = 0; at + 12 <= text.size(); at += 3) shingles.push_back(hash64(text.substr(at, 12)));
  if (shingles.size() < fewest_shingles) return false;
  least.fill(std::numeric_limits<std::uint64_t>::max());
  for (const std::uint64_t shingle : shingles)
    for (std::size_t k = 0; k < least.size(); ++k) {
      std::uint64_t mixed = (shingle ^ (k * 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL;
      mixed = (mixed ^ (mixed >> 31)) * 0x94D049BB133111EBULL;
      least[k] = std::min(least[k], mixed);
    }
  return true;
}

}  // namespace

std::vector<std::uint64_t> near_hashes(std::string_view left, std::string_view right) {
  std::vector<std::uint64_t> hashes{normalised_hash(left, true) * 31 + normalised_hash(right, true)};
  Signature l, r;
  if (!sign(left, l) || !sign(right, r)) return hashes;
  for (std::size_t band = 0; band < bands; ++band) {
    std::uint64_t mixed = band + 1;
    for (std::size_t row = band * band_rows; row < (band + 1) * band_rows; ++row)
      mixed = (mixed ^ l[row] ^ (r[row] << 1 | r[row] >> 63)) * 0x9E3779B97F4A7C15ULL;
    hashes.push_back(mixed);
  }
  return hashes;
}

SeenBefore::SeenBefore(std::int64_t bits)
    : words_(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(bits, 1 << 16))) / 64, 0) {}

bool SeenBefore::add(std::uint64_t hash) {
  constexpr int probes = 7;
  const std::uint64_t mask = words_.size() * 64 - 1;
  const std::uint64_t step = (hash >> 32 | hash << 32) * 0x9E3779B97F4A7C15ULL | 1;
  bool seen = true;
  for (int k = 0; k < probes; ++k) {
    const std::uint64_t bit = (hash + static_cast<std::uint64_t>(k) * step) & mask;
    std::uint64_t& word = words_[bit / 64];
    const std::uint64_t flag = std::uint64_t{1} << bit % 64;
    seen = seen && (word & flag) != 0;
    word |= flag;
  }
  return seen;
}

void FrequentTexts::add(std::uint64_t hash) {
  ++counts_[hash];
  if (counts_.size() >= 4 * capacity) forget_rare();
}

void FrequentTexts::forget_rare() {
  auto all = frequent(0);
  const auto more = [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  };
  std::nth_element(all.begin(), all.begin() + capacity, all.end(), more);
  counts_.clear();
  for (std::size_t i = 0; i < capacity; ++i) counts_.insert(all[i]);
}

std::vector<std::pair<std::uint64_t, std::int64_t>> FrequentTexts::frequent(std::int64_t least) const {
  std::vector<std::pair<std::uint64_t, std::int64_t>> found;
  for (const auto& entry : counts_)
    if (entry.second >= least) found.push_back(entry);
  std::sort(found.begin(), found.end());
  return found;
}

TextCounts::TextCounts(std::vector<std::pair<std::uint64_t, std::int64_t>> counts) : entries_(std::move(counts)) {
  std::sort(entries_.begin(), entries_.end());
}

std::int64_t TextCounts::count(std::uint64_t hash) const {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), std::pair(hash, std::int64_t{0}));
  return found != entries_.end() && found->first == hash ? found->second : 1;
}

}  // namespace couplet
