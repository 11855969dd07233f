#include "couplet/methods/rewriting/typed_vocabulary.h"

#include <algorithm>

#include "couplet/base/hash.h"

namespace couplet {

namespace {

/// Types of which each word has exactly one key: same key, same class.
bool is_partition(WordType type) {
  return type == WordType::id || type == WordType::id_minus_tag || type == WordType::lemma || type == WordType::stem;
}

}  // namespace

TypedVocabulary::Unequal TypedVocabulary::unequal_types(const std::vector<WordType>& types) {
  Unequal unequal;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i] == WordType::lvhsn) unequal.words |= 1u << i;
    if (types[i] == WordType::synonym) unequal.bases |= 1u << i;
  }
  return unequal;
}

std::string TypedVocabulary::Role::identity() const {
  std::string bytes;
  const auto append = [&](std::uint64_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  append(word);
  append(base);
  append(out.size());
  for (const auto* side : {&out, &in})
    for (const Key& key : *side) append(key.key);
  return bytes;
}

TypedVocabulary::TypedVocabulary(const TypingScheme& scheme, const TypeSources& sources, bool both_ways)
    : scheme_(scheme),
      sources_(sources),
      keys_(sources),
      both_ways_(both_ways),
      equivalence_(scheme.pattern.size() == 1 && is_partition(scheme.pattern[0])),
      pattern_unequal_(unequal_types(scheme.pattern)),
      variable_unequal_(unequal_types(scheme.variable)) {}

TypedVocabulary::TypedVocabulary(const TypedVocabulary* base)
    : TypedVocabulary(base->scheme_, base->sources_, base->both_ways_) {
  base_ = base;
  first_symbol_ = base->size();
  first_class_ = base->first_class_ + static_cast<std::int32_t>(base->classes_.size());
}

TypedVocabulary::Role TypedVocabulary::role_of(const TaggedWord& word, const std::vector<WordType>& types) {
  Role role;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const WordKeys::Keys keys = keys_.of(word, types[i]);
    for (const std::uint64_t key : keys.out) role.out.push_back({key, 1u << i});
    for (const std::uint64_t key : keys.in) role.in.push_back({key, 1u << i});
    if (types[i] == WordType::lvhsn) role.word = hash64(word.word);
    if (types[i] == WordType::synonym) role.base = hash64(sources_.senses.base_form(word.word));
  }
  std::sort(role.out.begin(), role.out.end());
  std::sort(role.in.begin(), role.in.end());
  return role;
}

std::int32_t TypedVocabulary::add(const TaggedWord& word) {
  const TaggedWord seen{word.word, sources_.tagged ? word.tag : "", scheme_.uses(WordType::ne) ? word.entity : ""};
  if (const auto known = words_.find(seen); known != words_.end()) return known->second;
  Role pattern = role_of(seen, scheme_.pattern), variable;
  if (sources_.fixed.find(seen.word) < 0) variable = role_of(seen, scheme_.variable);
  const std::string class_identity = pattern.identity(), identity = class_identity + variable.identity();
  const auto number_in_base = [&](auto member, const std::string& key) {
    if (base_)
      if (const auto found = (base_->*member).find(key); found != (base_->*member).end()) return found->second;
    return std::int32_t{-1};
  };
  std::int32_t number = number_in_base(&TypedVocabulary::class_numbers_, class_identity);
  if (number < 0) {
    const auto [at, fresh] =
        class_numbers_.emplace(class_identity, first_class_ + static_cast<std::int32_t>(classes_.size()));
    number = at->second;
    if (fresh) {
      for (const Key& key : pattern.out) givers_[key.key].push_back(number);
      for (const Key& key : pattern.in) takers_[key.key].push_back(number);
      classes_.push_back(std::move(pattern));
    }
  }
  met_.push_back(number);
  std::int32_t symbol = number_in_base(&TypedVocabulary::symbol_numbers_, identity);
  if (symbol < 0) {
    const auto [at, fresh] = symbol_numbers_.emplace(identity, size());
    symbol = at->second;
    if (fresh) symbols_.push_back({number, std::move(variable)});
  }
  words_.emplace(seen, symbol);
  return symbol;
}

void TypedVocabulary::gather(std::uint64_t key, bool takers, std::vector<std::int32_t>& out) const {
  const auto& lists = takers ? takers_ : givers_;
  if (const auto found = lists.find(key); found != lists.end())
    out.insert(out.end(), found->second.begin(), found->second.end());
  if (base_) base_->gather(key, takers, out);
}

std::vector<std::int32_t> TypedVocabulary::find_alike(std::int32_t pattern) const {
  // A pattern type need not be symmetric (hypernym); a rule [a|b] matches either word, so the relation of patterns is.
  std::vector<std::int32_t> found;
  const Role& role = class_at(pattern);
  for (const Key& key : role.out) gather(key.key, true, found);
  for (const Key& key : role.in) gather(key.key, false, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (pattern_unequal_.any())
    std::erase_if(found, [&](std::int32_t other) {
      const Role& second = class_at(other);
      return common_types(role, second, pattern_unequal_) == 0 && common_types(second, role, pattern_unequal_) == 0;
    });
  return found;
}

void TypedVocabulary::finish() {
  std::sort(met_.begin(), met_.end());
  met_.erase(std::unique(met_.begin(), met_.end()), met_.end());
  for (const std::int32_t pattern : met_) alike_.emplace(pattern, find_alike(pattern));
  met_.clear();
}

std::uint64_t TypedVocabulary::class_hash(std::int32_t pattern) const { return hash64(class_at(pattern).identity()); }

std::span<const std::int32_t> TypedVocabulary::alike(std::int32_t pattern) const {
  if (const auto found = alike_.find(pattern); found != alike_.end()) return found->second;
  return base_ ? base_->alike(pattern) : std::span<const std::int32_t>();
}

std::uint32_t TypedVocabulary::common_types(const Role& from, const Role& to, Unequal unequal) {
  std::uint32_t types = 0;
  auto a = from.out.begin();
  auto b = to.in.begin();
  while (a != from.out.end() && b != to.in.end()) {
    if (a->key == b->key) {
      types |= a->bit;
      ++a;
      ++b;
    } else if (a->key < b->key) {
      ++a;
    } else {
      ++b;
    }
  }
  if (unequal.words != 0 && from.word == to.word) types &= ~unequal.words;
  if (unequal.bases != 0 && from.base == to.base) types &= ~unequal.bases;
  return types;
}

std::uint32_t TypedVocabulary::wires(std::int32_t source, std::int32_t target) const {
  const Role &from = symbol_at(source).variable, &to = symbol_at(target).variable;
  const std::uint32_t types = common_types(from, to, variable_unequal_);
  return both_ways_ ? types | common_types(to, from, variable_unequal_) : types;
}

}  // namespace couplet
