#include "couplet/methods/cooccurrence/feature_map.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"
#include "tests/base/warnings.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

MatrixD rows(Index count, std::uint64_t seed) { return correlated_rows(count, 4, 1, seed).left; }

double kernel_error(const FeatureMap& map, const MatrixD& x, const MatrixD& y) {
  MatrixD expected(x.rows(), y.rows());
  map.kernel().evaluate(x, y, expected);
  const MatrixD found = map.map(x, Run()) * map.map(y, Run()).transpose();
  return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("linear and cosine features are exact") {
  for (const char* spec : {"linear", "cosine"}) {
    const FeatureMap map(Kernel::parse(spec), 4);
    CHECK(map.dimension() == 4);
    CHECK(kernel_error(map, rows(10, 1), rows(8, 2)) < 1e-14);
  }
  CHECK(FeatureMap(Kernel::parse("cosine"), 4).map(MatrixD::Zero(1, 4), Run()).norm() == 0);
}

TEST_CASE("at full rank the pivots give the kernel of every training row, and of a new row against them") {
  const MatrixD train = rows(40, 3), fresh = rows(10, 4);
  for (const char* spec : {"rbf:sigma=2", "laplacian:sigma=3", "poly", "rbf:sigma=2+linear", "cosine*rbf:sigma=2"}) {
    CAPTURE(spec);
    const FeatureMap map = FeatureMap::by_pivots(Kernel::parse(spec), train, 40, "left", Run());
    CHECK(kernel_error(map, train, train) < 1e-7);
    CHECK(kernel_error(map, fresh, train) < 1e-6);
  }
}

TEST_CASE("a smaller rank is a worse approximation") {
  const MatrixD train = rows(60, 5);
  const Kernel kernel = Kernel::parse("rbf:sigma=2");
  double last = 1;
  for (const Index rank : {5, 15, 40}) {
    const FeatureMap map = FeatureMap::by_pivots(kernel, train, rank, "left", Run());
    CHECK(map.dimension() == rank);
    const double error = kernel_error(map, train, train);
    CHECK(error < last);
    last = error;
  }
}

TEST_CASE("a rank above that of the data is lowered, with a warning") {
  MatrixD repeated(30, 4);
  for (Index i = 0; i < 30; ++i) repeated.row(i) = rows(6, 6).row(i % 6);
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  const FeatureMap map = FeatureMap::by_pivots(Kernel::parse("rbf:sigma=1"), repeated, 25, "right", run);
  CHECK(map.dimension() == 6);
  REQUIRE(warnings.messages.size() == 1);
  CHECK(warnings.messages[0] == "right side: --rank 25 asked, the kernel's rank on these data is 6; using 6");
  CHECK(kernel_error(map, repeated, repeated) < 1e-7);
}

TEST_CASE("a kernel that is zero everywhere is an error") {
  expect_error(ErrorCode::data, "left side: the kernel is zero on every text; check --kernel and the input",
               [] { FeatureMap::by_pivots(Kernel::parse("linear*linear"), MatrixD::Zero(5, 2), 3, "left", Run()); });
}

TEST_CASE("saved and loaded it gives the same bits; its fingerprint tells maps apart") {
  const TemporaryDirectory directory;
  const MatrixD train = rows(20, 7), fresh = rows(5, 8);
  const FeatureMap map = FeatureMap::by_pivots(Kernel::parse("rbf:sigma=2"), train, 8, "left", Run());
  ModelWriter writer(plain_header());
  map.write(writer, "left");
  FeatureMap(Kernel::parse("cosine"), 4).write(writer, "right");
  writer.write(directory.file("map"));
  const ModelFile file(directory.file("map"));
  CHECK(file.tensors().size() == 2);
  const FeatureMap loaded = FeatureMap::load(file, "left", Kernel::parse(map.kernel().spec()), 4);
  CHECK(loaded.map(fresh, Run()) == map.map(fresh, Run()));
  CHECK(loaded.fingerprint() == map.fingerprint());
  CHECK(FeatureMap::load(file, "right", Kernel::parse("cosine"), 4).fingerprint() != map.fingerprint());
  CHECK(FeatureMap::by_pivots(Kernel::parse("rbf:sigma=2"), train, 7, "left", Run()).fingerprint() !=
        map.fingerprint());
  CHECK_THROWS_AS(FeatureMap::load(file, "left", Kernel::parse("rbf:sigma=2"), 3), Error);
}

TEST_CASE("a saved map with a broken triangle is refused") {
  const TemporaryDirectory directory;
  ModelWriter writer(plain_header());
  writer.add("left.pivots", std::vector<double>{1, 2}, {2, 1});
  writer.add("left.triangular", std::vector<double>{1, 0, 1, 0}, {2, 2});
  writer.write(directory.file("map"));
  expect_error(ErrorCode::model, "left.triangular: has a diagonal that is not positive; fit the model again",
               [&] { FeatureMap::load(ModelFile(directory.file("map")), "left", Kernel::parse("rbf:sigma=1"), 1); });
}
