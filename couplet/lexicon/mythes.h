// MyThes thesauri: the .dat files of Debian's mythes-* packages.
#pragma once

#include <string>

#include "couplet/base/run.h"
#include "couplet/lexicon/thesaurus.h"

namespace couplet {

/// Reads a MyThes .dat file: the encoding on the first line, then "head|number of meanings" and a line a meaning,
/// "(part of speech)|word|word (label)|...". An entry a meaning; the head and unlabelled words are synonyms, "(similar
/// term)" is similar, "(related term)" related, "(generic term)" hypernym, "(antonym)" antonym and opposed; a label not
/// known here (other languages have their own) is part of no relation but related. UTF-8 and ISO-8859-1 files.
/// Error(data) with file:line when it is not of that form; Error(io) naming the Debian package when it is missing.
Thesaurus read_mythes(const std::string& path, const Run& run);

}  // namespace couplet
