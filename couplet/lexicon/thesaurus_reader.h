// Thesauri of any kind from paths, their kind told by content.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/inflections.h"
#include "couplet/lexicon/thesaurus.h"

namespace couplet {

enum class ThesaurusKind { wordnet, mythes, roget, opposing_heads, list };

/// "wordnet" alone is Debian's; a directory is a WordNet database; a file whose first line is an encoding is MyThes;
/// one whose header has head1 and head2 says which heads of Roget oppose one another; one with a head ("#1.
/// Existence.") among its first lines is Roget; any other a list (TSV). Error(io) when there is nothing: the remedy
/// names the Debian package.
ThesaurusKind thesaurus_kind(const std::string& path);

/// What read_thesauri makes of its paths.
struct Thesauri {
  std::vector<Thesaurus> all;  // one a path, in order; tables of opposing heads are none
  Inflections inflections;     // of the first WordNet among them; no exceptions without one
};

/// Reads every path. A Roget text takes its opposing heads from the table among the paths (links >= 2); without one
/// they are inferred from the antonyms of the other thesauri. Error(usage) for a table without a Roget text, or two of
/// them.
Thesauri read_thesauri(std::span<const std::string> paths, const Run& run);

}  // namespace couplet
