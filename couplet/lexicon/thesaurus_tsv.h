// A thesaurus as a plain table: head, synonyms, antonyms.
#pragma once

#include <string>

#include "couplet/base/run.h"
#include "couplet/lexicon/thesaurus.h"

namespace couplet {

/// Reads lines of two or three tab-separated columns: the head, its synonyms, its antonyms; words within a column are
/// separated by commas or semicolons, either column may be empty. An entry a line; lines that are blank or start with #
/// are passed over, and a first line "head<TAB>synonyms..." is a header. Error(data) with file:line for another number
/// of columns, an empty head, or invalid UTF-8; with the file when there is no entry in it.
Thesaurus read_thesaurus_tsv(const std::string& path, const Run& run);

}  // namespace couplet
