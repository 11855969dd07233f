#include "couplet/methods/cooccurrence/encoder_counts.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace couplet {
namespace {

/// The texts whose place in `kept` is not 0, as if they alone had been counted.
TermCounts only(const TermCounts& all, const std::vector<char>& kept) {
  TermCounts counts;
  std::vector<std::string_view> tokens;
  for (std::int64_t i = 0; i < all.texts; ++i) {
    if (!kept[i]) continue;
    tokens.clear();
    for (std::int64_t e = all.offsets[i]; e < all.offsets[i + 1]; ++e)
      tokens.insert(tokens.end(), static_cast<std::size_t>(all.counts[e]), all.words.word(all.terms[e]));
    counts.add(tokens);
  }
  return counts;
}

}  // namespace

void BlockCounts::add(const BlockCounts& more) {
  terms.append(more.terms);
  if (more.occurrences.empty()) return;
  occurrences.resize(terms.words.size(), 0);
  for (std::size_t i = 0; i < more.occurrences.size(); ++i)
    occurrences[terms.words.find(more.terms.words.word(static_cast<std::int64_t>(i)))] += more.occurrences[i];
}

void SideCounts::add(SideCounts&& more) {
  const int both = std::max(zeros, more.zeros);
  keep(both);
  more.keep(both);
  for (std::size_t b = 0; b < blocks.size(); ++b) blocks[b].add(more.blocks[b]);
  keys.insert(keys.end(), more.keys.begin(), more.keys.end());
  pairs += more.pairs;
  while (std::ssize(keys) > most && zeros < 63) keep(zeros + 1);
}

void SideCounts::write(PartWriter& writer) const {
  for (const std::int64_t number : {most, pairs, std::int64_t{zeros}, std::ssize(blocks)}) writer.put(number);
  writer.put_list(keys);
  for (const BlockCounts& block : blocks) {
    writer.put(block.keeps_texts);
    block.terms.write(writer);
    writer.put_list(block.occurrences);
  }
}

SideCounts SideCounts::read(PartReader& reader) {
  SideCounts counts;
  counts.most = reader.get<std::int64_t>();
  counts.pairs = reader.get<std::int64_t>();
  counts.zeros = static_cast<int>(reader.get<std::int64_t>());
  const auto size = reader.get<std::int64_t>();
  counts.keys = reader.get_list<std::uint64_t>();
  for (std::int64_t b = 0; b < size; ++b) {
    const bool keeps_texts = reader.get<bool>();
    TermCounts terms = TermCounts::read(reader);
    counts.blocks.push_back({keeps_texts, std::move(terms), reader.get_list<double>()});
  }
  return counts;
}

void SideCounts::keep(int wanted) {
  if (wanted <= zeros) return;
  zeros = wanted;
  std::vector<char> kept;
  for (const std::uint64_t key : keys) kept.push_back(std::countl_zero(key) >= zeros);
  if (std::find(kept.begin(), kept.end(), 0) == kept.end()) return;
  for (BlockCounts& block : blocks)
    if (block.keeps_texts) block.terms = only(block.terms, kept);
  std::erase_if(keys, [&](std::uint64_t key) { return std::countl_zero(key) < zeros; });
}

}  // namespace couplet
