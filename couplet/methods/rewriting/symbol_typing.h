// What a rewriting kernel has to know about words: which may stand for one another in a rule, which may be linked by
// it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace couplet {

/// A pair of sentences as numbered symbols. A symbol is a word as the types see it: words that no type tells apart may
/// share a number.
struct SymbolPair {
  std::vector<std::int32_t> source, target;
};

/// The typing scheme of a kernel over a set of symbols. Immutable while a kernel uses it; safe to share between
/// threads.
class SymbolTyping {
 public:
  virtual ~SymbolTyping() = default;

  /// The class of a symbol for patterns: symbols of one class can be exchanged in every pattern. From 0.
  virtual std::int32_t pattern_class(std::int32_t symbol) const = 0;

  /// The classes whose symbols have a pattern type in common with those of class `pattern`: what one rule can hold in
  /// the same place. Symmetric (a is in the list of b when b is in that of a), ascending, with the class itself where a
  /// type relates its words.
  virtual std::span<const std::int32_t> alike(std::int32_t pattern) const = 0;

  /// The variable types that hold from a source to a target symbol, one bit each, the lowest first; 0: they cannot be
  /// linked.
  virtual std::uint32_t wires(std::int32_t source, std::int32_t target) const = 0;

  /// True when alike() gives, for every class now and later, itself alone or nothing: no search is needed.
  virtual bool equivalence() const = 0;

  /// How many variable types there are, 1 to 32: the bits that wires() uses.
  virtual int variable_types() const = 0;
};

/// How the variable types of a wire in one pair and in the other are compared.
enum class Wiring {
  same_type,  // one type holds in both: the paper's Algorithm 1
  any_type,   // some type in each: the paper's definition 2.2
  per_type,   // counted once for every type that holds in both
};

}  // namespace couplet
