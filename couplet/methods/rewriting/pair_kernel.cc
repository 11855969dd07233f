#include "couplet/methods/rewriting/pair_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/methods/rewriting/rewriting_gram.h"
#include "couplet/methods/rewriting/rule_features.h"

namespace couplet {

namespace {

const TypingScheme stem_scheme{{WordType::stem}, {WordType::stem}};

SymbolPair symbols_of(const SentencePair& pair, TypedVocabulary& vocabulary) {
  SymbolPair symbols;
  for (const TaggedWord& word : pair.left) symbols.source.push_back(vocabulary.add(word));
  for (const TaggedWord& word : pair.right) symbols.target.push_back(vocabulary.add(word));
  return symbols;
}

}  // namespace

PairWords::PairWords(std::span<const SentencePair> pairs, const TypedVocabulary* stems, const TypedVocabulary* typed) {
  const auto translate = [&](const TypedVocabulary* base, std::unique_ptr<TypedVocabulary>& words,
                             std::vector<SymbolPair>& symbols) {
    if (!base) return;
    words = std::make_unique<TypedVocabulary>(base);
    for (const SentencePair& pair : pairs) symbols.push_back(symbols_of(pair, *words));
    words->finish();
  };
  sentences = pairs;
  translate(stems, stem_words, stem_symbols);
  translate(typed, typed_words, typed_symbols);
}

PairKernel::PairKernel(PairKernelOptions options, std::shared_ptr<const PairKnowledge> knowledge,
                       std::vector<SentencePair> own, const Run& run)
    : options_(std::move(options)), knowledge_(std::move(knowledge)), own_(std::move(own)) {
  const auto make = [&](KernelTerm::Kind kind, const TypingScheme& scheme, std::unique_ptr<TypedVocabulary>& words,
                        std::vector<SymbolPair>& symbols) {
    if (!uses(options_.terms, kind)) return;
    words = std::make_unique<TypedVocabulary>(scheme, knowledge_->sources, options_.both_ways);
    for (const SentencePair& pair : own_) symbols.push_back(symbols_of(pair, *words));
    words->finish();
  };
  std::vector<SymbolPair> stem_symbols, typed_symbols;
  make(KernelTerm::Kind::srk, stem_scheme, stems_, stem_symbols);
  make(KernelTerm::Kind::tesrk, options_.types, typed_, typed_symbols);
  for (const KernelTerm& term : options_.terms) {
    features_.push_back(term.k == 0 && term.kind != KernelTerm::Kind::lone ? feature_matrix(term, own_, run)
                                                                           : MatrixD());
    if (term.kind == KernelTerm::Kind::lone)
      lone_ = std::make_unique<LoneWordIndex>(own_, knowledge_->sources.stemmer, options_.both_ways);
    if (term.k == 0) {
      indexes_.push_back(nullptr);
      continue;
    }
    const Stage stage(*run.observer, "rules of " + name_of(term));
    const bool typed = term.kind == KernelTerm::Kind::tesrk;
    indexes_.push_back(std::make_unique<RewritingIndex>(typed ? typed_symbols : stem_symbols, term.k,
                                                        typed ? *typed_ : *stems_,
                                                        typed ? options_.wiring : Wiring::same_type, run));
    run.stop->check();
  }
  const PairWords words(own_, stems_.get(), typed_.get());
  own_weights_.assign(own_.size(), 0);
  for (std::size_t t = 0; t < options_.terms.size(); ++t) {
    lengths_.push_back(self_lengths(t, words, run));
    for (std::size_t i = 0; i < own_.size(); ++i)
      if (lengths_[t][i] > 0) own_weights_[i] += options_.terms[t].weight;
  }
}

MatrixD PairKernel::feature_matrix(const KernelTerm& term, std::span<const SentencePair> pairs, const Run& run) const {
  if (term.kind == KernelTerm::Kind::overlap)
    return knowledge_->overlap.scaled(pairs, knowledge_->sources.stemmer, options_.both_ways, run);
  MatrixD matrix(static_cast<Index>(pairs.size()), term.kind == KernelTerm::Kind::idf ? 2 : 3);
  run.pool.for_blocks(matrix.rows(), 256, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const std::vector<double> values = overlap_features(term, pairs[i], *knowledge_, options_.both_ways);
      for (Index j = 0; j < matrix.cols(); ++j) matrix(i, j) = values[j];
    }
  });
  return matrix;
}

std::vector<double> PairKernel::self_lengths(std::size_t term, const PairWords& words, const Run& run) const {
  std::vector<double> lengths(words.sentences.size());
  const KernelTerm& kind = options_.terms[term];
  if (kind.kind == KernelTerm::Kind::lone) return lone_->lengths(words.sentences, run);
  if (kind.kind == KernelTerm::Kind::overlap) return std::vector<double>(words.sentences.size(), 1);
  if (kind.k == 0) {
    const MatrixD values = feature_matrix(kind, words.sentences, run);
    for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = values.row(static_cast<Index>(i)).norm();
    return lengths;
  }
  const bool typed = kind.kind == KernelTerm::Kind::tesrk;
  const TypedVocabulary& vocabulary = typed ? *words.typed_words : *words.stem_words;
  const Wiring wiring = typed ? options_.wiring : Wiring::same_type;
  run.pool.for_blocks(static_cast<Index>(lengths.size()), 64, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const SymbolPair& pair = (typed ? words.typed_symbols : words.stem_symbols)[i];
      lengths[i] = std::sqrt(static_cast<double>(self_value(pair, kind.k, vocabulary, wiring, options_.both_ways)));
    }
  });
  return lengths;
}

MatrixD PairKernel::term_rows(std::size_t term, const PairWords& words, const Run& run) const {
  const KernelTerm& kind = options_.terms[term];
  if (kind.kind == KernelTerm::Kind::lone) return lone_->rows(words.sentences, run);
  if (kind.k == 0) {
    const MatrixD values = feature_matrix(kind, words.sentences, run);
    if (kind.kind == KernelTerm::Kind::overlap) return gaussian(values, features_[term], run);
    return values * features_[term].transpose();
  }
  const bool typed = kind.kind == KernelTerm::Kind::tesrk;
  return rewriting_gram(*indexes_[term], typed ? words.typed_symbols : words.stem_symbols,
                        typed ? *words.typed_words : *words.stem_words, options_.both_ways, name_of(kind), run);
}

MatrixD PairKernel::rows(const PairWords& words, const std::vector<std::vector<double>>& lengths,
                         const Run& run) const {
  const auto n = static_cast<Index>(words.sentences.size());
  MatrixD sum = MatrixD::Zero(n, size());
  std::vector<double> weights(words.sentences.size(), 0);
  for (std::size_t t = 0; t < options_.terms.size(); ++t) {
    const double weight = options_.terms[t].weight;
    const MatrixD values = term_rows(t, words, run);
    for (Index i = 0; i < n; ++i) {
      if (lengths[t][i] == 0) continue;
      weights[i] += weight;
      for (Index j = 0; j < size(); ++j)
        if (lengths_[t][j] > 0) sum(i, j) += weight * values(i, j) / (lengths[t][i] * lengths_[t][j]);
    }
  }
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < size(); ++j)
      if (sum(i, j) != 0) sum(i, j) /= std::sqrt(weights[i] * own_weights_[j]);
  return sum;
}

MatrixD PairKernel::gram(const Run& run) const {
  return rows(PairWords(own_, stems_.get(), typed_.get()), lengths_, run);
}

MatrixD PairKernel::rows(std::span<const SentencePair> pairs, const Run& run) const {
  const PairWords words(pairs, stems_.get(), typed_.get());
  std::vector<std::vector<double>> lengths;
  for (std::size_t t = 0; t < options_.terms.size(); ++t) lengths.push_back(self_lengths(t, words, run));
  return rows(words, lengths, run);
}

std::string PairKernel::describe_symbols() const {
  const TypedVocabulary* words = typed_ ? typed_.get() : stems_.get();
  if (!words) return "";
  double alike = 0;
  for (std::int32_t symbol = 0; symbol < words->size(); ++symbol)
    alike += static_cast<double>(words->alike(words->pattern_class(symbol)).size());
  return fmt::format("{}, each alike {:.2f}", words->size(), words->size() == 0 ? 0 : alike / words->size());
}

}  // namespace couplet
