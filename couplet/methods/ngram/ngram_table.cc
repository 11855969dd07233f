#include "couplet/methods/ngram/ngram_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr float log10_zero = -99;

std::vector<float> logarithms(const std::vector<double>& values) {
  std::vector<float> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    result[i] = values[i] > 0 ? std::max(log10_zero, static_cast<float>(std::log10(values[i]))) : log10_zero;
  return result;
}

struct OwnedLevel {
  std::vector<std::int32_t> words, children;
  std::vector<float> log10, backoff;
};

std::string tensor(std::size_t n, const char* what) { return fmt::format("ngram.{}.{}", n + 1, what); }

[[noreturn]] void fail(const ModelFile& file, const std::string& name, const std::string& problem) {
  throw Error(ErrorCode::model, file.path(), fmt::format("tensor '{}': {}", name, problem), "fit the model again");
}

/// A chance made of these is a number that 10^x still holds.
void require_range(const ModelFile& file, const std::string& name, std::span<const float> values, float most) {
  if (std::any_of(values.begin(), values.end(), [=](float value) { return value < log10_zero || value > most; }))
    fail(file, name, "a logarithm is out of range");
}

}  // namespace

NgramTable NgramTable::from(BackoffTrie&& trie) {
  const auto owned = std::make_shared<std::vector<OwnedLevel>>();
  for (std::size_t n = 0; n < trie.levels.size(); ++n) {
    BackoffLevel level = std::exchange(trie.levels[n], {});
    const bool last = n + 1 == trie.levels.size();
    owned->push_back({std::move(level.words), last ? std::vector<std::int32_t>() : std::move(level.first_child),
                      logarithms(level.probability), last ? std::vector<float>() : logarithms(level.backoff)});
  }
  NgramTable table;
  for (const OwnedLevel& level : *owned)
    table.levels_.push_back({level.words, level.children, level.log10, level.backoff});
  table.owner_ = owned;
  return table;
}

void NgramTable::write(ModelWriter& writer) const {
  for (std::size_t n = 0; n < levels_.size(); ++n) {
    const Level& level = levels_[n];
    const auto size = static_cast<std::int64_t>(level.words.size());
    writer.add(tensor(n, "words"), level.words, {size});
    writer.add(tensor(n, "log10"), level.log10, {size});
    if (n + 1 == levels_.size()) break;
    writer.add(tensor(n, "backoff"), level.backoff, {size});
    writer.add(tensor(n, "children"), level.children, {size + 1});
  }
}

NgramTable NgramTable::load(const ModelFile& file, std::int64_t words) {
  NgramTable table;
  table.owner_ = file.owner();
  std::size_t order = 0;
  while (order < highest_order && file.has(tensor(order, "words"))) ++order;
  if (order == 0) fail(file, tensor(0, "words"), "missing");
  for (std::size_t n = 0; n < order; ++n) {
    Level level;
    level.words = file.integers32(tensor(n, "words"));
    const auto size = static_cast<std::int64_t>(level.words.size());
    if (n == 0 && size != words) fail(file, tensor(0, "words"), "not one unigram a word");
    level.log10 = file.floats(tensor(n, "log10"), size);
    if (n + 1 < order) {
      level.backoff = file.floats(tensor(n, "backoff"), size);
      level.children = file.integers32(tensor(n, "children"), size + 1);
      require_range(file, tensor(n, "backoff"), level.backoff, most_backoff);
    }
    require_range(file, tensor(n, "log10"), level.log10, 1e-4F);  // 1 and rounding
    for (std::size_t i = 0; i < level.words.size(); ++i)
      if (level.words[i] < 0 || level.words[i] >= words || (n == 0 && level.words[i] != static_cast<std::int32_t>(i)))
        fail(file, tensor(n, "words"), fmt::format("element {} is no word", i));
    if (n > 0) {
      const auto above = table.levels_[n - 1].children;
      if (above.front() != 0 || above.back() != size || !std::is_sorted(above.begin(), above.end()))
        fail(file, tensor(n - 1, "children"), "they do not fit the next order");
      for (std::size_t i = 0; i + 1 < above.size(); ++i)
        if (!std::is_sorted(level.words.begin() + above[i], level.words.begin() + above[i + 1]))
          fail(file, tensor(n, "words"), "not in order");
    }
    table.levels_.push_back(level);
  }
  return table;
}

double NgramTable::log10(const NgramState& state, std::int32_t word, NgramState& next, std::int64_t& span) const {
  NgramState found;
  auto node = static_cast<std::size_t>(word);
  const std::size_t order = levels_.size();
  double result = static_cast<double>(levels_[0].log10[node]);
  std::size_t matched = 1;
  const auto remember = [&](std::int32_t added) {
    if (matched >= order) return;
    found.words[matched - 1] = added;
    found.backoffs[matched - 1] = levels_[matched - 1].backoff[node];
    found.length = static_cast<std::int32_t>(matched);
  };
  remember(word);
  while (matched < order && matched <= static_cast<std::size_t>(state.length)) {
    const auto children = levels_[matched - 1].children;
    const std::int32_t before = state.words[matched - 1];
    const std::int64_t child = find_child(levels_[matched].words, children[node], children[node + 1], before);
    if (child < 0) break;
    node = static_cast<std::size_t>(child);
    result = static_cast<double>(levels_[matched].log10[node]);
    ++matched;
    remember(before);
  }
  for (std::size_t i = matched - 1; i < static_cast<std::size_t>(state.length); ++i)
    result += static_cast<double>(state.backoffs[i]);
  span = static_cast<std::int64_t>(matched);
  next = found;
  return result;
}

NgramState NgramTable::start() const {
  NgramState state;
  std::int64_t span = 0;
  log10({}, sentence_start, state, span);
  return state;
}

}  // namespace couplet
