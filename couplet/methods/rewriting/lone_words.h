// Words that one sentence of a pair has and the other lacks: rules that put nothing in the place of a word.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/stemmer.h"
#include "couplet/linalg/matrix.h"
#include "couplet/methods/rewriting/sentence.h"

namespace couplet {

struct LoneWord {
  std::string key;   // the stem, behind "<" (left) or ">"; both ways the stem alone
  double count = 0;  // how much oftener its side has it than the other
  bool left = true;  // its side
  std::string word;  // as it stands there first
};

/// Those of the left sentence first; each side by key.
std::vector<LoneWord> lone_words(const SentencePair& pair, Stemmer& stemmer, bool both_ways);

/// Compares pairs with own pairs by sum over keys of count times count. Immutable; safe to share between threads.
class LoneWordIndex {
 public:
  using Carriers = std::vector<std::pair<std::int64_t, double>>;  // own pairs, ascending, and their counts

  LoneWordIndex(std::span<const SentencePair> own, const std::string& stemmer, bool both_ways);

  /// pairs x own.
  MatrixD rows(std::span<const SentencePair> pairs, const Run& run) const;
  /// The root of each pair's product with itself.
  std::vector<double> lengths(std::span<const SentencePair> pairs, const Run& run) const;
  std::vector<LoneWord> words(const SentencePair& pair) const;
  /// The own pairs with a key.
  const Carriers& carriers(const std::string& key) const;

 private:
  std::string stemmer_;
  bool both_ways_;
  std::int64_t size_;
  std::unordered_map<std::string, Carriers> carriers_;  // looked up only: its order does not matter
};

}  // namespace couplet
