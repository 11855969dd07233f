#include "couplet/methods/rewriting/rewriting_index.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace couplet {

namespace {

std::span<const std::int32_t> gram_at(const std::vector<std::int32_t>& text, std::int32_t start, int k) {
  return std::span(text).subspan(start, static_cast<std::size_t>(k));
}

std::uint64_t rule_key(std::uint64_t source, std::uint64_t target, std::uint64_t wires) {
  return mixed(source + mixed(target + mixed(wires)));
}

/// The pattern classes of a pair's words.
SymbolPair pattern_classes(const SymbolPair& pair, const SymbolTyping& typing) {
  SymbolPair classes;
  for (const std::int32_t symbol : pair.source) classes.source.push_back(typing.pattern_class(symbol));
  for (const std::int32_t symbol : pair.target) classes.target.push_back(typing.pattern_class(symbol));
  return classes;
}

/// Hashes of one side's k-grams with wildcards, each made once.
class SideHashes {
 public:
  SideHashes(const std::vector<std::int32_t>& classes, const DistinctGrams& grams, int k)
      : classes_(classes), grams_(grams), k_(k), known_(grams.size() << k, 0) {}

  /// The hash of gram number `gram` with these wildcards; a new one is told to `fresh`.
  template <class Fresh>
  std::uint64_t of(std::int32_t gram, std::uint32_t wildcards, Fresh&& fresh) {
    std::uint64_t& hash = known_[static_cast<std::size_t>(gram) << k_ | wildcards];
    if (hash == 0) {
      const auto gram_classes = gram_at(classes_, grams_.starts[gram], k_);
      hash = gram_hash(gram_classes, wildcards);
      fresh(gram_classes);
    }
    return hash;
  }

 private:
  const std::vector<std::int32_t>& classes_;
  const DistinctGrams& grams_;
  int k_;
  std::vector<std::uint64_t> known_;  // by gram and wildcards; 0: not yet
};

/// What one block of pairs adds to the index.
struct Collected {
  std::vector<Posting> sources, targets, rules;
  std::vector<std::uint64_t> source_beginnings, target_beginnings;
};

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void collect_side(const std::vector<std::int32_t>& classes, const DistinctGrams& grams, int k, std::int32_t item,
                  bool searched, std::vector<Posting>& postings, std::vector<std::uint64_t>& beginnings) {
  for (std::size_t g = 0; g < grams.size(); ++g) {
    const auto gram = gram_at(classes, grams.starts[g], k);
    postings.push_back({gram_hash(gram, 0), 0, item, static_cast<std::int32_t>(grams.counts[g])});
    if (searched) GramSet::add_beginnings(gram, 0, beginnings);
  }
}

void collect(const SymbolPair& pair, std::int32_t item, int k, const SymbolTyping& typing, Wiring wiring,
             Collected& out) {
  const bool searched = !typing.equivalence();
  const PairRules rules(pair, k, typing, wiring);
  const SymbolPair classes = pattern_classes(pair, typing);
  collect_side(classes.source, rules.source(), k, item, searched, out.sources, out.source_beginnings);
  collect_side(classes.target, rules.target(), k, item, searched, out.targets, out.target_beginnings);
  SideHashes source(classes.source, rules.source(), k), target(classes.target, rules.target(), k);
  rules.visit([&](const WiredRule& rule) {
    const std::uint32_t left = rule.source_wildcards(k), right = rule.target_wildcards(k);
    const std::uint64_t from = source.of(rule.source, left, [&](auto gram) {
      if (searched) GramSet::add_beginnings(gram, left, out.source_beginnings);
    });
    const std::uint64_t to = target.of(rule.target, right, [&](auto gram) {
      if (searched) GramSet::add_beginnings(gram, right, out.target_beginnings);
    });
    const std::int64_t count = rules.source().counts[rule.source] * rules.target().counts[rule.target];
    out.rules.push_back({rule_key(from, to, rule.wires), rule.types, item, static_cast<std::int32_t>(count)});
  });
}

}  // namespace

RewritingIndex::RewritingIndex(std::span<const SymbolPair> pairs, int k, const SymbolTyping& typing, Wiring wiring,
                               const Run& run)
    : size_(static_cast<std::int64_t>(pairs.size())),
      k_(k),
      bits_(wiring == Wiring::any_type ? 1 : typing.variable_types()),
      wiring_(wiring) {
  require_rule_size(k, typing.variable_types(), wiring);
  Collected all;
  std::mutex lock;
  run.pool.for_blocks(size_, 64, [&](std::int64_t begin, std::int64_t end) {
    Collected block;
    for (std::int64_t i = begin; i < end; ++i)
      collect(pairs[i], static_cast<std::int32_t>(i), k, typing, wiring, block);
    run.stop->check();
    const std::lock_guard hold(lock);  // any order will do: the tables sort
    append(all.sources, block.sources);
    append(all.targets, block.targets);
    append(all.rules, block.rules);
    append(all.source_beginnings, block.source_beginnings);
    append(all.target_beginnings, block.target_beginnings);
  });
  if (!typing.equivalence()) {
    source_grams_ = GramSet(std::move(all.source_beginnings));
    target_grams_ = GramSet(std::move(all.target_beginnings));
  }
  sources_ = Postings(std::move(all.sources), run);
  targets_ = Postings(std::move(all.targets), run);
  rules_ = Postings(std::move(all.rules), run);
}

/// One pair that is compared with those of the index.
class RewritingIndex::Query {
 public:
  Query(const RewritingIndex& index, const SymbolPair& pair, const SymbolTyping& typing)
      : index_(index),
        classes_(pattern_classes(pair, typing)),
        typing_(typing),
        rules_(pair, index.k_, typing, index.wiring_),
        mask_(index.bits_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << index.bits_) - 1),
        source_alike_(rules_.source().size() << index.k_),
        target_alike_(rules_.target().size() << index.k_) {}

  const PairRules& rules() const { return rules_; }

  /// take(item, number) for the pairs of the index that hold k-grams like this one on that side.
  template <class Take>
  void grams_alike(bool source, std::int32_t gram, Take&& take) {
    for (const std::uint64_t hash : alike(source, gram, 0))
      for (const Postings::Entry& entry : (source ? index_.sources_ : index_.targets_).find(hash))
        take(entry.item, entry.count);
  }

  /// take(item, number) for the pairs of the index that hold rules like this one.
  template <class Take>
  void rules_alike(const WiredRule& rule, Take&& take) {
    const auto& from = alike(true, rule.source, rule.source_wildcards(index_.k_));
    if (from.empty()) return;
    const auto& to = alike(false, rule.target, rule.target_wildcards(index_.k_));
    for (const std::uint64_t left : from)
      for (const std::uint64_t right : to) {
        std::uint64_t types = 0;
        std::int64_t ways = 0;
        for (const Postings::Entry& entry : index_.rules_.find(rule_key(left, right, rule.wires))) {
          if (ways == 0 || entry.types != types) ways = ways_to_wire(rule, types = entry.types);
          if (ways > 0) take(entry.item, ways * entry.count);
        }
      }
  }

 private:
  /// Hashes of the k-grams of the index that are alike; each list is made once. References stay good.
  const std::vector<std::uint64_t>& alike(bool source, std::int32_t gram, std::uint32_t wildcards) {
    Alike& known = (source ? source_alike_ : target_alike_)[static_cast<std::size_t>(gram) << index_.k_ | wildcards];
    if (!known.made) {
      const auto& text = source ? classes_.source : classes_.target;
      const std::int32_t start = (source ? rules_.source() : rules_.target()).starts[gram];
      (source ? index_.source_grams_ : index_.target_grams_)
          .alike(gram_at(text, start, index_.k_), wildcards, typing_, known.hashes);
      known.made = true;
    }
    return known.hashes;
  }

  /// In how many ways the types along the wires agree.
  std::int64_t ways_to_wire(const WiredRule& rule, std::uint64_t types) const {
    const std::uint64_t common = rule.types & types;
    std::int64_t ways = 1;
    for (int p = 0; p < index_.k_ && ways > 0; ++p) {
      if (rule.target_of(p) < 0) continue;
      const std::uint64_t shared = common >> (index_.bits_ * p) & mask_;
      ways *= index_.wiring_ == Wiring::per_type ? std::popcount(shared) : shared != 0;
    }
    return ways;
  }

  const RewritingIndex& index_;
  SymbolPair classes_;
  const SymbolTyping& typing_;
  PairRules rules_;
  std::uint64_t mask_;
  struct Alike {
    bool made = false;
    std::vector<std::uint64_t> hashes;
  };
  std::vector<Alike> source_alike_, target_alike_;  // by gram and wildcards
};

void RewritingIndex::row(const SymbolPair& query, const SymbolTyping& typing, std::span<std::int64_t> out) const {
  Query asked(*this, query, typing);
  const PairRules& rules = asked.rules();
  std::vector<std::int64_t> targets(size_, 0);
  std::fill(out.begin(), out.end(), 0);
  for (std::size_t g = 0; g < rules.source().size(); ++g)
    asked.grams_alike(true, static_cast<std::int32_t>(g),
                      [&](std::int32_t item, std::int64_t count) { out[item] += rules.source().counts[g] * count; });
  for (std::size_t g = 0; g < rules.target().size(); ++g)
    asked.grams_alike(false, static_cast<std::int32_t>(g), [&](std::int32_t item, std::int64_t count) {
      targets[item] += rules.target().counts[g] * count;
    });
  for (std::int64_t i = 0; i < size_; ++i) out[i] *= targets[i];
  rules.visit([&](const WiredRule& rule) {
    const std::int64_t times = rules.source().counts[rule.source] * rules.target().counts[rule.target];
    asked.rules_alike(rule, [&](std::int32_t item, std::int64_t count) { out[item] += times * count; });
  });
}

void RewritingIndex::visit_shared(const SymbolPair& query, const SymbolTyping& typing,
                                  const std::function<void(const SharedRule&)>& take) const {
  Query asked(*this, query, typing);
  const PairRules& rules = asked.rules();
  using Carriers = std::vector<std::pair<std::int32_t, std::int64_t>>;
  const auto gathered = [&](auto&& visit) {  // by item, equal ones added up
    Carriers found, sums;
    visit([&](std::int32_t item, std::int64_t count) { found.emplace_back(item, count); });
    std::sort(found.begin(), found.end());
    for (const auto& [item, count] : found)
      if (!sums.empty() && sums.back().first == item)
        sums.back().second += count;
      else
        sums.emplace_back(item, count);
    return sums;
  };
  const auto give = [&](const WiredRule& rule, const Carriers& carriers) {
    if (carriers.empty()) return;
    take({rule, rules.source().starts[rule.source], rules.target().starts[rule.target],
          rules.source().counts[rule.source] * rules.target().counts[rule.target], carriers});
  };
  const auto side = [&](bool source, const DistinctGrams& grams) {
    std::vector<Carriers> all;
    for (std::size_t g = 0; g < grams.size(); ++g)
      all.push_back(gathered([&](auto&& add) { asked.grams_alike(source, static_cast<std::int32_t>(g), add); }));
    return all;
  };
  const std::vector<Carriers> sources = side(true, rules.source()), targets = side(false, rules.target());
  for (std::size_t g = 0; g < sources.size(); ++g)
    for (std::size_t h = 0; h < targets.size(); ++h) {
      Carriers both;
      auto other = targets[h].begin();
      for (const auto& [item, count] : sources[g]) {
        while (other != targets[h].end() && other->first < item) ++other;
        if (other != targets[h].end() && other->first == item) both.emplace_back(item, count * other->second);
      }
      give({static_cast<std::int32_t>(g), static_cast<std::int32_t>(h), 0, 0}, both);
    }
  rules.visit([&](const WiredRule& rule) { give(rule, gathered([&](auto&& add) { asked.rules_alike(rule, add); })); });
}

std::int64_t self_value(const SymbolPair& pair, int k, const SymbolTyping& typing, Wiring wiring, bool both_ways) {
  Run run;
  run.pool = Pool(1);
  const RewritingIndex index({&pair, 1}, k, typing, wiring, run);
  std::int64_t straight = 0, across = 0;
  index.row(pair, typing, {&straight, 1});
  if (both_ways) index.row({pair.target, pair.source}, typing, {&across, 1});
  return straight + across;
}

}  // namespace couplet
