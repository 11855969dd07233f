#include "couplet/methods/rewriting/pair_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "couplet/base/error.h"

namespace couplet {

DistinctGrams distinct_grams(std::span<const std::int32_t> text, int k) {
  DistinctGrams grams;
  if (static_cast<std::int64_t>(text.size()) < k) return grams;
  std::vector<std::int32_t> order(text.size() - static_cast<std::size_t>(k) + 1);
  std::iota(order.begin(), order.end(), 0);
  const auto gram = [&](std::int32_t at) { return text.subspan(at, k); };
  std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    const auto left = gram(a), right = gram(b);
    const auto [at, other] = std::mismatch(left.begin(), left.end(), right.begin());
    return at == left.end() ? a < b : *at < *other;
  });
  for (const std::int32_t at : order) {
    if (!grams.starts.empty() && std::ranges::equal(gram(grams.starts.back()), gram(at))) {
      ++grams.counts.back();
      continue;
    }
    grams.starts.push_back(at);
    grams.counts.push_back(1);
  }
  return grams;
}

std::uint32_t WiredRule::source_wildcards(int k) const {
  std::uint32_t places = 0;
  for (int p = 0; p < k; ++p) places |= static_cast<std::uint32_t>(target_of(p) >= 0) << p;
  return places;
}

std::uint32_t WiredRule::target_wildcards(int k) const {
  std::uint32_t places = 0;
  for (int p = 0; p < k; ++p)
    if (target_of(p) >= 0) places |= 1u << target_of(p);
  return places;
}

void require_rule_size(int k, int variable_types, Wiring wiring) {
  if (k < 1 || k > largest_k)
    throw Error(ErrorCode::usage, "", fmt::format("k = {} is not from 1 to {}", k, largest_k));
  constexpr int room = 64;
  if (wiring != Wiring::any_type && k * variable_types > room)
    throw Error(ErrorCode::usage, "", fmt::format("{} variable types are too many for k = {}", variable_types, k),
                fmt::format("use at most {}, or any-type wiring", room / k));
}

PairRules::PairRules(const SymbolPair& pair, int k, const SymbolTyping& typing, Wiring wiring)
    : pair_(&pair),
      k_(k),
      bits_(wiring == Wiring::any_type ? 1 : typing.variable_types()),
      source_(distinct_grams(pair.source, k)),
      target_(distinct_grams(pair.target, k)) {
  require_rule_size(k, typing.variable_types(), wiring);
  types_.reserve(pair.source.size() * pair.target.size());
  for (const std::int32_t a : pair.source)
    for (const std::int32_t b : pair.target) {
      const std::uint32_t types = typing.wires(a, b);
      types_.push_back(wiring == Wiring::any_type ? types != 0 : types);
    }
}

/// The recursion over the source places of one pair of k-grams.
struct PairRules::Search {
  const PairRules& rules;
  const std::function<void(const WiredRule&)>& take;
  std::int64_t found = 0;
  WiredRule rule{};
  const std::uint32_t* types = nullptr;  // of the first places; rows are target.size() apart

  void from(int place, std::uint32_t used) {
    if (place == rules.k_) {
      if (used == 0) return;
      constexpr std::int64_t most = 1 << 24;
      if (++found > most)
        throw Error(ErrorCode::data, "", fmt::format("a pair of sentences has over {} rules of k = {}", most, rules.k_),
                    "use a smaller k");
      take(rule);
      return;
    }
    from(place + 1, used);
    const std::uint32_t* row = types + place * static_cast<std::int64_t>(rules.pair_->target.size());
    for (int q = 0; q < rules.k_; ++q) {
      if (row[q] == 0 || (used >> q & 1)) continue;
      const WiredRule before = rule;
      rule.wires |= static_cast<std::uint64_t>(q + 1) << (4 * place);
      rule.types |= static_cast<std::uint64_t>(row[q]) << (rules.bits_ * place);
      from(place + 1, used | 1u << q);
      rule = before;
    }
  }
};

void PairRules::visit(const std::function<void(const WiredRule&)>& take) const {
  Search search{*this, take};
  for (std::size_t i = 0; i < source_.size(); ++i)
    for (std::size_t j = 0; j < target_.size(); ++j) {
      search.types =
          types_.data() + source_.starts[i] * static_cast<std::int64_t>(pair_->target.size()) + target_.starts[j];
      search.rule = {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), 0, 0};
      search.from(0, 0);
    }
}

}  // namespace couplet
