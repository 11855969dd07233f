// Texts as counts of terms: what is kept of a collection after one pass over it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "couplet/base/team.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// The terms of texts. Text i has the entries [offsets[i], offsets[i + 1]): terms in the order of their first places
/// in it, none twice. Count blocks of texts in parallel and append them in order: the same as counting all at once.
class TermCounts {
 public:
  Vocabulary words;                       // all terms, in order of appearance
  std::vector<std::int64_t> frequencies;  // of each term: texts it is in
  std::int64_t texts = 0;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> terms;
  std::vector<float> counts;
  std::vector<std::int64_t> lengths;  // tokens of a text

  double mean_length() const;

  /// One more text. Throws Error(data) beyond 2^31 different terms.
  void add(std::span<const std::string_view> tokens);
  /// The same, by numbers of `words`.
  void add(std::span<const std::int32_t> tokens);
  /// Texts counted with a vocabulary of their own.
  void append(const TermCounts& part);
  /// A text counted with the same vocabulary.
  void append_text(const TermCounts& from, std::int64_t text);
  /// Ends a text whose entries were put into `terms` and `counts` already counted.
  void end_text(std::size_t length);
  /// Frees the entries of the texts: terms, their frequencies and the number of texts stay.
  void forget_texts();
  /// Every process of a team has counted some of the texts, and keeps them: afterwards `words` and `frequencies` are
  /// those of all texts, numbered as one process would.
  void share_words(Team& team);

  void write(PartWriter& writer) const;
  static TermCounts read(PartReader& reader);

 private:
  void count(std::int64_t term, std::int64_t first);

  std::vector<std::int64_t> latest_;  // entry of a term in the text being added; before its first: of an earlier one
};

/// Terms of a collection that are of use, numbered anew.
struct ChosenTerms {
  Vocabulary words;
  std::vector<std::int64_t> frequencies;  // of each chosen term
  std::vector<std::int32_t> number;       // of each term of the collection; -1: not chosen
};

/// The terms in at least `least` and at most `most` texts, in their order.
ChosenTerms frequent_terms(const TermCounts& counts, std::int64_t least, std::int64_t most);

}  // namespace couplet
