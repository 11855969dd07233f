#include "couplet/methods/ngram/quantised_level.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace couplet {
namespace {

constexpr std::int64_t sample_every = 16;
constexpr int lloyd_rounds = 10;

/// Numbers in narrow bins.
struct Histogram {
  static constexpr std::size_t bins = 1 << 16;
  float lowest, width;
  std::vector<double> counts = std::vector<double>(bins + 1, 0), sums = counts;  // of all bins before, after add_up

  explicit Histogram(std::span<const float> numbers) {
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    lowest = *least;
    width = (*most - *least) / static_cast<float>(bins);
    for (const float number : numbers) {
      const std::size_t bin = std::min(bin_of(number), bins - 1);
      counts[bin + 1] += 1;
      sums[bin + 1] += static_cast<double>(number);
    }
  }
  /// The first bin above a number.
  std::size_t bin_of(float number) const {
    return width > 0 ? std::min(bins, static_cast<std::size_t>(std::max(0.0F, (number - lowest) / width))) : 0;
  }
};

/// Values that stand for the numbers, ascending; at most `count`. Cells as narrow as the cube root of the density
/// wants them (Panter and Dite), then means and middles in turn (Lloyd): cells of like many numbers would be wide where
/// numbers are few, and those few are the n-grams that are asked for most.
std::vector<float> centres_of(std::span<const float> numbers, std::size_t count) {
  if (numbers.empty()) return {};
  Histogram histogram(numbers);
  std::vector<double> roots(Histogram::bins + 1, 0);
  for (std::size_t bin = 1; bin <= Histogram::bins; ++bin) {
    roots[bin] = roots[bin - 1] + std::cbrt(histogram.counts[bin]);
    histogram.counts[bin] += histogram.counts[bin - 1];
    histogram.sums[bin] += histogram.sums[bin - 1];
  }
  std::vector<std::size_t> ends;
  for (std::size_t k = 1; k < count; ++k) {
    const double part = roots.back() * static_cast<double>(k) / static_cast<double>(count);
    ends.push_back(std::lower_bound(roots.begin(), roots.end(), part) - roots.begin());
  }
  ends.push_back(Histogram::bins);
  std::vector<float> centres;
  for (int round = 0; round <= lloyd_rounds; ++round) {
    centres.clear();
    for (std::size_t k = 0, begin = 0; k < ends.size(); begin = ends[k++]) {
      const double held = histogram.counts[ends[k]] - histogram.counts[begin];
      if (held > 0) centres.push_back(static_cast<float>((histogram.sums[ends[k]] - histogram.sums[begin]) / held));
    }
    ends.clear();
    for (std::size_t k = 0; k + 1 < centres.size(); ++k)
      ends.push_back(std::max(histogram.bin_of((centres[k] + centres[k + 1]) / 2), ends.empty() ? 0 : ends.back()));
    ends.push_back(Histogram::bins);
  }
  return centres;
}

}  // namespace

ChildEnds::ChildEnds(std::span<const std::int64_t> bits) : bits_(bits) {
  for (std::size_t at = 0; at < bits.size(); ++at)
    for (auto left = static_cast<std::uint64_t>(bits[at]); left != 0; left &= left - 1) {
      last_ = static_cast<std::int64_t>(at) * 64 + std::countr_zero(left);
      if (nodes_++ % sample_every == 0) sampled_.push_back(last_);
    }
}

std::int64_t ChildEnds::next_one(std::int64_t from) const {
  std::int64_t at = from >> 6;
  std::uint64_t word = static_cast<std::uint64_t>(bits_[at]) >> (from & 63) << (from & 63);
  while (word == 0) word = static_cast<std::uint64_t>(bits_[++at]);
  return at * 64 + std::countr_zero(word);
}

std::pair<std::int64_t, std::int64_t> ChildEnds::children(std::int64_t node) const {
  std::int64_t before = -1;  // the one that ends the node before
  if (node > 0) {
    const std::int64_t earlier = node - 1;
    before = sampled_[earlier / sample_every];
    for (std::int64_t k = earlier % sample_every; k > 0; --k) before = next_one(before + 1);
  }
  return {before + 1 - node, next_one(before + 1) - node};
}

std::int64_t QuantisedLevel::find(std::int64_t begin, std::int64_t end, std::int32_t word) const {
  const auto wanted = static_cast<std::uint32_t>(word);
  for (std::int64_t after = end; begin < after;) {
    const std::int64_t middle = begin + (after - begin) / 2;
    const std::uint32_t found = words[middle];
    if (found == wanted) return middle;
    if (found < wanted)
      begin = middle + 1;
    else
      after = middle;
  }
  return -1;
}

std::vector<float> learn_book(std::span<const float> numbers, int bits, std::vector<std::uint32_t>& codes) {
  const std::size_t size = std::size_t{1} << bits;
  std::vector<float> others;  // than 0
  for (const float number : numbers)
    if (number != 0) others.push_back(number);
  std::vector<float> book = centres_of(others, size - 1);
  book.insert(std::upper_bound(book.begin(), book.end(), 0.0F), 0.0F);
  const auto used = std::ssize(book);
  const auto zero = std::find(book.begin(), book.end(), 0.0F) - book.begin();
  codes.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto above = std::lower_bound(book.begin(), book.end(), numbers[i]) - book.begin();
    const bool lower = above == used || (above > 0 && numbers[i] - book[above - 1] < book[above] - numbers[i]);
    auto code = lower ? above - 1 : above;
    if (numbers[i] != 0 && code == zero && used > 1)  // 0 is for what is 0
      code += code > 0 && (numbers[i] < 0 || code + 1 == used) ? -1 : 1;
    codes[i] = static_cast<std::uint32_t>(code);
  }
  book.resize(size, book.back());
  return book;
}

}  // namespace couplet
