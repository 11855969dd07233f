#include "couplet/methods/alignment/numbered_pairs.h"

#include <algorithm>
#include <map>

#include "couplet/linalg/row_builder.h"

namespace couplet {
namespace {

/// The texts of a block, with a vocabulary of their own.
NumberedSide number_block(const std::vector<std::string>& texts, const TextPipeline& pipeline) {
  NumberedSide side;
  Tokeniser tokeniser = pipeline.make();
  for (const std::string& text : texts) {
    auto tokens = tokeniser.tokens(text);
    for (const std::string_view token : tokens.first(std::min(tokens.size(), most_words)))
      side.numbers.push_back(static_cast<std::int32_t>(side.words.add(token)));
    side.offsets.push_back(std::ssize(side.numbers));
  }
  return side;
}

void append_block(NumberedSide& all, const NumberedSide& block) {
  std::vector<std::int32_t> number(block.words.size());
  for (std::size_t w = 0; w < number.size(); ++w)
    number[w] = static_cast<std::int32_t>(all.words.add(block.words.word(static_cast<std::int64_t>(w))));
  all.counts.resize(all.words.size(), 0);
  const std::int64_t before = std::ssize(all.numbers);
  for (const std::int32_t word : block.numbers) {
    all.numbers.push_back(number[word]);
    ++all.counts[number[word]];
  }
  for (std::size_t i = 1; i < block.offsets.size(); ++i) all.offsets.push_back(before + block.offsets[i]);
}

/// Numbers anew: rare words together, the others by falling count and in the order of their bytes.
void drop_rare(NumberedSide& side, std::int64_t min_count) {
  std::vector<std::int64_t> order;
  for (std::int64_t w = 0; w < side.words.size(); ++w)
    if (side.counts[w] >= min_count) order.push_back(w);
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return side.counts[a] != side.counts[b] ? side.counts[a] > side.counts[b] : side.words.word(a) < side.words.word(b);
  });
  Vocabulary words;
  words.add("");
  std::vector<std::int32_t> number(side.words.size(), rare_word);
  for (const std::int64_t w : order) number[w] = static_cast<std::int32_t>(words.add(side.words.word(w)));
  std::vector<std::int64_t> counts(words.size(), 0);
  for (std::int32_t& word : side.numbers) ++counts[word = number[word]];
  side.words = std::move(words);
  side.counts = std::move(counts);
}

}  // namespace

CsrMatrix<double> NumberedSide::occurrences() const {
  RowBuilder<double> rows;
  for (std::int64_t i = 0; i < texts(); ++i) {
    std::map<std::int32_t, double> counted;
    for (const std::int32_t word : text(i)) ++counted[word];
    for (const auto& [word, count] : counted) rows.add(word, count);
    rows.finish_row([](std::int32_t, double count) { return count; });
  }
  return rows.matrix(words.size());
}

NumberedPairs read_numbered_pairs(PairInput& input, const TextPipeline& left, const TextPipeline& right,
                                  std::int64_t min_count, const Run& run,
                                  const std::function<void(const PairBatch&)>& take) {
  struct Block {
    PairBatch texts;
    NumberedSide left, right;
  };
  NumberedPairs all;
  stream_pairs(
      input, "reading pairs", 4096, run,
      [&](PairBatch&& batch) {
        NumberedSide l = number_block(batch.left.texts, left), r = number_block(batch.right.texts, right);
        return Block{std::move(batch), std::move(l), std::move(r)};
      },
      [&](Block&& block) {
        take(block.texts);
        append_block(all.left, block.left);
        append_block(all.right, block.right);
        // The numbers, and the occurrences that the first model is learned from.
        run.memory.require((std::ssize(all.left.numbers) + std::ssize(all.right.numbers)) * 32, "the pairs to align");
      });
  drop_rare(all.left, min_count);
  drop_rare(all.right, min_count);
  return all;
}

std::vector<std::int32_t> numbered(std::string_view text, const Vocabulary& words, Tokeniser& tokeniser) {
  std::vector<std::int32_t> numbers;
  auto tokens = tokeniser.tokens(text);
  for (const std::string_view token : tokens.first(std::min(tokens.size(), most_words)))
    numbers.push_back(static_cast<std::int32_t>(std::max<std::int64_t>(words.find(token), rare_word)));
  return numbers;
}

}  // namespace couplet
