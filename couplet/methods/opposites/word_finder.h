// Finding what a user wrote among the words of a thesaurus: itself, by lemma, stem, compounds, context.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "couplet/lexicon/inflections.h"
#include "couplet/methods/opposites/stand_ins.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Words that stand for what was asked; way is empty when there are none.
struct FoundForms {
  std::string way;                  // "itself", "lemma", "stem", "hyphen", "compound", "context"
  std::vector<std::int64_t> words;  // ascending, none twice
};

/// Tries the ways in that order and stops at the first that gives something:
///   itself    as it is, in thesaurus form (lower case, single blanks)
///   lemma     its base forms as any part of speech
///   stem      single words with the same Porter stem
///   hyphen    the same letters when hyphens and blanks are left out of both
///   compound  words of several parts ("ill-starred", "lodging house") that have it as a part; not below three letters,
///             and not more than 8 of them: a part of very many compounds says too little
///   context   the words that stand for it by the contexts it was seen in, where the model was given any
/// Only hyphen and compound look at words of several parts. Safe to share between threads. Building costs a stem a
/// word.
class WordFinder {
 public:
  /// Keeps a reference to `words`, which must outlive it.
  WordFinder(const Vocabulary& words, Inflections inflections, StandIns stand_ins = {});

  FoundForms find(std::string_view text) const;
  const Inflections& inflections() const { return inflections_; }
  const StandIns& stand_ins() const { return stand_ins_; }

 private:
  using Index = std::unordered_map<std::string, std::vector<std::int64_t>>;
  const Vocabulary& words_;
  Inflections inflections_;
  StandIns stand_ins_;
  Index by_stem_, by_letters_, by_part_;
};

}  // namespace couplet
