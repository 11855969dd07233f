#include "couplet/linalg/long_vectors.h"

#include <doctest/doctest.h>

#include <vector>

#include "couplet/base/random.h"
#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

template <class T>
std::vector<T> random_numbers(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<T> result(n);
  for (T& value : result) value = static_cast<T>(random.normal());
  return result;
}

}  // namespace

TEST_CASE_TEMPLATE("sums over several blocks: the plain loop's result, the same bits for 1, 2 and 3 threads", T, float,
                   double) {
  const auto x = random_numbers<T>(300001, 1), y = random_numbers<T>(300001, 2);
  double product = 0, distance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    product += double(x[i]) * double(y[i]);
    distance += (double(x[i]) - double(y[i])) * (double(x[i]) - double(y[i]));
  }
  const double first = dot<T>(x, y, Pool(1)), first_distance = squared_distance<T>(x, y, Pool(1));
  CHECK(first == doctest::Approx(product).epsilon(1e-10));
  CHECK(first_distance == doctest::Approx(distance).epsilon(1e-10));
  for (const int threads : {2, 3}) {
    CHECK(dot<T>(x, y, Pool(threads)) == first);
    CHECK(squared_distance<T>(x, y, Pool(threads)) == first_distance);
  }
}

TEST_CASE("float vectors are added up in double") {
  const std::vector<float> x(1000000, 0.1F);
  const double exact = 1e6 * double(0.1F) * double(0.1F);
  CHECK(dot<float>(x, x, Pool(2)) == doctest::Approx(exact).epsilon(1e-12));
}

TEST_CASE("updates") {
  const std::vector<double> x{1, 2, 3};
  std::vector<double> y{10, 20, 30}, out(3);
  combine<double>(x, 2, y, out, Pool(1));
  CHECK(out == std::vector<double>{21, 42, 63});
  add_scaled<double>(-1, x, y, Pool(1));
  CHECK(y == std::vector<double>{9, 18, 27});
  scale<double>(0.5, y, Pool(1));
  CHECK(y == std::vector<double>{4.5, 9, 13.5});
  CHECK(dot<double>(std::span<const double>(), std::span<const double>(), Pool(1)) == 0);
}

TEST_CASE("lengths that differ") {
  const std::vector<float> x(3), y(4);
  expect_error(ErrorCode::internal, "long vectors: lengths do not fit", [&] { dot<float>(x, y, Pool(1)); });
}
