#include "couplet/text/word_blocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "couplet/text/pair_counter.h"

namespace couplet {

static_assert(PairCounter::document_end == WordStream::document_end);

WordBlocks::WordBlocks(CountedText& text, const KeptWords& options)
    : text_(text), options_(options), random_(options.seed) {
  if (options.subsample <= 0) return;
  const auto total = static_cast<double>(std::accumulate(text.counts.begin(), text.counts.end(), std::int64_t{0}));
  for (const std::int64_t count : text.counts) {
    const double ratio = options.subsample * total / static_cast<double>(count);
    const double chance = std::sqrt(ratio) + ratio;
    if (chance >= 1) break;  // the words after it are no more frequent
    chances_.push_back(chance);
  }
}

std::optional<WordBlock> WordBlocks::next() {
  if (!text_.stream.next(chunk_)) return std::nullopt;
  position_ += static_cast<std::int64_t>(chunk_.size());
  WordBlock block;
  block.words.reserve(end_.size() + chunk_.size());
  block.words = end_;
  block.first = end_.size();
  for (const std::int32_t number : chunk_) {
    const std::int32_t word = number < 0 ? number : text_.kept_as[number];
    if (number < 0)
      block.words.push_back(PairCounter::document_end);
    else if (word >= 0 && stays(word))
      block.words.push_back(word);
    else if (options_.leave_gaps)
      block.words.push_back(PairCounter::gap);
  }
  const std::size_t size = block.words.size();
  end_.assign(block.words.end() - static_cast<std::ptrdiff_t>(std::min(size, options_.window)), block.words.end());
  return block;
}

bool WordBlocks::stays(std::int32_t word) {
  const auto index = static_cast<std::size_t>(word);
  return index >= chances_.size() || random_.uniform() < chances_[index];
}

}  // namespace couplet
