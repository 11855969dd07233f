// A capability: texts as sparse vectors of terms whose inner product is the pair's score.
#pragma once

#include <vector>

#include "couplet/linalg/sparse.h"
#include "couplet/model/capabilities.h"

namespace couplet {

struct EmbeddedTerms {
  CsrMatrix<double> rows;   // a row a text, a column a term; empty for a text without a known word
  std::vector<bool> known;  // false for a text without a known word
};

/// For search among many by what they share.
class EmbedsTerms {
 public:
  static constexpr const char* verb = "embed texts as terms";
  virtual ~EmbedsTerms() = default;
  virtual EmbeddedTerms embed_terms(Side side, const Items& items, const Run& run) const = 0;
};

}  // namespace couplet
