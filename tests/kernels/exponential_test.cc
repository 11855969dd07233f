#include "couplet/kernels/exponential.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "couplet/base/random.h"

using namespace couplet;

TEST_CASE("as std::exp, to the last digits") {
  Random random(1);
  std::vector<double> values = {0.0, -0.0, -1.0, 1.0, 700.0, -707.9, -1e-300, 0.34657359, -0.34657360};
  for (int i = 0; i < 20000; ++i) values.push_back(-700 * random.uniform() * random.uniform());
  std::vector<double> results = values;
  exponentials(results.data(), Index(results.size()));
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    worst = std::max(worst, std::abs(results[i] / std::exp(values[i]) - 1));
  CHECK(worst < 5e-16);
  CHECK(results[0] == 1.0);
}

TEST_CASE("zero far below, and the same bits at every place") {
  for (const double x : {-709.0, -1e10, -std::numeric_limits<double>::infinity()}) {
    double value = x;
    exponentials(&value, 1);
    CHECK(value == 0.0);
  }
  double alone = -1.234567;
  exponentials(&alone, 1);
  for (Index count = 1; count < 80; ++count) {
    std::vector<double> values(count + 1, -1.234567);
    exponentials(values.data() + 1, count);
    CHECK(values[0] == -1.234567);
    for (Index i = 1; i <= count; ++i) CHECK(values[i] == alone);
  }
}
