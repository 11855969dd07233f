// Base forms of inflected English words: WordNet's rules of detachment and lists of exceptions ("morphy").
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/lexicon/relation.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Irregular forms; immutable once filled. Without any, only the rules work.
class Inflections {
 public:
  /// Reads POS.exc: a form and one or more base forms a line, separated by blanks. Error(data) with file:line.
  void read(const std::string& path, PartOfSpeech part);
  /// Adds one exception; both in lower case.
  void add(PartOfSpeech part, std::string_view form, std::string_view base);

  /// The base forms of `form` as this part of speech that `known` accepts: those of the exceptions when there are any,
  /// those of the rules otherwise ("dishes" -> "dish"); without the form itself. In a fixed order, none twice.
  /// The form must be in lower case.
  std::vector<std::string> base_forms(std::string_view form, PartOfSpeech part,
                                      const std::function<bool(std::string_view)>& known) const;

  /// Every exception as a line "part form base", parts being n v a r: how models keep them.
  std::string text() const;
  /// Reads text() back; only those whose base `known` accepts. Error(model) when a line is not of that form.
  static Inflections from_text(std::string_view text, const std::function<bool(std::string_view)>& known);

 private:
  struct Exceptions {
    Vocabulary forms;
    std::vector<std::vector<std::string>> bases;  // of each form
  };
  Exceptions exceptions_[4];
};

}  // namespace couplet
