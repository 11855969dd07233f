// Words as the symbols of a rewriting kernel, with the relations that a typing scheme sees between them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "couplet/methods/rewriting/symbol_typing.h"
#include "couplet/methods/rewriting/word_keys.h"

namespace couplet {

/// Words with the same keys for all types of the scheme are one symbol. Add words, then finish(); const use is safe
/// from several threads afterwards.
class TypedVocabulary final : public SymbolTyping {
 public:
  /// The sources must live as long. both_ways: variable types hold from either word to the other, as sentences that are
  /// exchanged need it.
  TypedVocabulary(const TypingScheme& scheme, const TypeSources& sources, bool both_ways = false);
  /// Goes on from a finished vocabulary, which must live as long: its symbols keep their numbers. Cost: only what is
  /// added.
  explicit TypedVocabulary(const TypedVocabulary* base);

  /// The symbol of a word.
  std::int32_t add(const TaggedWord& word);
  /// Finds out which classes are alike; to be called after the last add().
  void finish();

  std::int32_t size() const { return first_symbol_ + static_cast<std::int32_t>(symbols_.size()); }
  const TypingScheme& scheme() const { return scheme_; }

  std::int32_t pattern_class(std::int32_t symbol) const override { return symbol_at(symbol).pattern; }
  /// A hash of a pattern class by what it is, the same in every vocabulary of the scheme.
  std::uint64_t class_hash(std::int32_t pattern) const;
  std::span<const std::int32_t> alike(std::int32_t pattern) const override;
  std::uint32_t wires(std::int32_t source, std::int32_t target) const override;
  bool equivalence() const override { return equivalence_; }
  int variable_types() const override { return static_cast<int>(scheme_.variable.size()); }

 private:
  struct Key {
    std::uint64_t key;
    std::uint32_t bit;  // of the type, in the order of the scheme's role
    auto operator<=>(const Key&) const = default;
  };
  /// What one role asks of a word.
  struct Role {
    std::vector<Key> out, in;          // ascending
    std::uint64_t word = 0, base = 0;  // hashes of the word and its base form, where a type asks whether they differ
    std::string identity() const;
  };
  struct Symbol {
    std::int32_t pattern;
    Role variable;
  };

  Role role_of(const TaggedWord& word, const std::vector<WordType>& types);
  const Symbol& symbol_at(std::int32_t symbol) const {
    return symbol < first_symbol_ ? base_->symbol_at(symbol) : symbols_[symbol - first_symbol_];
  }
  const Role& class_at(std::int32_t pattern) const {
    return pattern < first_class_ ? base_->class_at(pattern) : classes_[pattern - first_class_];
  }
  /// Bits of the types that relate different words only: lvhsn (another word), synonym (another base form).
  struct Unequal {
    std::uint32_t words = 0, bases = 0;
    bool any() const { return (words | bases) != 0; }
  };
  static Unequal unequal_types(const std::vector<WordType>& types);
  static std::uint32_t common_types(const Role& from, const Role& to, Unequal unequal);
  std::vector<std::int32_t> find_alike(std::int32_t pattern) const;
  void gather(std::uint64_t key, bool takers, std::vector<std::int32_t>& out) const;

  const TypedVocabulary* base_ = nullptr;
  TypingScheme scheme_;
  const TypeSources& sources_;
  WordKeys keys_;
  bool both_ways_, equivalence_;
  Unequal pattern_unequal_, variable_unequal_;
  std::int32_t first_symbol_ = 0, first_class_ = 0;
  std::vector<Symbol> symbols_;
  std::vector<Role> classes_;
  std::map<TaggedWord, std::int32_t> words_;
  std::unordered_map<std::string, std::int32_t> symbol_numbers_, class_numbers_;
  std::unordered_map<std::uint64_t, std::vector<std::int32_t>> givers_, takers_;  // classes with a key
  std::vector<std::int32_t> met_;  // classes whose lists finish() must make
  std::unordered_map<std::int32_t, std::vector<std::int32_t>> alike_;
};

}  // namespace couplet
