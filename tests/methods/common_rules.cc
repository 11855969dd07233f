#include "tests/methods/common_rules.h"

#include <algorithm>
#include <bit>

namespace couplet {

namespace {

bool alike(const SymbolTyping& typing, std::int32_t a, std::int32_t b) {
  const auto found = typing.alike(typing.pattern_class(a));
  return std::binary_search(found.begin(), found.end(), typing.pattern_class(b));
}

std::int32_t ways_to_wire(std::uint32_t first, std::uint32_t second, Wiring wiring) {
  if (wiring == Wiring::any_type) return first != 0 && second != 0;
  const std::uint32_t common = first & second;
  return wiring == Wiring::per_type ? std::popcount(common) : common != 0;
}

}  // namespace

ZippedGrams zip_grams(std::span<const std::int32_t> s1, std::span<const std::int32_t> t1,
                      std::span<const std::int32_t> s2, std::span<const std::int32_t> t2, const SymbolTyping& typing,
                      Wiring wiring) {
  const std::size_t k = s1.size();
  ZippedGrams grams{static_cast<int>(k), {}, {}, {}};
  for (std::size_t p = 0; p < k; ++p) {
    grams.source_pattern.push_back(alike(typing, s1[p], s2[p]));
    grams.target_pattern.push_back(alike(typing, t1[p], t2[p]));
    for (std::size_t q = 0; q < k; ++q)
      grams.ways.push_back(ways_to_wire(typing.wires(s1[p], t1[q]), typing.wires(s2[p], t2[q]), wiring));
  }
  return grams;
}

std::int64_t count_common_rules(const ZippedGrams& grams) {
  // count[used]: ways to have decided on the source pairs so far, with exactly the target pairs `used` wired.
  const std::size_t subsets = std::size_t{1} << grams.k;
  std::vector<std::int64_t> count(subsets, 0), next(subsets);
  count[0] = 1;
  for (int p = 0; p < grams.k; ++p) {
    std::fill(next.begin(), next.end(), 0);
    for (std::size_t used = 0; used < subsets; ++used) {
      if (count[used] == 0) continue;
      if (grams.source_pattern[p]) next[used] += count[used];
      for (int q = 0; q < grams.k; ++q)
        if (!(used >> q & 1) && grams.ways[p * grams.k + q] > 0)
          next[used | std::size_t{1} << q] += count[used] * grams.ways[p * grams.k + q];
    }
    count.swap(next);
  }
  std::size_t must = 0;
  for (int q = 0; q < grams.k; ++q) must |= std::size_t{!grams.target_pattern[q]} << q;
  std::int64_t sum = 0;
  for (std::size_t used = 0; used < subsets; ++used)
    if ((used & must) == must) sum += count[used];
  return sum;
}

std::int64_t rewriting_kernel_by_definition(const SymbolPair& x, const SymbolPair& y, int k, const SymbolTyping& typing,
                                            Wiring wiring) {
  const auto grams = [k](const std::vector<std::int32_t>& text) {
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(text.size()) - k + 1);
  };
  const auto gram = [k](const std::vector<std::int32_t>& text, std::int64_t at) {
    return std::span(text).subspan(at, static_cast<std::size_t>(k));
  };
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < grams(x.source); ++i)
    for (std::int64_t j = 0; j < grams(x.target); ++j)
      for (std::int64_t u = 0; u < grams(y.source); ++u)
        for (std::int64_t v = 0; v < grams(y.target); ++v)
          sum += count_common_rules(
              zip_grams(gram(x.source, i), gram(x.target, j), gram(y.source, u), gram(y.target, v), typing, wiring));
  return sum;
}

}  // namespace couplet
