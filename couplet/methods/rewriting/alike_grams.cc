#include "couplet/methods/rewriting/alike_grams.h"

#include <algorithm>
#include <bit>

namespace couplet {

std::uint64_t gram_hash(std::span<const std::int32_t> classes, std::uint32_t wildcards) {
  std::uint64_t hash = empty_gram;
  for (std::size_t p = 0; p < classes.size(); ++p) hash = extended(hash, wildcards >> p & 1 ? wildcard : classes[p]);
  return hash;
}

void GramSet::add_beginnings(std::span<const std::int32_t> classes, std::uint32_t wildcards,
                             std::vector<std::uint64_t>& out) {
  std::uint64_t hash = empty_gram;
  for (std::size_t p = 0; p < classes.size(); ++p)
    out.push_back(hash = extended(hash, wildcards >> p & 1 ? wildcard : classes[p]));
}

GramSet::GramSet(std::vector<std::uint64_t> beginnings) {
  std::sort(beginnings.begin(), beginnings.end());
  beginnings.erase(std::unique(beginnings.begin(), beginnings.end()), beginnings.end());
  slots_.assign(std::bit_ceil(2 * beginnings.size() + 2), 0);
  for (const std::uint64_t hash : beginnings) {
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = hash;
  }
}

bool GramSet::contains(std::uint64_t beginning) const {
  if (slots_.empty()) return true;
  std::size_t at = beginning & (slots_.size() - 1);
  while (slots_[at] != 0 && slots_[at] != beginning) at = (at + 1) & (slots_.size() - 1);
  return slots_[at] == beginning;
}

void GramSet::alike(std::span<const std::int32_t> classes, std::uint32_t wildcards, const SymbolTyping& typing,
                    std::vector<std::uint64_t>& out) const {
  search(classes, wildcards, 0, empty_gram, typing, out);
}

void GramSet::search(std::span<const std::int32_t> classes, std::uint32_t wildcards, std::size_t place,
                     std::uint64_t beginning, const SymbolTyping& typing, std::vector<std::uint64_t>& out) const {
  if (place == classes.size()) {
    out.push_back(beginning);
    return;
  }
  const auto go_on = [&](std::int32_t pattern) {
    const std::uint64_t longer = extended(beginning, pattern);
    if (contains(longer)) search(classes, wildcards, place + 1, longer, typing, out);
  };
  if (wildcards >> place & 1) return go_on(wildcard);
  for (const std::int32_t pattern : typing.alike(classes[place])) go_on(pattern);
}

}  // namespace couplet
