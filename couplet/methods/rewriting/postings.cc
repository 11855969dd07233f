#include "couplet/methods/rewriting/postings.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace couplet {

namespace {

bool before(const Posting& a, const Posting& b) {
  return std::tie(a.key, a.types, a.item) < std::tie(b.key, b.types, b.item);
}

/// Sorts in parallel: first by the upper bits of the key, then each part.
void sort_postings(std::vector<Posting>& postings, const Run& run) {
  constexpr std::size_t small = 1 << 14;
  if (postings.size() < small) return std::sort(postings.begin(), postings.end(), before);
  constexpr int bits = 8;
  const auto part_of = [](const Posting& posting) { return posting.key >> (64 - bits); };
  std::vector<std::size_t> starts((1 << bits) + 1, 0);
  for (const Posting& posting : postings) ++starts[part_of(posting) + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<Posting> parted(postings.size());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (const Posting& posting : postings) parted[next[part_of(posting)]++] = posting;
  postings.swap(parted);
  run.pool.for_blocks(1 << bits, 1, [&](std::int64_t part, std::int64_t) {
    const auto at = [&](std::int64_t i) { return postings.begin() + static_cast<std::ptrdiff_t>(starts[i]); };
    std::sort(at(part), at(part + 1), before);
  });
}

}  // namespace

Postings::Postings(std::vector<Posting> postings, const Run& run) {
  sort_postings(postings, run);
  const Posting* last = nullptr;
  for (const Posting& posting : postings) {
    if (last && last->key == posting.key && last->types == posting.types && last->item == posting.item) {
      entries_.back().count += posting.count;
      continue;
    }
    if (!last || last->key != posting.key) {
      keys_.push_back(posting.key);
      starts_.push_back(static_cast<std::int64_t>(entries_.size()));
    }
    entries_.push_back({posting.types, posting.item, posting.count});
    last = &posting;
  }
  starts_.push_back(static_cast<std::int64_t>(entries_.size()));
  const int bits = std::max(1, static_cast<int>(std::bit_width(keys_.size())) - 1);
  shift_ = 63 - bits;
  directory_.assign((std::size_t{1} << bits) + 1, 0);
  for (const std::uint64_t key : keys_) ++directory_[(key >> shift_ >> 1) + 1];
  for (std::size_t i = 1; i < directory_.size(); ++i) directory_[i] += directory_[i - 1];
}

std::span<const Postings::Entry> Postings::find(std::uint64_t key) const {
  if (keys_.empty()) return {};
  const std::uint64_t place = key >> shift_ >> 1;
  const auto begin = keys_.begin() + directory_[place], end = keys_.begin() + directory_[place + 1];
  const auto found = std::lower_bound(begin, end, key);
  if (found == end || *found != key) return {};
  const auto number = found - keys_.begin();
  return std::span(entries_).subspan(starts_[number], starts_[number + 1] - starts_[number]);
}

}  // namespace couplet
