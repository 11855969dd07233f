// Where the kernel is an inner product, its Gram matrices have no negative eigenvalue.
#include <doctest/doctest.h>

#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/methods/rewriting/rewriting_gram.h"
#include "tests/base/threads.h"
#include "tests/methods/table_typing.h"

using namespace couplet;

TEST_CASE("equivalent patterns: semi-definite for one variable type, and for any-type and per-type wiring of several") {
  Random random(21);
  for (int round = 0; round < 12; ++round) {
    const int types = 1 + round % 3;
    TableTyping typing(8, types);
    for (int a = 0; a < 8; ++a) {
      typing.set_alike(a, a);
      for (int b = 0; b < 8; ++b)
        for (int t = 0; t < types; ++t)
          if (a == b || random.uniform() < 0.2) typing.wire(a, b, t);
    }
    std::vector<SymbolPair> pairs;
    for (int i = 0; i < 25; ++i) pairs.push_back(random_pair(random, 8, 7));
    for (const Wiring wiring : {Wiring::same_type, Wiring::any_type, Wiring::per_type}) {
      if (wiring == Wiring::same_type && types > 1) continue;  // need not be
      const RewritingIndex index(pairs, 1 + round % 3, typing, wiring, with_threads(1));
      const VectorD values =
          eigen_symmetric(rewriting_gram(index, pairs, typing, false, "gram", with_threads(1))).values;
      CHECK(values[values.size() - 1] >= -1e-9 * values[0]);
      CHECK(values[0] > 0);
    }
  }
}
