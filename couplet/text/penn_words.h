// Words and punctuation as English word vectors were trained on them (Penn Treebank manner: "don't" = "do" "n't").
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// Appends the tokens of a text (valid UTF-8):
///   runs of letters, marks, digits and underscores; hyphens between two runs join them ("short-lived");
///   n't, 's, 'm, 'd, 'll, 're, 've apart from the word before them; three or more dots as "...", two or more hyphens
///   as "--";
///   every other character but white space by itself.
/// Typographic apostrophes in `text` are first made plain ones, in place; the tokens point into `text`.
void split_penn(std::string& text, std::vector<std::string_view>& words);

}  // namespace couplet
