// A typing scheme given as tables, for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/methods/rewriting/symbol_typing.h"

namespace couplet {

class TableTyping final : public SymbolTyping {
 public:
  /// Symbols 0 .. symbols - 1, nothing alike, nothing wired.
  TableTyping(int symbols, int types)
      : symbols_(symbols), types_(types), alike_(symbols), wires_(symbols * symbols, 0) {}

  void set_alike(std::int32_t a, std::int32_t b) {
    for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
      auto& list = alike_[x];
      if (std::find(list.begin(), list.end(), y) == list.end())
        list.insert(std::lower_bound(list.begin(), list.end(), y), y);
      equivalence_ = equivalence_ && a == b;
    }
  }
  void wire(std::int32_t a, std::int32_t b, int type) { wires_[a * symbols_ + b] |= 1u << type; }

  /// Every type that holds from a to b holds from b to a.
  void wire_both_ways() {
    for (int a = 0; a < symbols_; ++a)
      for (int b = 0; b < a; ++b)
        wires_[a * symbols_ + b] = wires_[b * symbols_ + a] = wires_[a * symbols_ + b] | wires_[b * symbols_ + a];
  }
  /// Symbols 2 i and 2 i + 1 become one class, numbered i: set_alike takes classes.
  void pair_up() { halves_ = true; }

  std::int32_t pattern_class(std::int32_t symbol) const override { return halves_ ? symbol / 2 : symbol; }
  std::span<const std::int32_t> alike(std::int32_t symbol) const override { return alike_[symbol]; }
  std::uint32_t wires(std::int32_t source, std::int32_t target) const override {
    return wires_[source * symbols_ + target];
  }
  bool equivalence() const override { return equivalence_; }
  int variable_types() const override { return types_; }

  /// Identity in both roles.
  static TableTyping identity(int symbols) {
    TableTyping typing(symbols, 1);
    for (int a = 0; a < symbols; ++a) {
      typing.set_alike(a, a);
      typing.wire(a, a, 0);
    }
    return typing;
  }

  /// Each word alike itself but for a few; others alike, and wires of each type, by chance.
  static TableTyping random(Random& random, int symbols, int types, double alike, double wired) {
    TableTyping typing(symbols, types);
    for (int a = 0; a < symbols; ++a)
      for (int b = 0; b < symbols; ++b) {
        if (a == b ? random.uniform() < 0.9 : a < b && random.uniform() < alike) typing.set_alike(a, b);
        for (int t = 0; t < types; ++t)
          if (random.uniform() < (a == b && t == 0 ? 0.9 : wired)) typing.wire(a, b, t);
      }
    return typing;
  }

 private:
  int symbols_, types_;
  std::vector<std::vector<std::int32_t>> alike_;
  std::vector<std::uint32_t> wires_;
  bool equivalence_ = true, halves_ = false;
};

/// A pair of sentences of up to `longest` words.
inline SymbolPair random_pair(Random& random, int symbols, int longest) {
  SymbolPair pair;
  for (auto* side : {&pair.source, &pair.target})
    for (std::int64_t n = random.below(longest + 1); n > 0; --n)
      side->push_back(static_cast<std::int32_t>(random.below(symbols)));
  return pair;
}

}  // namespace couplet
