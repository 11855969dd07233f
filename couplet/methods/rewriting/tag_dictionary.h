// Tags without a tagged text: each word's most frequent part of speech in WordNet, function words, endings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rewriting/part_tagger.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// English. Tags: NOUN VERB ADJ ADV NAME NUM PRON DET PREP CONJ AUX PART PUNCT (PART: to, not, 's). One tag a word
/// whatever stands around it, but for unknown words with a capital that are not the first: NAME.
class TagDictionary final : public PartTagger {
 public:
  /// Counts of senses from cntlist.rev of a WordNet directory; words never counted have their first part of speech in
  /// index.* files. Error(io) naming the Debian package when it is not there, Error(data) with file:line for lines of
  /// another form.
  static TagDictionary read(const std::string& directory, const Run& run);
  /// From saved parts: one letter of "nvar" a word. Error(model) for anything else.
  TagDictionary(Vocabulary words, std::vector<char> parts);

  std::vector<std::string> tag(std::span<const std::string> words) const override;

  const Vocabulary& words() const { return words_; }
  const std::vector<char>& parts() const { return parts_; }

 private:
  std::string_view tag_of(const std::string& word, bool first) const;

  Vocabulary words_;
  std::vector<char> parts_;
};

}  // namespace couplet
