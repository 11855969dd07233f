#include "couplet/methods/rewriting/lone_words.h"

#include <cmath>
#include <map>

namespace couplet {

std::vector<LoneWord> lone_words(const SentencePair& pair, Stemmer& stemmer, bool both_ways) {
  struct Met {
    std::string word;
    double left = 0, right = 0;
  };
  std::map<std::string, Met> stems;
  const auto meet = [&](const TaggedWord& word) -> Met& {
    Met& met = stems[std::string(stemmer.stem(word.word))];
    if (met.word.empty()) met.word = word.word;
    return met;
  };
  for (const TaggedWord& word : pair.left) ++meet(word).left;
  for (const TaggedWord& word : pair.right) ++meet(word).right;
  std::vector<LoneWord> lone;
  for (const bool left : {true, false})
    for (const auto& [stem, met] : stems) {
      const double more = left ? met.left - met.right : met.right - met.left;
      if (more > 0) lone.push_back({(both_ways ? "" : left ? "<" : ">") + stem, more, left, met.word});
    }
  return lone;
}

LoneWordIndex::LoneWordIndex(std::span<const SentencePair> own, const std::string& stemmer, bool both_ways)
    : stemmer_(stemmer), both_ways_(both_ways), size_(static_cast<std::int64_t>(own.size())) {
  Stemmer stems(stemmer);
  for (std::int64_t i = 0; i < size_; ++i)
    for (const LoneWord& lone : lone_words(own[i], stems, both_ways)) carriers_[lone.key].emplace_back(i, lone.count);
}

std::vector<LoneWord> LoneWordIndex::words(const SentencePair& pair) const {
  Stemmer stems(stemmer_);
  return lone_words(pair, stems, both_ways_);
}

const LoneWordIndex::Carriers& LoneWordIndex::carriers(const std::string& key) const {
  static const Carriers none;
  const auto found = carriers_.find(key);
  return found == carriers_.end() ? none : found->second;
}

MatrixD LoneWordIndex::rows(std::span<const SentencePair> pairs, const Run& run) const {
  MatrixD values = MatrixD::Zero(static_cast<Index>(pairs.size()), size_);
  run.pool.for_blocks(values.rows(), 64, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (const LoneWord& lone : words(pairs[i]))
        for (const auto& [own, count] : carriers(lone.key)) values(i, own) += lone.count * count;
  });
  return values;
}

std::vector<double> LoneWordIndex::lengths(std::span<const SentencePair> pairs, const Run& run) const {
  std::vector<double> lengths(pairs.size());
  run.pool.for_blocks(static_cast<Index>(pairs.size()), 64, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double squares = 0;
      for (const LoneWord& lone : words(pairs[i])) squares += lone.count * lone.count;
      lengths[i] = std::sqrt(squares);
    }
  });
  return lengths;
}

}  // namespace couplet
