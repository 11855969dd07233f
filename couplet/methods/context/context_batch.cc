#include "couplet/methods/context/context_batch.h"

#include <algorithm>
#include <numeric>

#include "couplet/methods/language/language_text.h"

namespace couplet {
namespace {

constexpr std::size_t most_at_default = 4;  // blocks a net

/// Replaces words by their places among the distinct ones.
void number_distinct(ContextBatch& batch) {
  batch.distinct = batch.left_read;
  batch.distinct.insert(batch.distinct.end(), batch.right_read.begin(), batch.right_read.end());
  std::sort(batch.distinct.begin(), batch.distinct.end());
  batch.distinct.erase(std::unique(batch.distinct.begin(), batch.distinct.end()), batch.distinct.end());
  for (auto* read : {&batch.left_read, &batch.right_read})
    for (std::int32_t& word : *read)
      word = static_cast<std::int32_t>(std::lower_bound(batch.distinct.begin(), batch.distinct.end(), word) -
                                       batch.distinct.begin());
}

}  // namespace

Index ContextBlock::states() const { return std::accumulate(rows_at.begin(), rows_at.end(), Index{0}); }

ContextBatch lay_out(std::span<const std::span<const std::int32_t>> sentences, std::span<const float> kept,
                     Random& random, std::int64_t abreast) {
  std::vector<std::size_t> order(sentences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sentences[a].size() > sentences[b].size(); });
  const auto least_rows = static_cast<std::size_t>(abreast);
  const std::size_t most_blocks = std::max<std::size_t>(1, most_at_default * default_abreast / least_rows);
  const std::size_t rows = std::max(least_rows, (order.size() + most_blocks - 1) / most_blocks);
  const std::size_t count = (order.size() + rows - 1) / rows;
  ContextBatch batch;
  for (const auto& sentence : sentences) batch.states += static_cast<Index>(sentence.size());
  batch.left_read.resize(batch.states);
  batch.right_read.resize(batch.states);
  Index first = 0;
  for (std::size_t b = 0; b < count; ++b) {
    ContextBlock block;
    block.first_state = first;
    // Every count-th sentence: all blocks are equally long.
    std::vector<std::size_t> own;
    for (std::size_t i = b; i < order.size(); i += count) own.push_back(order[i]);
    std::vector<Index> begin_at;  // the first state of each step
    for (std::size_t t = 0; t < sentences[own[0]].size(); ++t) {
      const auto goes_on =
          std::partition_point(own.begin(), own.end(), [&](auto s) { return sentences[s].size() > t; });
      block.rows_at.push_back(goes_on - own.begin());
      begin_at.push_back(first);
      first += block.rows_at.back();
    }
    for (std::size_t row = 0; row < own.size(); ++row) {
      const auto sentence = sentences[own[row]];
      const auto at = [&](std::size_t step) { return begin_at[step] + static_cast<Index>(row); };
      for (std::size_t i = 0; i < sentence.size(); ++i) {
        const std::size_t back = sentence.size() - 1 - i;
        batch.left_read[at(i)] = i == 0 ? sentence_start : sentence[i - 1];
        batch.right_read[at(back)] = back == 0 ? sentence_end : sentence[i + 1];
        const std::int32_t word = sentence[i];
        if (kept.empty() || random.uniform() < static_cast<double>(kept[word]))
          batch.targets.push_back({word, at(i), at(back), own[row]});
      }
    }
    batch.blocks.push_back(std::move(block));
  }
  number_distinct(batch);
  return batch;
}

}  // namespace couplet
