#include "couplet/search/flat_layout.h"

#include <doctest/doctest.h>

#include "tests/search/samples.h"

using namespace couplet;

namespace {

/// Two groups of points far from each other, neighbours within each only.
std::vector<std::vector<Neighbour>> two_rings(Index each) {
  std::vector<std::vector<Neighbour>> neighbours(static_cast<std::size_t>(2 * each));
  for (Index group = 0; group < 2; ++group)
    for (Index i = 0; i < each; ++i)
      for (const Index step : {Index{1}, Index{2}, each - 1})
        neighbours[group * each + i].push_back({group * each + (i + step) % each, 1});
  return neighbours;
}

}  // namespace

TEST_CASE("the principal plane is that of the rows at unit length; a zero row lies at the origin of the vectors") {
  MatrixF rows(5, 3);
  rows << 3, 4, 0, 0, 2, 0, 1, 0, 1, 0, 0, 0, 0, 0, -2;
  MatrixD expected(5, 2);
  expected << 0.250171861, 0.396991848, 0.025481776, 0.654117123, 0.82886226, -0.473286599, -0.102342521, -0.336477739,
      -1.002173376, -0.241344632;
  CHECK((principal_plane(rows, Run()) - expected).cwiseAbs().maxCoeff() < 1e-7);
  CHECK(principal_plane(MatrixF(0, 3), Run()).rows() == 0);
  CHECK(principal_plane(MatrixF::Constant(2, 1, 3), Run()).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("neighbours come together, others apart, the same way every time") {
  constexpr Index each = 30;
  const MatrixD start = principal_plane(normal_numbers(2 * each, 5, 7), Run());  // the groups lie on each other
  const auto neighbours = two_rings(each);
  const MatrixD plane = neighbour_plane(neighbours, start, Run());
  Run three;
  three.pool = Pool(3);
  CHECK(plane == neighbour_plane(neighbours, start, three));
  CHECK(plane.allFinite());
  const Eigen::RowVectorXd a = plane.topRows(each).colwise().mean(), b = plane.bottomRows(each).colwise().mean();
  Index nearer = 0;
  for (Index i = 0; i < 2 * each; ++i) nearer += ((plane.row(i) - a).norm() < (plane.row(i) - b).norm()) == (i < each);
  CHECK(nearer >= 2 * each - 6);
  CHECK(neighbour_plane({{}, {}}, MatrixD::Ones(2, 2), Run()) == MatrixD::Ones(2, 2));
}
