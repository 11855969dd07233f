// Growth from seeds as published, stopped early or not, against numpy; features matched by a graph of neighbours.
#include <doctest/doctest.h>

#include <cmath>

#include "couplet/base/random.h"
#include "couplet/methods/matching/match_job.h"
#include "couplet/methods/matching/neighbour_match.h"
#include "couplet/methods/matching/sweep.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"

using namespace couplet;

namespace {

/// 13 objects whose partners are the rows 2, 7, 12, 4, ... of the right, with much noise.
KernelPair noisy_kernels() {
  constexpr Index n = 13, d = 4;
  MatrixD left(n, d), right(n, d);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j) {
      const auto x = static_cast<double>(i), y = static_cast<double>(j);
      left(i, j) = std::abs(std::sin(1.7 * x + 2.3 * y + 0.5));
      right((5 * i + 2) % n, j) = left(i, j) + 1.7 * std::abs(std::sin(3.1 * x + 0.7 * y));
    }
  return {(left * left.transpose()).cast<float>(), (right * right.transpose()).cast<float>()};
}

Sweep published(SweepMethod method, double power, double until) {
  SweepOptions options;
  options.method = method;
  options.powers = {power};
  options.growth.sureness = Sureness::weight;
  options.growth.until = until;
  options.all_starts = false;
  return sweep(noisy_kernels(), {{0, 2}, {1, 7}}, options, Run());
}

}  // namespace

TEST_CASE("as published, s-u and s-z are what grows from the seeds, mistakes and all") {
  const MatchedRows grown = {2, 7, 5, 4, 6, 1, 3, 11, 0, 8, 10, 12, 9};
  for (const SweepMethod method : {SweepMethod::s_u, SweepMethod::s_z}) {
    CHECK(published(method, 0.4, 1).chosen().right_of_left == grown);
    CHECK(published(method, 0.4, 1).chosen().objective == doctest::Approx(0.6913790183373144).epsilon(1e-4));
    CHECK(published(method, 1, 1).chosen().objective == doctest::Approx(0.6863990400476672).epsilon(1e-4));
  }
}

TEST_CASE("growth that stops early keeps the surest matches, and leaves the others alone") {
  const SweepPoint early = published(SweepMethod::s_z, 0.4, 0.6).chosen();
  CHECK(early.right_of_left == MatchedRows{2, 7, 3, 4, 0, 1, -1, 11, -1, -1, -1, -1, -1});
  CHECK(early.objective == doctest::Approx(0.3546847162412994).epsilon(1e-4));
  // Not below the seeds.
  CHECK(published(SweepMethod::s_z, 0.4, 0).chosen().right_of_left ==
        MatchedRows{2, 7, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1});
}

TEST_CASE("features are matched by neighbours of a graph, the same at any number of threads") {
  constexpr Index n = 400;
  Random random(3);
  MatrixD left(n, 12), right(n, 12);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < 12; ++j) {
      left(i, j) = random.normal();
      right(i, j) = left(i, j) + 0.1 * random.normal();
    }
  const Collection lefts{"left", {{}, left}}, rights{"right", {{}, right}};
  MatchOptions options;
  options.neighbours = 20;
  ObjectPairs seeds;
  for (Index i = 0; i < n; i += 10) seeds.emplace_back(i, i);
  const auto match = [&](int threads) {
    return match_collections(lefts, rights, seeds, options, with_threads(threads));
  };
  const Matching one = match(1);
  Index found = 0;
  for (const Match& m : one.matches) found += m.left == m.right;
  CHECK(found > n * 9 / 10);
  const Matching three = match(3);
  REQUIRE(three.matches.size() == one.matches.size());
  for (std::size_t k = 0; k < one.matches.size(); ++k) CHECK(one.matches[k].right == three.matches[k].right);

  expect_error(ErrorCode::usage,
               "--neighbours: matching by neighbours has nothing to start from; give --seeds FILE, or texts with "
               "letters in common",
               [&] { match_collections(lefts, rights, {}, options, Run()); });
  options.gram = true;
  expect_error(ErrorCode::usage,
               "--gram: so many objects are matched by neighbours, which need texts or features; give features",
               [&] { match_collections(lefts, rights, seeds, options, Run()); });
}

TEST_CASE("the nearest features are those of all kernel values") {
  constexpr Index n = 60;
  Random random(5);
  MatrixD rows(n, 3);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < 3; ++j) rows(i, j) = random.normal();
    rows.row(i) /= rows.row(i).norm();  // on a sphere around the mean nearly, so that directions tell distances
  }
  const CsrMatrix<float> near = nearest_features(rows, "rbf:sigma=0.5", 5, Run());
  Index agreed = 0;
  for (Index i = 0; i < n; ++i) {
    CHECK(near.offsets()[i + 1] - near.offsets()[i] == 5);
    for (auto e = near.offsets()[i]; e < near.offsets()[i + 1]; ++e) {
      const Index j = near.columns()[e];
      CHECK(j != i);
      const double distance = (rows.row(i) - rows.row(j)).squaredNorm();
      CHECK(static_cast<double>(near.values()[e]) == doctest::Approx(std::exp(-distance / 0.5)).epsilon(1e-4));
      Index nearer = 0;
      for (Index k = 0; k < n; ++k) nearer += k != i && (rows.row(i) - rows.row(k)).squaredNorm() < distance;
      agreed += nearer < 5;
    }
  }
  CHECK(agreed > 5 * n * 8 / 10);
}
