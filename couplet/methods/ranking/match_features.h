// How a query and a text match word by word, as a row of numbers: what a ranker sees beside the scores of models.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/linalg/matrix.h"
#include "couplet/methods/ranking/first_phrase.h"
#include "couplet/methods/ranking/term_collection.h"

namespace couplet {

/// How texts are read.
struct MatchRule {
  TermRule terms;  // of the collection
  PhraseEnds ends;
};

/// A text taken apart.
struct MatchedText {
  std::vector<std::string> words;
  std::vector<std::int64_t> stems;  // numbers of the collection's terms; others: below 0, equal for equal stems
  std::vector<std::vector<std::uint32_t>> grams;  // of each word: hashed character 3- and 4-grams, rising
  std::string joined;                             // all words without blanks
  std::vector<std::int64_t> phrase;               // the stems of the first phrase
  std::optional<std::int64_t> head;               // its last word's, numbers apart: what the text says it is
};

/// Const and safe to share between threads.
class MatchFeatures {
 public:
  /// collection: of stems; kept by reference.
  MatchFeatures(MatchRule rule, const TermCollection& collection) : rule_(std::move(rule)), collection_(collection) {}

  static const std::vector<std::string>& names();
  static Index count() { return static_cast<Index>(names().size()); }

  /// grams: also the character n-grams.
  MatchedText take_apart(std::string_view text, TermReader& words, TermReader& stems) const;
  /// One number a name.
  VectorD features(const MatchedText& query, const MatchedText& text) const;
  const MatchRule& rule() const { return rule_; }

 private:
  double idf(std::int64_t stem) const;
  std::int64_t number_of(std::string_view stem) const;

  MatchRule rule_;
  const TermCollection& collection_;
};

}  // namespace couplet
