#include "couplet/methods/ngram/count_trie.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/methods/ngram/ngram_key.h"
#include "couplet/text/sorted_runs.h"

namespace couplet {
namespace {

constexpr std::size_t run_keys = std::size_t{1} << 20;

struct NgramCount {
  NgramKey key;
  std::uint64_t count;
};

/// For SortedRuns.
struct CountedByKey {
  using Entry = NgramCount;
  using Position = NgramKey;

  const NgramKey& position(const NgramCount& entry) const { return entry.key; }
  void sort_and_combine(std::vector<NgramCount>& entries, std::vector<NgramCount>&) const {
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries.size(); ++kept) {
      entries[kept] = entries[i++];
      for (; i < entries.size() && entries[i].key == entries[kept].key; ++i) entries[kept].count += entries[i].count;
    }
    entries.resize(kept);
  }
};

/// Sorts keys and counts equal ones.
std::vector<NgramCount> counted_keys(std::vector<NgramKey>&& keys) {
  std::sort(keys.begin(), keys.end());
  std::vector<NgramCount> counts;
  for (std::size_t i = 0; i < keys.size();) {
    std::size_t end = i + 1;
    while (end < keys.size() && keys[end] == keys[i]) ++end;
    counts.push_back({keys[i], end - i});
    i = end;
  }
  counts.shrink_to_fit();
  return counts;
}

/// Turns ascending keys into levels.
class TrieBuilder {
 public:
  TrieBuilder(const NgramLayout& layout, int order, std::int64_t words, const Run& run)
      : layout_(layout), order_(order), run_(run), path_(static_cast<std::size_t>(order), -1) {
    trie_.levels.resize(order);
    words_ = static_cast<std::int32_t>(words);
  }

  void take(const NgramCount& entry) {
    bool fresh = false;
    for (int depth = 0; depth < order_; ++depth) {
      const std::int32_t word = layout_.word(entry.key, depth);
      if (word < 0) break;
      std::int32_t& before = path_[depth];
      fresh = fresh || word != before;
      if (fresh) {
        add(depth, word);
        before = word;
        for (int below = depth + 1; below < order_; ++below) path_[below] = -1;
      }
      level(depth).counts.back() += entry.count;
    }
  }

  CountTrie finish() {
    while (static_cast<std::int32_t>(level(0).size()) < words_) append(0, static_cast<std::int32_t>(level(0).size()));
    for (int depth = 0; depth + 1 < order_; ++depth) close(depth);
    if (level(0).size() > sentence_start) level(0).counts[sentence_start] = 0;
    return std::move(trie_);
  }

 private:
  CountLevel& level(int depth) { return trie_.levels[depth]; }

  void add(int depth, std::int32_t word) {
    if (depth == 0)
      while (static_cast<std::int32_t>(level(0).size()) < word) append(0, static_cast<std::int32_t>(level(0).size()));
    append(depth, word);
  }

  void append(int depth, std::int32_t word) {
    CountLevel& here = level(depth);
    if (here.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
      throw Error(ErrorCode::data, "", fmt::format("more than 2^31 different {}-grams", depth + 1),
                  "lower --order or raise --min-count");
    here.words.push_back(word);
    here.parents.push_back(depth == 0 ? -1 : static_cast<std::int32_t>(level(depth - 1).size() - 1));
    here.counts.push_back(0);
    if (depth + 1 < order_) here.first_child.push_back(static_cast<std::int32_t>(level(depth + 1).size()));
    if (++nodes_ % (1 << 16) == 0) {
      run_.memory.require(nodes_ * 50, "the table of n-grams");
      run_.stop->check();
    }
  }

  void close(int depth) { level(depth).first_child.push_back(static_cast<std::int32_t>(level(depth + 1).size())); }

  NgramLayout layout_;
  int order_;
  const Run& run_;
  std::vector<std::int32_t> path_;
  CountTrie trie_;
  std::int32_t words_ = 0;
  std::int64_t nodes_ = 0;
};

/// The history of w1 .. wn is the child, by w1, of the history of w2 .. wn.
void find_histories(CountTrie& trie, const Run& run) {
  if (trie.levels.empty()) return;
  trie.levels[0].histories.assign(trie.levels[0].size(), -1);
  for (std::size_t n = 1; n < trie.levels.size(); ++n) {
    CountLevel& level = trie.levels[n];
    const CountLevel& shorter = trie.levels[n - 1];
    level.histories.resize(level.size());
    run.pool.for_blocks(static_cast<std::int64_t>(level.size()), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        if (n == 1) {
          level.histories[i] = level.words[i];
          continue;
        }
        const auto above = static_cast<std::size_t>(shorter.histories[level.parents[i]]);
        const CountLevel& grand = trie.levels[n - 2];
        level.histories[i] = static_cast<std::int32_t>(
            find_child(shorter.words, grand.first_child[above], grand.first_child[above + 1], level.words[i]));
      }
    });
  }
}

/// Without the histories.
CountTrie counted_text(LanguageText& text, const NgramLayout& layout, int order, std::int64_t& spilled,
                       const Run& run) {
  SortedRuns<CountedByKey> runs({}, run.memory.bytes() / 4);
  spilled = 0;
  const NgramKey start = layout.extended({}, sentence_start);
  NgramKey key = start;
  std::int64_t done = 0;
  {
    Stage stage(*run.observer, "counting n-grams", text.tokens(), "words");
    std::vector<std::int32_t> numbers;
    const auto read = [&]() -> std::optional<std::vector<NgramKey>> {
      std::vector<NgramKey> keys;
      while (keys.size() < run_keys && text.next(numbers))
        for (const std::int32_t number : numbers) {
          if (key == start) keys.push_back(start);
          key = layout.extended(key, number);
          keys.push_back(key);
          if (number == sentence_end) key = start;
        }
      if (keys.empty()) return std::nullopt;
      return keys;
    };
    run.pool.stream(
        read, [](std::vector<NgramKey>&& keys) { return counted_keys(std::move(keys)); },
        [&](std::vector<NgramCount>&& counts) {
          for (const NgramCount& entry : counts) done += static_cast<std::int64_t>(entry.count);
          if (runs.has_room(counts.size())) {
            runs.add(std::move(counts));
          } else {
            runs.add_on_disk(counts);
            ++spilled;
          }
          stage.advance_to(done);
          run.stop->check();
        });
  }
  runs.exchange(run);
  Stage stage(*run.observer, "sorting n-grams");
  TrieBuilder builder(layout, order, text.words().size(), run);
  runs.merge(run, [&](std::vector<NgramCount>&& part) {
    for (const NgramCount& entry : part) builder.take(entry);
  });
  return builder.finish();
}

}  // namespace

CountTrie count_ngrams(LanguageText& text, int order, std::int64_t& spilled, const Run& run) {
  const NgramLayout layout(order, text.words().size());
  if (!layout.fits())
    throw Error(ErrorCode::usage, "--order",
                fmt::format("{} words are too many for {}-grams", text.words().size(), order),
                "lower --order, or limit the vocabulary with --min-count or --max-vocabulary");
  CountTrie trie = counted_text(text, layout, order, spilled, run);
  find_histories(trie, run);
  return trie;
}

}  // namespace couplet
