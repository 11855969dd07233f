#include "couplet/methods/ngram/ngram_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr float log10_zero = -99;
constexpr float most_log10 = 1e-4F;  // 1 and rounding

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

std::string tensor(std::size_t n, const std::string& what) { return fmt::format("ngram.{}.{}", n + 1, what); }

struct OwnedQuantised {
  std::vector<std::int64_t> words, log10, backoff, ends;
  std::vector<float> log10_book, backoff_book;
};

/// Bits of a word's number.
int bits_of(std::int64_t words) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(words - 1))));
}

[[noreturn]] void fail(const ModelFile& file, const std::string& name, const std::string& problem) {
  throw Error(ErrorCode::model, file.path(), fmt::format("tensor '{}': {}", name, problem), "fit the model again");
}

/// A chance made of these is a number that 10^x still holds.
void require_range(const ModelFile& file, const std::string& name, std::span<const float> values, float most) {
  if (std::any_of(values.begin(), values.end(), [=](float value) { return value < log10_zero || value > most; }))
    fail(file, name, "a logarithm is out of range");
}

/// Error(model) unless the words are words, those of unigrams in order, and the children of every node (above: the
/// order before, none for unigrams) stand together and ascend.
template <class Level>
void require_trie(const ModelFile& file, std::size_t n, const Level& level, const Level* above, std::int64_t words) {
  const std::int64_t size = level.size();
  if (n == 0 && size != words) fail(file, tensor(0, "words"), "not one unigram a word");
  for (std::int64_t i = 0; i < size; ++i)
    if (level.word(i) < 0 || level.word(i) >= words || (n == 0 && level.word(i) != i))
      fail(file, tensor(n, "words"), fmt::format("element {} is no word", i));
  for (std::int64_t node = 0; above && node < above->size(); ++node) {
    const auto children = above->children(node);
    for (std::int64_t i = children.first + 1; i < children.second; ++i)
      if (level.word(i - 1) > level.word(i)) fail(file, tensor(n, "words"), "not in order");
  }
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

NgramTable NgramTable::quantised(int bits) const {
  const auto owned = std::make_shared<std::vector<OwnedQuantised>>(levels_.size());
  const int of_word = bits_of(levels_[0].size());
  const auto coded = [&](std::span<const float> numbers, bool unigrams, std::vector<float>& book,
                         std::vector<std::int64_t>& packed) -> QuantisedNumbers {
    std::vector<std::uint32_t> codes;
    book = unigrams ? std::vector<float>(numbers.begin(), numbers.end()) : learn_book(numbers, bits, codes);
    packed = pack_integers(std::ssize(codes), bits, [&](std::int64_t i) { return codes[i]; });
    return {book, {packed, bits}};
  };
  NgramTable table;
  for (std::size_t n = 0; n < levels_.size(); ++n) {
    const Level& from = levels_[n];
    OwnedQuantised& arrays = (*owned)[n];
    QuantisedLevel& level = table.quantised_.emplace_back();
    level.count = from.size();
    arrays.words = pack_integers(from.size(), of_word, [&](std::int64_t i) { return from.words[i]; });
    level.words = {arrays.words, of_word};
    level.log10 = coded(from.log10, n == 0, arrays.log10_book, arrays.log10);
    if (n + 1 == levels_.size()) break;
    level.backoff = coded(from.backoff, n == 0, arrays.backoff_book, arrays.backoff);
    // A one ends a node: the i-th stands behind i ones and all children up to its own.
    arrays.ends.resize(PackedIntegers::words_for(from.size() + from.first_child.back(), 1));
    for (std::int64_t i = 0; i < from.size(); ++i) {
      const std::int64_t at = i + from.first_child[i + 1];
      arrays.ends[at >> 6] =
          static_cast<std::int64_t>(static_cast<std::uint64_t>(arrays.ends[at >> 6]) | std::uint64_t{1} << (at & 63));
    }
    level.ends = ChildEnds(arrays.ends);
  }
  table.owner_ = owned;
  return table;
}

void NgramTable::write(ModelWriter& writer) const {
  for (std::size_t n = 0; n < levels_.size(); ++n) {
    const Level& level = levels_[n];
    writer.add(tensor(n, "words"), level.words, {level.size()});
    writer.add(tensor(n, "log10"), level.log10, {level.size()});
    if (n + 1 == levels_.size()) break;
    writer.add(tensor(n, "backoff"), level.backoff, {level.size()});
    writer.add(tensor(n, "children"), level.first_child, {level.size() + 1});
  }
  const auto add_integers = [&](const std::string& name, std::span<const std::int64_t> values) {
    writer.add(name, values, {std::ssize(values)});
  };
  const auto add_numbers = [&](std::size_t n, const std::string& what, const QuantisedNumbers& numbers) {
    writer.add(tensor(n, what + ".book"), numbers.book, {std::ssize(numbers.book)});
    if (n > 0) add_integers(tensor(n, what + ".codes"), numbers.codes.words());
  };
  for (std::size_t n = 0; n < quantised_.size(); ++n) {
    const QuantisedLevel& level = quantised_[n];
    add_integers(tensor(n, "words"), level.words.words());
    add_numbers(n, "log10", level.log10);
    if (n + 1 == quantised_.size()) break;
    add_numbers(n, "backoff", level.backoff);
    add_integers(tensor(n, "ends"), level.ends.bits());
  }
}

NgramTable NgramTable::load(const ModelFile& file, std::int64_t words) {
  std::size_t order = 0;
  while (order < highest_order && file.has(tensor(order, "words"))) ++order;
  if (order == 0) fail(file, tensor(0, "words"), "missing");
  if (file.has(tensor(0, "log10.book"))) return load_quantised(file, words, order);
  NgramTable table;
  table.owner_ = file.owner();
  for (std::size_t n = 0; n < order; ++n) {
    Level level;
    level.words = file.integers32(tensor(n, "words"));
    level.log10 = file.floats(tensor(n, "log10"), level.size());
    require_range(file, tensor(n, "log10"), level.log10, most_log10);
    if (n + 1 < order) {
      level.backoff = file.floats(tensor(n, "backoff"), level.size());
      level.first_child = file.integers32(tensor(n, "children"), level.size() + 1);
      require_range(file, tensor(n, "backoff"), level.backoff, most_backoff);
    }
    const Level* above = n > 0 ? &table.levels_[n - 1] : nullptr;
    if (above && (above->first_child.front() != 0 || above->first_child.back() != level.size() ||
                  !std::is_sorted(above->first_child.begin(), above->first_child.end())))
      fail(file, tensor(n - 1, "children"), "they do not fit the next order");
    require_trie(file, n, level, above, words);
    table.levels_.push_back(level);
  }
  return table;
}

NgramTable NgramTable::load_quantised(const ModelFile& file, std::int64_t words, std::size_t order) {
  NgramTable table;
  table.owner_ = file.owner();
  const int of_word = bits_of(words);
  const auto numbers = [&](std::size_t n, const std::string& what, std::int64_t count, float most) {
    const std::string book_name = tensor(n, what + ".book");
    QuantisedNumbers result{file.floats(book_name, n == 0 ? count : -1), {}};
    require_range(file, book_name, result.book, most);
    if (n == 0) return result;
    const auto size = static_cast<std::uint64_t>(result.book.size());
    if (!std::has_single_bit(size) || size < 2 || size > 256) fail(file, book_name, "it is no book of codes");
    const int bits = static_cast<int>(std::bit_width(size)) - 1;
    const std::int64_t packed = PackedIntegers::words_for(count, bits);
    result.codes = {file.integers(tensor(n, what + ".codes"), packed), bits};
    return result;
  };
  for (std::size_t n = 0; n < order; ++n) {
    QuantisedLevel level;
    level.count = n == 0 ? words : table.quantised_[n - 1].ends.all_children();
    level.words = {file.integers(tensor(n, "words"), PackedIntegers::words_for(level.count, of_word)), of_word};
    level.log10 = numbers(n, "log10", level.count, most_log10);
    if (n + 1 < order) {
      level.backoff = numbers(n, "backoff", level.count, most_backoff);
      level.ends = ChildEnds(file.integers(tensor(n, "ends")));
      if (level.ends.nodes() != level.count) fail(file, tensor(n, "ends"), "they do not fit the next order");
    }
    require_trie(file, n, level, n > 0 ? &table.quantised_[n - 1] : nullptr, words);
    table.quantised_.push_back(std::move(level));
  }
  return table;
}

template <class Levels>
double NgramTable::find(const Levels& levels, const NgramState& state, std::int32_t word, NgramState& next,
                        std::int64_t& span) {
  NgramState found;
  std::int64_t node = word;
  const std::size_t order = levels.size();
  double result = static_cast<double>(levels[0].log10[node]);
  std::size_t matched = 1;
  const auto remember = [&](std::int32_t added) {
    if (matched >= order) return;
    found.words[matched - 1] = added;
    found.backoffs[matched - 1] = levels[matched - 1].backoff[node];
    found.length = static_cast<std::int32_t>(matched);
  };
  remember(word);
  while (matched < order && matched <= static_cast<std::size_t>(state.length)) {
    const auto children = levels[matched - 1].children(node);
    const std::int32_t before = state.words[matched - 1];
    const std::int64_t child = levels[matched].find(children.first, children.second, before);
    if (child < 0) break;
    node = child;
    result = static_cast<double>(levels[matched].log10[node]);
    ++matched;
    remember(before);
  }
  for (std::size_t i = matched - 1; i < static_cast<std::size_t>(state.length); ++i)
    result += static_cast<double>(state.backoffs[i]);
  span = static_cast<std::int64_t>(matched);
  next = found;
  return result;
}

double NgramTable::log10(const NgramState& state, std::int32_t word, NgramState& next, std::int64_t& span) const {
  return with_levels([&](const auto& levels) { return find(levels, state, word, next, span); });
}

NgramState NgramTable::start() const {
  NgramState state;
  std::int64_t span = 0;
  log10({}, sentence_start, state, span);
  return state;
}

}  // namespace couplet
