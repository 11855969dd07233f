#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "couplet/methods/rewriting/pair_kernel.h"

namespace couplet {

namespace {

/// Writes rules for people: "heard *1 *2" and "*1:stem was *2:synonym". Wires are numbered as they stand in the left
/// sentence.
class RuleText {
 public:
  RuleText(const SentencePair& pair, const TypingScheme& scheme, Wiring wiring)
      : pair_(pair), scheme_(scheme), wiring_(wiring) {}

  /// across: the rule's source is the right sentence.
  std::pair<std::string, std::string> of(const SharedRule& shared, int k, bool across) const {
    std::vector<std::string> wires(k), partners(k);  // of source and target places
    const auto number_wires = [&](int number, int from, int to) {
      wires[from] = partners[to] = fmt::format("*{}", number);
      (across ? wires[from] : partners[to]) += types_of(shared.rule, from);
    };
    int number = 0;
    for (int place = 0; place < k; ++place)
      for (int from = 0; from < k; ++from) {
        const int to = shared.rule.target_of(from);
        if (to >= 0 && (across ? to : from) == place) number_wires(++number, from, to);
      }
    std::string source = written(across ? pair_.right : pair_.left, shared.source, wires);
    std::string target = written(across ? pair_.left : pair_.right, shared.target, partners);
    if (across) return {std::move(target), std::move(source)};
    return {std::move(source), std::move(target)};
  }

 private:
  std::string types_of(const WiredRule& rule, int place) const {
    if (wiring_ == Wiring::any_type) return "";
    std::string names;
    const std::size_t types = scheme_.variable.size();
    for (std::size_t i = 0; i < types; ++i)
      if (rule.types >> (types * static_cast<std::size_t>(place) + i) & 1)
        names.append(names.empty() ? ":" : ",").append(name_of(scheme_.variable[i]));
    return names;
  }
  static std::string written(const Sentence& sentence, std::int64_t start, const std::vector<std::string>& wires) {
    std::string text;
    for (std::size_t p = 0; p < wires.size(); ++p)
      text.append(p == 0 ? "" : " ").append(wires[p].empty() ? sentence[start + static_cast<Index>(p)].word : wires[p]);
    return text;
  }

  const SentencePair& pair_;
  const TypingScheme& scheme_;
  Wiring wiring_;
};

/// Adds up what the same rule has from several places.
class ShareSums {
 public:
  void add(const std::pair<std::string, std::string>& rule, std::int64_t carrier, double value) {
    sums_[rule][carrier] += value;
  }
  void write(const KernelTerm& term, std::vector<RuleShare>& out) const {
    for (const auto& [rule, carriers] : sums_) {
      RuleShare share{&term, rule.first, rule.second, 0, {}};
      for (const auto& [carrier, value] : carriers) {
        share.value += value;
        share.carriers.emplace_back(carrier, value);
      }
      std::stable_sort(share.carriers.begin(), share.carriers.end(),
                       [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
      out.push_back(std::move(share));
    }
  }

 private:
  std::map<std::pair<std::string, std::string>, std::map<std::int64_t, double>> sums_;
};

}  // namespace

std::vector<RuleShare> PairKernel::shares(const SentencePair& pair, std::span<const double> weights,
                                          const Run& run) const {
  const PairWords words({&pair, 1}, stems_.get(), typed_.get());
  std::vector<double> lengths;
  double total = 0;  // weight of the terms that are not 0
  for (std::size_t t = 0; t < options_.terms.size(); ++t) {
    lengths.push_back(self_lengths(t, words, run)[0]);
    if (lengths[t] > 0) total += options_.terms[t].weight;
  }
  std::vector<RuleShare> found;
  for (std::size_t t = 0; t < options_.terms.size(); ++t) {
    if (lengths[t] == 0) continue;
    const KernelTerm& term = options_.terms[t];
    const auto scale = [&](std::int64_t own) {  // what one common rule counts in the normalised sum
      return lengths_[t][own] == 0
                 ? 0
                 : term.weight * weights[own] / (lengths[t] * lengths_[t][own] * std::sqrt(total * own_weights_[own]));
    };
    ShareSums sums;
    if (term.kind == KernelTerm::Kind::lone) {
      for (const LoneWord& lone : lone_->words(pair))
        for (const auto& [own, count] : lone_->carriers(lone.key))
          sums.add({lone.left ? lone.word : "", lone.left ? "" : lone.word}, own, scale(own) * lone.count * count);
      sums.write(term, found);
      continue;
    }
    if (term.k == 0) {
      const MatrixD values = term_rows(t, words, run);
      for (std::int64_t own = 0; own < size(); ++own)
        sums.add({"words in common", ""}, own, scale(own) * values(0, own));
      sums.write(term, found);
      continue;
    }
    const bool typed = term.kind == KernelTerm::Kind::tesrk;
    const TypedVocabulary& vocabulary = typed ? *words.typed_words : *words.stem_words;
    const SymbolPair& symbols = (typed ? words.typed_symbols : words.stem_symbols)[0];
    const RuleText text(pair, vocabulary.scheme(), typed ? options_.wiring : Wiring::same_type);
    const auto visit = [&](const SymbolPair& asked, bool across) {
      indexes_[t]->visit_shared(asked, vocabulary, [&](const SharedRule& shared) {
        const auto rule = text.of(shared, term.k, across);
        for (const auto& [own, count] : shared.carriers)
          sums.add(rule, own, scale(own) * static_cast<double>(shared.count * count));
      });
    };
    visit(symbols, false);
    if (options_.both_ways) visit({symbols.target, symbols.source}, true);
    sums.write(term, found);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const RuleShare& a, const RuleShare& b) { return std::abs(a.value) > std::abs(b.value); });
  return found;
}

}  // namespace couplet
