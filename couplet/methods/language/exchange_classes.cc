#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/methods/language/word_classes.h"
#include "couplet/text/radix_sort.h"

namespace couplet {
namespace {

/// Neighbours of every word on one side, with counts; the word itself apart.
struct Neighbours {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> words;
  std::vector<std::int64_t> counts;
};

/// n ln n, from a table for small n.
class Entropies {
 public:
  Entropies() : table_(1 << 16) {
    for (std::size_t n = 1; n < table_.size(); ++n) table_[n] = exact(static_cast<double>(n));
  }
  double operator()(std::int64_t n) const {
    return n < static_cast<std::int64_t>(table_.size()) ? table_[n] : exact(static_cast<double>(n));
  }

 private:
  static double exact(double n) { return n * std::log(n); }
  std::vector<double> table_;
};

struct Bigrams {
  Neighbours after, before;
  std::vector<std::int64_t> self, counts;  // of "w w", and of w as the first word of a pair
  std::vector<std::int64_t> second;        // of w as the second word
  double total = 0;
};

Neighbours side_of(const std::vector<std::uint64_t>& sorted, std::int64_t words) {
  Neighbours side;
  side.offsets.assign(static_cast<std::size_t>(words) + 1, 0);
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i + 1;
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    const auto first = static_cast<std::size_t>(sorted[i] >> 32);
    const auto second = static_cast<std::int32_t>(sorted[i] & 0xffffffff);
    if (static_cast<std::int32_t>(first) != second) {
      ++side.offsets[first + 1];
      side.words.push_back(second);
      side.counts.push_back(static_cast<std::int64_t>(end - i));
    }
    i = end;
  }
  std::partial_sum(side.offsets.begin(), side.offsets.end(), side.offsets.begin());
  return side;
}

Bigrams bigrams_of(std::span<const std::int32_t> text, std::int64_t words) {
  Bigrams result;
  const auto size = static_cast<std::size_t>(words);
  result.self.assign(size, 0);
  result.counts.assign(size, 0);
  result.second.assign(size, 0);
  std::vector<std::uint64_t> pairs, scratch;
  const auto word = [&](std::size_t i) { return static_cast<std::uint64_t>(text[i]); };
  for (std::size_t i = 1; i < text.size(); ++i) {
    pairs.push_back(word(i - 1) << 32 | word(i));
    ++result.counts[word(i - 1)];
    ++result.second[word(i)];
    result.self[word(i)] += word(i) == word(i - 1);
  }
  result.total = static_cast<double>(pairs.size());
  radix_sort(pairs, scratch, 0);
  result.after = side_of(pairs, words);
  for (std::uint64_t& pair : pairs) pair = pair << 32 | pair >> 32;
  radix_sort(pairs, scratch, 0);
  result.before = side_of(pairs, words);
  return result;
}

/// A word's neighbours as classes.
struct ClassCounts {
  std::vector<std::int32_t> classes;
  std::vector<std::int64_t> counts;  // by class, zero elsewhere

  void gather(const Neighbours& side, std::size_t word, std::span<const std::int32_t> class_of) {
    for (const std::int32_t c : classes) counts[c] = 0;
    classes.clear();
    for (std::int64_t i = side.offsets[word]; i < side.offsets[word + 1]; ++i) {
      const std::int32_t c = class_of[side.words[i]];
      std::int64_t& count = counts[c];
      if (count == 0) classes.push_back(c);
      count += side.counts[i];
    }
  }
};

class Exchange {
 public:
  Exchange(const Bigrams& bigrams, std::vector<std::int32_t>& class_of, std::size_t classes)
      : bigrams_(bigrams), class_of_(class_of), classes_(classes), pairs_(classes * classes, 0) {
    first_.assign(classes, 0);
    second_.assign(classes, 0);
    after_.counts.assign(classes, 0);
    before_.counts.assign(classes, 0);
    for (std::size_t word = 0; word < class_of.size(); ++word) {
      const auto c = static_cast<std::size_t>(class_of[word]);
      first_[c] += bigrams.counts[word];
      second_[c] += bigrams.second[word];
      pair(c, c) += bigrams.self[word];
      for (std::int64_t i = bigrams.after.offsets[word]; i < bigrams.after.offsets[word + 1]; ++i) {
        const auto at = static_cast<std::size_t>(i);
        pair(c, static_cast<std::size_t>(class_of[bigrams.after.words[at]])) += bigrams.after.counts[at];
      }
    }
  }

  /// Takes a word out of its class and puts it where it fits best; true when that is another one.
  bool move(std::size_t word) {
    const auto from = static_cast<std::size_t>(class_of_[word]);
    after_.gather(bigrams_.after, word, class_of_);
    before_.gather(bigrams_.before, word, class_of_);
    add(word, from, -1);
    std::size_t best = from;
    double best_gain = gain(word, from);
    const double least = 1e-9 * std::abs(best_gain);
    for (std::size_t c = 0; c < classes_; ++c) {
      if (c == from) continue;
      const double value = gain(word, c);
      if (value > best_gain + least) {
        best_gain = value;
        best = c;
      }
    }
    add(word, best, 1);
    class_of_[word] = static_cast<std::int32_t>(best);
    return best != from;
  }

  /// Entropy of a word given the class before it, in bits.
  double bits() const {
    double sum = 0;
    for (const std::int64_t n : pairs_) sum += f_(n);
    for (const std::int64_t n : first_) sum -= f_(n);
    for (const std::int64_t n : second_) sum -= f_(n);
    for (const std::int64_t n : bigrams_.second) sum += f_(n);
    return -sum / bigrams_.total / std::log(2.0);
  }

 private:
  std::int64_t& pair(std::size_t a, std::size_t b) { return pairs_[a * classes_ + b]; }
  std::int64_t pair(std::size_t a, std::size_t b) const { return pairs_[a * classes_ + b]; }

  void add(std::size_t word, std::size_t c, std::int64_t sign) {
    for (const std::int32_t d : after_.classes) pair(c, static_cast<std::size_t>(d)) += sign * after_.counts[d];
    for (const std::int32_t d : before_.classes) pair(static_cast<std::size_t>(d), c) += sign * before_.counts[d];
    pair(c, c) += sign * bigrams_.self[word];
    first_[c] += sign * bigrams_.counts[word];
    second_[c] += sign * bigrams_.second[word];
  }

  /// How much the log-likelihood grows when the word joins class c.
  double gain(std::size_t word, std::size_t c) const {
    double sum = 0;
    for (const std::int32_t d : after_.classes) {
      if (static_cast<std::size_t>(d) == c) continue;
      const std::int64_t n = pair(c, static_cast<std::size_t>(d));
      sum += f_(n + after_.counts[d]) - f_(n);
    }
    for (const std::int32_t d : before_.classes) {
      if (static_cast<std::size_t>(d) == c) continue;
      const std::int64_t n = pair(static_cast<std::size_t>(d), c);
      sum += f_(n + before_.counts[d]) - f_(n);
    }
    const std::int64_t own = pair(c, c);
    sum += f_(own + after_.counts[c] + before_.counts[c] + bigrams_.self[word]) - f_(own);
    sum -= f_(first_[c] + bigrams_.counts[word]) - f_(first_[c]);
    sum -= f_(second_[c] + bigrams_.second[word]) - f_(second_[c]);
    return sum;
  }

  const Bigrams& bigrams_;
  std::vector<std::int32_t>& class_of_;
  std::size_t classes_;
  std::vector<std::int64_t> pairs_, first_, second_;
  ClassCounts after_, before_;
  Entropies f_;
};

}  // namespace

WordClasses exchange_classes(std::span<const std::int32_t> text, std::int64_t words, const ExchangeOptions& options,
                             ExchangeReport& report, const Run& run) {
  const Bigrams bigrams = bigrams_of(text, words);
  const auto classes = static_cast<std::size_t>(std::clamp<std::int64_t>(options.classes, 1, words));
  std::vector<std::int32_t> order(words);
  std::iota(order.begin(), order.end(), 0);
  const auto count = [&](std::int32_t w) { return bigrams.second[w]; };
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return count(a) > count(b); });
  std::vector<std::int32_t> class_of(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    class_of[order[rank]] = static_cast<std::int32_t>(count(order[rank]) > 0 ? rank % classes : classes - 1);
  while (!order.empty() && count(order.back()) == 0) order.pop_back();
  Exchange exchange(bigrams, class_of, classes);
  report.first_bits = exchange.bits();
  const auto total = static_cast<std::int64_t>(order.size());
  Stage stage(*run.observer, "classes", total * options.rounds, "words");
  for (report.rounds = 0; report.rounds < options.rounds && classes > 1;) {
    std::int64_t moved = 0, done = 0;
    for (const std::int32_t word : order) {
      moved += exchange.move(static_cast<std::size_t>(word));
      if (++done % 256 != 0) continue;
      stage.advance_to(report.rounds * total + done);
      run.stop->check();
    }
    ++report.rounds;
    report.moves += moved;
    if (static_cast<double>(moved) < options.least_moved * static_cast<double>(total)) break;
  }
  report.bits = exchange.bits();
  return WordClasses(class_of);
}

}  // namespace couplet
