// Any thesaurus as a list of entries: a sense or head, with its words typed by how they stand to it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/lexicon/relation.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// One word of an entry. opposed: it belongs to the entry's opposite, `relation` says how. An antonym itself has
/// relation antonym and opposed; a word that is similar to the antonym has relation similar and opposed.
struct ThesaurusMember {
  std::int32_t word;  // number in Thesaurus::words()
  Relation relation;
  bool opposed;
  float weight = 1;  // in (0, 1]: how much of the word's use this sense is, where the source says
  bool operator==(const ThesaurusMember&) const = default;
};

/// Entries in the order of the source, words in lower case with single blanks. Grows by add_entry; const use is safe
/// from several threads.
class Thesaurus {
 public:
  /// name: for messages and explanations ("wordnet", "mythes", "roget", "list").
  explicit Thesaurus(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  const Vocabulary& words() const { return words_; }
  std::int64_t size() const { return static_cast<std::int64_t>(labels_.size()); }
  /// What a person would call the entry: "hot, blistering (adjective)".
  const std::string& label(std::int64_t entry) const { return labels_[entry]; }
  /// The members; a word stands once for each relation and side it has.
  std::span<const ThesaurusMember> members(std::int64_t entry) const {
    return std::span(members_).subspan(offsets_[entry], offsets_[entry + 1] - offsets_[entry]);
  }

  /// The number of a word in its normal form (thesaurus_form), added when new; -1 when nothing is left of it.
  std::int32_t add_word(std::string_view word);
  /// Closes an entry. Members given twice are kept once, with the larger weight; words must come from add_word.
  /// Error(data) beyond 2^31 words.
  void add_entry(std::string label, std::span<const ThesaurusMember> members);

 private:
  std::string name_;
  Vocabulary words_;
  std::vector<std::string> labels_;
  std::vector<std::int64_t> offsets_{0};
  std::vector<ThesaurusMember> members_;
  std::string form_;
};

/// How thesauri and models spell a word: lower case, underscores and runs of blanks to one blank, none at the ends.
void thesaurus_form(std::string_view word, std::string& out);

/// Words that some entry sets directly against one another (antonym of its synonyms): each pair once, smaller number
/// first, ascending.
std::vector<std::pair<std::int32_t, std::int32_t>> antonym_pairs(const Thesaurus& thesaurus);

}  // namespace couplet
