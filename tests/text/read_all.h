// Everything that readers give, for the tests of reading.
#pragma once

#include <string>
#include <vector>

#include "couplet/text/pair_reader.h"

namespace couplet {

using Pairs = std::vector<std::vector<std::string>>;

/// Left, right and further fields of each pair.
inline Pairs pairs_of(PairReader& reader) {
  Pairs pairs;
  for (TextPair pair; reader.next(pair);) {
    pairs.push_back({pair.left, pair.right});
    pairs.back().insert(pairs.back().end(), pair.extra.begin(), pair.extra.end());
  }
  return pairs;
}
inline Pairs pairs_of(const Source& source) {
  PairReader reader(source);
  return pairs_of(reader);
}

/// What errors about bytes that are no UTF-8 end with.
inline const std::string iconv_hint = "; convert it, e.g. with iconv -f latin1 -t utf8";

}  // namespace couplet
