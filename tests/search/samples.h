// Vectors for the tests of searching, and what was found compared.
#pragma once

#include "couplet/base/random.h"
#include "couplet/search/nearest_neighbours.h"

namespace couplet {

/// Small whole numbers: scores are exact, directions repeat and ties are many; zero rows occur.
inline MatrixF whole_numbers(Index rows, Index cols, std::uint64_t seed, int range) {
  Random random(seed);
  MatrixF made(rows, cols);
  for (Index i = 0; i < made.size(); ++i) made.data()[i] = static_cast<float>(random.below(2 * range + 1) - range);
  return made;
}

inline MatrixF normal_numbers(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed);
  MatrixF made(rows, cols);
  for (Index i = 0; i < made.size(); ++i) made.data()[i] = static_cast<float>(random.normal());
  return made;
}

/// To the bit.
inline bool same(const Neighbours& a, const Neighbours& b, Index queries) {
  if (a.per_query() != b.per_query()) return false;
  for (Index q = 0; q < queries; ++q)
    for (std::size_t i = 0; i < a[q].size(); ++i)
      if (a[q][i].id != b[q][i].id || a[q][i].score != b[q][i].score) return false;
  return true;
}

}  // namespace couplet
