#include "couplet/methods/rewriting/rule_features.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/rewriting/alike_grams.h"
#include "couplet/methods/rewriting/pair_rules.h"

namespace couplet {
namespace {

const TypingScheme by_stems{{WordType::stem}, {WordType::stem}};

/// Equal keys added up, ascending.
void merge(std::vector<RuleFeature>& features) {
  std::sort(features.begin(), features.end(), [](const RuleFeature& a, const RuleFeature& b) { return a.key < b.key; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < features.size(); ++i)
    if (kept > 0 && features[kept - 1].key == features[i].key)
      features[kept - 1].value += features[i].value;
    else
      features[kept++] = features[i];
  features.resize(kept);
}

double length_of(std::span<const RuleFeature> features) {
  double squares = 0;
  for (const RuleFeature& feature : features) squares += feature.value * feature.value;
  return std::sqrt(squares);
}

}  // namespace

bool is_inner_product(const PairKernelOptions& options) {
  if (!uses(options.terms, KernelTerm::Kind::tesrk)) return true;
  const auto& pattern = options.types.pattern;
  const bool partition = pattern.size() == 1 && (pattern[0] == WordType::id || pattern[0] == WordType::id_minus_tag ||
                                                 pattern[0] == WordType::lemma || pattern[0] == WordType::stem);
  return partition && (options.wiring != Wiring::same_type || options.types.variable.size() == 1);
}

std::vector<double> overlap_features(const KernelTerm& term, const SentencePair& pair, const PairKnowledge& knowledge,
                                     bool both_ways) {
  Stemmer stemmer(knowledge.sources.stemmer);
  if (term.kind == KernelTerm::Kind::idf)
    return idf_overlap(pair, knowledge.idf, knowledge.idf_of_stems ? &stemmer : nullptr);
  std::vector<double> found = precision_recall(pair, stemmer);
  if (both_ways && found[0] < found[1]) std::swap(found[0], found[1]);
  return found;
}

/// The words of a batch of pairs as symbols, and hashes of their pattern classes that are the same in every batch.
class RuleFeatures::Words {
 public:
  Words(const TypingScheme& scheme, const TypeSources& sources, bool both_ways, std::span<const SentencePair> pairs)
      : typing_(scheme, sources, both_ways) {
    for (const SentencePair& pair : pairs) {
      SymbolPair& symbols = pairs_.emplace_back();
      for (const TaggedWord& word : pair.left) symbols.source.push_back(typing_.add(word));
      for (const TaggedWord& word : pair.right) symbols.target.push_back(typing_.add(word));
    }
    typing_.finish();
    for (std::int32_t symbol = 0; symbol < typing_.size(); ++symbol)
      hashes_.push_back(typing_.class_hash(typing_.pattern_class(symbol)));
  }

  const SymbolPair* pair(std::size_t number) const { return &pairs_[number]; }

  /// All rules of a pair: take(hash, types along the wires, how often).
  template <class Take>
  void visit(const SymbolPair& pair, int k, Wiring wiring, Take&& take) const {
    const PairRules rules(pair, k, typing_, wiring);
    const DistinctGrams &sources = rules.source(), &targets = rules.target();
    const auto hash = [&](const std::vector<std::int32_t>& text, std::int32_t start, std::uint32_t wildcards) {
      std::uint64_t value = empty_gram;
      for (int place = 0; place < k; ++place)
        value = mixed(value + (wildcards >> place & 1 ? 1 : mixed(hashes_[text[start + place]])));
      return value;
    };
    const auto key = [](std::uint64_t source, std::uint64_t target, std::uint64_t wires) {
      return mixed(source + mixed(target + mixed(wires + 1)));
    };
    std::vector<std::uint64_t> target_hashes;
    for (const std::int32_t start : targets.starts) target_hashes.push_back(hash(pair.target, start, 0));
    for (std::size_t s = 0; s < sources.size(); ++s) {
      const std::uint64_t from = hash(pair.source, sources.starts[s], 0);
      for (std::size_t t = 0; t < targets.size(); ++t)
        take(key(from, target_hashes[t], 0), std::uint64_t{0}, std::uint64_t{0},
             static_cast<double>(sources.counts[s] * targets.counts[t]));
    }
    rules.visit([&](const WiredRule& rule) {
      const std::uint64_t from = hash(pair.source, sources.starts[rule.source], rule.source_wildcards(k));
      const std::uint64_t to = hash(pair.target, targets.starts[rule.target], rule.target_wildcards(k));
      take(key(from, to, rule.wires), rule.wires, rule.types,
           static_cast<double>(sources.counts[rule.source] * targets.counts[rule.target]));
    });
  }
  int types() const { return typing_.variable_types(); }

 private:
  TypedVocabulary typing_;
  std::vector<SymbolPair> pairs_;
  std::vector<std::uint64_t> hashes_;  // of each symbol's pattern class
};

void require_rule_features(const PairKernelOptions& options) {
  if (!is_inner_product(options))
    throw Error(ErrorCode::usage, "--types", "these rules have no features of their own: words are alike in many ways",
                "use one pattern type of id, idMinusTag, lemma and stem, and --wiring per-type or any-type");
  if (uses(options.terms, KernelTerm::Kind::overlap))
    throw Error(ErrorCode::usage, "--kernel", "overlap is Gaussian: it has no features of its own",
                "use pr, or 'fit rewriting'");
}

RuleFeatures::RuleFeatures(PairKernelOptions options, std::shared_ptr<const PairKnowledge> knowledge)
    : options_(std::move(options)), knowledge_(std::move(knowledge)) {
  require_rule_features(options_);
}

void RuleFeatures::add_term(std::size_t term, const SentencePair& pair, const SymbolPair* symbols, const Words* words,
                            std::vector<RuleFeature>& into) const {
  const KernelTerm& kind = options_.terms[term];
  const std::uint64_t seed = mixed(static_cast<std::uint64_t>(kind.kind) * 64 + static_cast<std::uint64_t>(kind.k));
  if (kind.kind == KernelTerm::Kind::lone) {
    Stemmer stemmer(knowledge_->sources.stemmer);
    for (const LoneWord& lone : lone_words(pair, stemmer, options_.both_ways))
      into.push_back({mixed(seed + hash64(lone.key)), lone.count});
    return;
  }
  if (kind.k == 0) {
    const std::vector<double> found = overlap_features(kind, pair, *knowledge_, options_.both_ways);
    for (std::size_t i = 0; i < found.size(); ++i) into.push_back({mixed(seed + i + 1), found[i]});
    return;
  }
  const bool typed = kind.kind == KernelTerm::Kind::tesrk;
  const Wiring wiring = typed ? options_.wiring : Wiring::same_type;
  const int bits = wiring == Wiring::any_type ? 1 : words->types();
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  // A feature for every choice of one type a wire.
  const auto each_choice = [&](auto&& self, int place, std::uint64_t key, std::uint64_t wires, std::uint64_t types,
                               double count) -> void {
    while (place < kind.k && (wires >> (4 * place) & 15) == 0) ++place;
    if (place == kind.k) {
      into.push_back({mixed(seed + key), count});
      return;
    }
    std::uint64_t held = types >> (bits * place) & mask;
    for (std::uint64_t type = 1; held != 0; ++type, held >>= 1)
      if (held & 1) self(self, place + 1, mixed(key + type), wires, types, count);
  };
  const auto take = [&](std::uint64_t key, std::uint64_t wires, std::uint64_t types, double count) {
    each_choice(each_choice, 0, key, wires, types, count);
  };
  words->visit(*symbols, kind.k, wiring, take);
  if (options_.both_ways) words->visit(SymbolPair{symbols->target, symbols->source}, kind.k, wiring, take);
}

std::vector<std::vector<RuleFeature>> RuleFeatures::of(std::span<const SentencePair> pairs) const {
  using Kind = KernelTerm::Kind;
  std::unique_ptr<Words> stems, typed;
  const TypeSources& sources = knowledge_->sources;
  if (uses(options_.terms, Kind::srk)) stems = std::make_unique<Words>(by_stems, sources, options_.both_ways, pairs);
  if (uses(options_.terms, Kind::tesrk))
    typed = std::make_unique<Words>(options_.types, sources, options_.both_ways, pairs);
  std::vector<std::vector<RuleFeature>> all(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    double weights = 0;
    for (std::size_t t = 0; t < options_.terms.size(); ++t) {
      const KernelTerm& term = options_.terms[t];
      const Words* words = term.kind == Kind::tesrk ? typed.get() : stems.get();
      std::vector<RuleFeature> features;
      add_term(t, pairs[i], term.k > 0 ? words->pair(i) : nullptr, words, features);
      merge(features);
      const double length = length_of(features);
      if (!(length > 0)) continue;
      weights += term.weight;
      for (const RuleFeature& feature : features)
        if (feature.value != 0) all[i].push_back({feature.key, std::sqrt(term.weight) * feature.value / length});
    }
    for (RuleFeature& feature : all[i]) feature.value /= std::sqrt(weights);
    merge(all[i]);
  }
  return all;
}

}  // namespace couplet
