// Texts as an encoder sees them.
#pragma once

#include <string>
#include <vector>

#include "couplet/methods/cooccurrence/joined_encoder.h"

namespace couplet {

inline MatrixD encoded_rows(const JoinedEncoder& encoder, const std::vector<std::string>& texts) {
  std::vector<char> known;
  Coverage coverage;
  Items items;
  items.texts = texts;
  return encoder.encode(std::move(items), known, coverage);
}

}  // namespace couplet
