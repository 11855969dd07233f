// The n-grams of one order in few bits: words as narrow as the vocabulary allows, numbers as codes of a book of 2^bits
// values, the children's ends as a string of bits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "couplet/methods/ngram/packed_integers.h"
#include "couplet/model/container.h"

namespace couplet {

/// Numbers by their codes. Without codes the book itself: number i is book[i].
struct QuantisedNumbers {
  std::span<const float> book;
  PackedIntegers codes;
  float operator[](std::int64_t i) const { return codes.words().empty() ? book[i] : book[codes[i]]; }
};

/// Where the children of each node begin and end: for each node as many zeros as it has children, and a one.
class ChildEnds {
 public:
  ChildEnds() = default;
  explicit ChildEnds(std::span<const std::int64_t> bits);

  /// [first, second) of a node.
  std::pair<std::int64_t, std::int64_t> children(std::int64_t node) const;
  std::int64_t nodes() const { return nodes_; }
  std::int64_t all_children() const { return last_ + 1 - nodes_; }
  std::span<const std::int64_t> bits() const { return bits_; }

 private:
  std::int64_t next_one(std::int64_t from) const;

  std::span<const std::int64_t> bits_;
  std::vector<std::int64_t> sampled_;  // where every 16th one stands
  std::int64_t nodes_ = 0, last_ = -1;
};

struct QuantisedLevel {
  std::int64_t count = 0;
  PackedIntegers words;
  QuantisedNumbers log10, backoff;
  ChildEnds ends;  // none in the last order

  std::int64_t size() const { return count; }
  std::int32_t word(std::int64_t i) const { return static_cast<std::int32_t>(words[i]); }
  std::pair<std::int64_t, std::int64_t> children(std::int64_t node) const { return ends.children(node); }
  std::int64_t find(std::int64_t begin, std::int64_t end, std::int32_t word) const;
};

/// The values that the numbers are taken for with the least square error; 0 keeps a code of its own: it is the weight
/// of every history that nothing longer begins with. codes: a code each.
std::vector<float> learn_book(std::span<const float> numbers, int bits, std::vector<std::uint32_t>& codes);

}  // namespace couplet
