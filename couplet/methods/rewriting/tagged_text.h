// Tagged sentences from files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rewriting/perceptron_tagger.h"
#include "couplet/text/source.h"

namespace couplet {

struct TaggedText {
  std::vector<TaggedSentence> sentences;
  std::int64_t words = 0, skipped = 0;
  std::uint64_t fingerprint = 0;
};

/// A sentence a line, tokens separated by blanks, each a word, the separator and its tag ("can_MD"); empty lines are
/// passed over. Error(data) with
/// file:line for a token without a separator, word or tag (lines left out with BadLine::skip), and when there is no
/// sentence.
TaggedText read_tagged_text(const Source& files, const std::string& separator, const Run& run);

}  // namespace couplet
