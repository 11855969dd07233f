// The typed rewriting kernel as the paper writes it (Gleize & Grau 2015): Algorithm 2 collects quadruples of k-grams,
// Algorithm 1 counts the rules of each. For comparison only. k-grams are told apart by where they stand, so that
// multisets are sets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "couplet/methods/rewriting/symbol_typing.h"

namespace couplet::bench {

class PaperKernel {
 public:
  PaperKernel(const SymbolTyping& typing, int k) : typing_(typing), k_(k) {}

  std::int64_t operator()(const SymbolPair& x, const SymbolPair& y) const {
    std::int64_t sum = 0;
    for (const auto& [source, target] : candidates(x, y)) sum += count(x, y, source, target);
    return sum;
  }

 private:
  using Text = std::vector<std::int32_t>;
  using Grams = std::pair<std::int32_t, std::int32_t>;  // where a k-gram of the one and one of the other text start
  using Quadruple = std::pair<Grams, Grams>;            // of the sources, of the targets
  using Partners = std::map<std::int32_t, std::set<std::pair<std::int32_t, int>>>;  // word -> words and types

  bool alike(std::int32_t a, std::int32_t b) const {
    const auto found = typing_.alike(typing_.pattern_class(a));
    return std::binary_search(found.begin(), found.end(), typing_.pattern_class(b));
  }

  /// Lines 1 to 4 of Algorithm 2.
  void add_partners(const SymbolPair& pair, Partners& to_target, Partners& to_source) const {
    for (const std::int32_t a : pair.source)
      for (const std::int32_t b : pair.target)
        for (int type = 0; type < typing_.variable_types(); ++type)
          if (typing_.wires(a, b) >> type & 1) {
            to_target[a].insert({b, type});
            to_source[b].insert({a, type});
          }
  }

  struct OneWay {
    std::set<Quadruple> wildcards;  // (sources, targets) as the caller orders them
    std::vector<Grams> all_patterns;
  };
  /// Lines 14 to 27 of Algorithm 2.
  OneWay one_way_inclusion(const Text& s1, const Text& s2, const Text& t1, const Text& t2, const Partners& e1,
                           const Partners& e2) const {
    const auto grams = [&](const Text& text) { return static_cast<std::int32_t>(text.size()) - k_ + 1; };
    std::map<std::pair<std::int32_t, std::int32_t>, std::set<Grams>> d;
    for (std::int32_t i = 0; i < grams(s1); ++i)
      for (std::int32_t j = 0; j < grams(s2); ++j)
        for (int p = 0; p < k_; ++p) {
          const auto first = e1.find(s1[i + p]), second = e2.find(s2[j + p]);
          if (first == e1.end() || second == e2.end()) continue;
          for (const auto& [b1, type] : first->second)
            for (const auto& [b2, other] : second->second)
              if (type == other) d[{b1, b2}].insert({i, j});
        }
    OneWay result;
    for (std::int32_t i = 0; i < grams(t1); ++i)
      for (std::int32_t j = 0; j < grams(t2); ++j) {
        bool initialised = false;
        std::set<Grams> compatible;
        for (int p = 0; p < k_; ++p) {
          if (alike(t1[i + p], t2[j + p])) continue;
          const auto found = d.find({t1[i + p], t2[j + p]});
          const std::set<Grams> matching = found == d.end() ? std::set<Grams>() : found->second;
          if (!initialised) {
            compatible = matching;
            initialised = true;
            continue;
          }
          std::set<Grams> both;
          std::set_intersection(compatible.begin(), compatible.end(), matching.begin(), matching.end(),
                                std::inserter(both, both.end()));
          compatible.swap(both);
        }
        if (!initialised) result.all_patterns.push_back({i, j});
        for (const Grams& source : compatible) result.wildcards.insert({source, {i, j}});
      }
    return result;
  }

  std::set<Quadruple> candidates(const SymbolPair& x, const SymbolPair& y) const {
    Partners target1, target2, source1, source2;
    add_partners(x, target1, source1);
    add_partners(y, target2, source2);
    OneWay forward = one_way_inclusion(x.source, y.source, x.target, y.target, target1, target2);
    const OneWay back = one_way_inclusion(x.target, y.target, x.source, y.source, source1, source2);
    std::set<Quadruple> result = std::move(forward.wildcards);
    for (const Grams& source : back.all_patterns)
      for (const Grams& target : forward.all_patterns) result.insert({source, target});
    for (const auto& [target, source] : back.wildcards) result.insert({source, target});
    return result;
  }

  /// Algorithm 1.
  std::int64_t count(const SymbolPair& x, const SymbolPair& y, const Grams& source, const Grams& target) const {
    std::vector<int> sources, targets;
    for (int p = 0; p < k_; ++p) {
      sources.push_back(p);
      targets.push_back(p);
    }
    return count(x, y, source, target, sources, targets);
  }
  std::int64_t count(const SymbolPair& x, const SymbolPair& y, const Grams& source, const Grams& target,
                     std::vector<int> sources, const std::vector<int>& targets) const {
    if (sources.empty()) {
      for (const int q : targets)
        if (!alike(x.target[target.first + q], y.target[target.second + q])) return 0;
      return 1;
    }
    const int p = sources.front();
    sources.erase(sources.begin());
    const std::int32_t a1 = x.source[source.first + p], a2 = y.source[source.second + p];
    std::int64_t result = 0;
    if (alike(a1, a2)) result += count(x, y, source, target, sources, targets);
    for (const int q : targets) {
      const std::int32_t b1 = x.target[target.first + q], b2 = y.target[target.second + q];
      if ((typing_.wires(a1, b1) & typing_.wires(a2, b2)) == 0) continue;
      std::vector<int> rest;
      for (const int other : targets)
        if (other != q) rest.push_back(other);
      result += count(x, y, source, target, sources, rest);
    }
    return result;
  }

  const SymbolTyping& typing_;
  int k_;
};

}  // namespace couplet::bench
