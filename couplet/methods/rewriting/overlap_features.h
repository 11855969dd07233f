// What two sentences have in common, as a few numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/lexicon/stemmer.h"
#include "couplet/methods/rewriting/sentence.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// How many sentences each word, or each stem, is in.
struct IdfTable {
  Vocabulary words;
  std::vector<std::int32_t> documents;  // of each word
  std::int64_t total = 0;               // sentences

  /// Over the sentences of both sides, the same sentence once. stemmer: null for words as they stand.
  static IdfTable from(const std::vector<SentencePair>& pairs, Stemmer* stemmer);
  /// log((total + 1) / (documents + 1)); a word that was never seen counts 0 documents.
  double of(std::string_view word) const;
};

/// {precision, recall, 1}: the share of the right (left) side's stems that the other side has, as often; the 1 stands
/// for the offset of a linear function (and keeps the normalised kernel from forgetting the length). Wan et al. 2006.
std::vector<double> precision_recall(const SentencePair& pair, Stemmer& stemmer);

/// {share, 1}: the idf of the left side's words that are also on the right, over the idf of all of them. stemmer: as
/// the table was made.
std::vector<double> idf_overlap(const SentencePair& pair, const IdfTable& idf, Stemmer* stemmer);

}  // namespace couplet
