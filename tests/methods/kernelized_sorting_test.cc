#include "couplet/methods/matching/kernelized_sorting.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "couplet/base/random.h"
#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/mcca.h"
#include "couplet/methods/matching/pair_weights.h"
#include "couplet/methods/matching/sweep.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/methods/golden_ksort.h"

using namespace couplet;

namespace {

MatrixD matrix_of(const golden::Rows& rows) {
  MatrixD matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) matrix(i, j) = rows[i][j];
  return matrix;
}

KernelPair golden_kernels() {
  const Run run;
  return {feature_kernel(matrix_of(golden::left_objects), "linear", run),
          feature_kernel(matrix_of(golden::right_objects), "linear", run)};
}

/// Features of n objects, and the same in another order: right j is left order[j]; `noise` added to the right ones.
struct Shuffled {
  MatrixD left, right;
  MatchedRows truth;  // left -> right
};
Shuffled shuffled_features(Index n, double noise, std::uint64_t seed) {
  Random random(seed);
  Shuffled made{MatrixD(n, 8), MatrixD(n, 8), MatchedRows(static_cast<std::size_t>(n))};
  for (Index i = 0; i < made.left.size(); ++i) made.left.data()[i] = random.normal();
  const auto order = random.permutation(n);
  for (Index j = 0; j < n; ++j) {
    made.truth[order[j]] = j;
    for (Index k = 0; k < 8; ++k) made.right(j, k) = made.left(order[j], k) + noise * random.normal();
  }
  return made;
}

KernelPair kernels_of(const Shuffled& objects, const Run& run) {
  return {feature_kernel(objects.left, "auto", run), feature_kernel(objects.right, "auto", run)};
}

ObjectPairs some_pairs(const MatchedRows& truth, std::size_t count) {
  ObjectPairs pairs;
  for (std::size_t i = 0; i < count; ++i) pairs.emplace_back(static_cast<Index>(i), truth[i]);
  return pairs;
}

MatrixD dense_of(const ObjectPairs& pairs, Index n, Index m) {
  MatrixD dense = MatrixD::Zero(n, m);
  for (const auto& [i, j] : pairs) dense(i, j) = 1;
  return dense;
}

/// K P L.
MatrixD plain_weights(const KernelPair& kernels, const MatrixD& p) {
  return kernels.left.cast<double>() * p * kernels.right.cast<double>();
}

/// Growth by the definition, with P as a matrix: the objects outside count evenly (S-U) or not at all (S-Z).
MatchedRows plain_growth(const KernelPair& kernels, const ObjectPairs& seeds, bool uniform, const Run& run) {
  const Index n = kernels.left.rows();
  SeededAssignment assignment(n, n, seeds, run);
  for (ObjectPairs pairs = seeds;;) {
    const MatrixD inside = dense_of(pairs, n, n);
    MatrixD p = inside;
    const auto count = static_cast<Index>(pairs.size());
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        if (uniform && inside.row(i).sum() == 0 && inside.col(j).sum() == 0)
          p(i, j) = 1 / static_cast<double>(n - count);
    const MatrixF weights = plain_weights(kernels, p).cast<float>();
    const MatchedRows found = assignment.solve(weights);
    if (count == n) return found;
    pairs = surest_pairs(assignment, weights, found, Sureness::margin, std::min(n, count + Growth().step));
  }
}

std::int64_t right_ones(const MatchedRows& found, const MatchedRows& truth) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < found.size(); ++i) count += found[i] == truth[i];
  return count;
}

}  // namespace

TEST_CASE("kernelized sorting: golden values of smoothing and of the best matching") {
  const Run run;
  const KernelPair kernels = golden_kernels();
  for (const auto& [power, expected] : {std::pair{0.3, golden::smoothed_03}, {0.9, golden::smoothed_09}})
    CHECK((smoothed(kernels.left, power, run).cast<double>() - matrix_of(expected)).cwiseAbs().maxCoeff() < 1e-6);
  const KernelPair centred = shaped(kernels, {0, false}, run);
  const MatchedRows best(golden::best_match.begin(), golden::best_match.end());
  CHECK(normalised_objective(centred, best, run) == doctest::Approx(golden::best_normalised).epsilon(1e-6));
  CHECK(normalised_objective(centred, best, run) * frobenius_norm(centred.left) * frobenius_norm(centred.right) ==
        doctest::Approx(golden::best_objective).epsilon(1e-6));
  SweepOptions options;
  options.powers = {0.5, 1};
  CHECK(sweep(kernels, {}, options, run).chosen().right_of_left == best);
}

TEST_CASE("kernelized sorting: a hidden permutation is found exactly") {
  const Run run;
  for (const Index n : {20, 100}) {
    const Shuffled objects = shuffled_features(n, 0, 3);
    SweepOptions options;
    options.powers = {0.5, 1};
    for (const SweepMethod method : {SweepMethod::psmooth, SweepMethod::ks}) {
      options.method = method;
      CHECK(sweep(kernels_of(objects, run), {}, options, run).chosen().right_of_left == objects.truth);
    }
  }
}

TEST_CASE("kernelized sorting: the objective never falls, and a step of the mixture may stay short") {
  const Run run;
  for (const bool zero_diagonal : {false, true}) {
    int shorter = 0;
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const Shuffled objects = shuffled_features(40, 0.3, seed);
      const KernelPair ready = shaped(kernels_of(objects, run), {zero_diagonal ? 0.0 : 1.0, zero_diagonal}, run);
      MatchedRows start(40);
      std::iota(start.begin(), start.end(), 0);  // nothing like the truth, so that there is a way to go
      const Ascent ascent = ascend(ready, start, {}, run);
      CHECK(std::is_sorted(ascent.objectives.begin(), ascent.objectives.end()));
      CHECK(ascent.objective >= ascent.objectives.front() - 1e-6);
      CHECK(ascent.objective == doctest::Approx(normalised_objective(ready, ascent.right_of_left, run)));
      // By the definition, with the mixture as a matrix: each step goes where the objective is largest on its line.
      const auto value = [&](const MatrixD& p) {
        return plain_weights(ready, p).cwiseProduct(p).sum() /
               (frobenius_norm(ready.left) * frobenius_norm(ready.right));
      };
      MatrixD mixture = dense_of(pairs_of(start), 40, 40);
      SeededAssignment assignment(40, 40, {}, run);
      for (std::size_t step = 0; step < ascent.objectives.size(); ++step) {
        CHECK(ascent.objectives[step] == doctest::Approx(value(mixture)).epsilon(1e-5));
        const MatchedRows q = assignment.solve(plain_weights(ready, mixture).cast<float>());
        const MatrixD line = dense_of(pairs_of(q), 40, 40) - mixture;
        const double f0 = value(mixture), half = value(mixture + line / 2), f1 = value(mixture + line);
        const double curvature = 2 * (f0 + f1 - 2 * half), slope = f1 - f0 - curvature;
        const double t = curvature < 0 ? std::min(1.0, -slope / (2 * curvature)) : 1;
        shorter += t < 0.99;
        mixture += t * line;
      }
    }
    CHECK((shorter > 0) == zero_diagonal);  // never for kernels that are semi-definite
  }
}

TEST_CASE("kernelized sorting: growth keeps the seeds and finds the others") {
  const Run run;
  const Shuffled objects = shuffled_features(60, 0.15, 4);
  const KernelPair ready = shaped(kernels_of(objects, run), {1, false}, run);
  const ObjectPairs seeds = some_pairs(objects.truth, 8);
  for (const bool uniform : {false, true})
    for (const Sureness sureness : {Sureness::margin, Sureness::weight}) {
      Growth growth;
      growth.uniform = uniform;
      growth.sureness = sureness;
      const MatchedRows found = grow(ready, seeds, growth, run).right_of_left;
      for (const auto& [i, j] : seeds) CHECK(found[i] == j);
      CHECK(right_ones(found, objects.truth) > 40);
    }
  CHECK(right_ones(match_by_cca(ready, seeds, {}, run).right_of_left, objects.truth) > 30);
  expect_error(ErrorCode::usage, "--method mcca: learns from seeds, and has fewer than 2; give --seeds FILE",
               [&] { match_by_cca(ready, {}, {}, run); });
}

TEST_CASE("kernelized sorting: S-U counts the objects outside evenly, S-Z not at all") {
  const Run run;
  const Shuffled objects = shuffled_features(40, 0.6, 9);
  const KernelPair kernels = kernels_of(objects, run), ready = shaped(kernels, {1, false}, run);
  const ObjectPairs seeds = some_pairs(objects.truth, 5);
  MatchedRows grown[2], swept[2];
  for (const bool uniform : {false, true}) {
    Growth growth;
    growth.uniform = uniform;
    grown[uniform] = grow(ready, seeds, growth, run).right_of_left;
    CHECK(grown[uniform] == plain_growth(ready, seeds, uniform, run));
    SweepOptions options;
    options.method = uniform ? SweepMethod::s_u : SweepMethod::s_z;
    options.powers = {1};
    options.all_starts = false;
    swept[uniform] = sweep(kernels, seeds, options, run).chosen().right_of_left;
    CHECK(swept[uniform] == ascend(ready, grown[uniform], seeds, run).right_of_left);
  }
  CHECK(grown[0] != grown[1]);
  CHECK(swept[0] != swept[1]);
}

TEST_CASE("kernelized sorting: wrong seeds stay, whatever the kernels say") {
  const Run run;
  const Shuffled objects = shuffled_features(30, 0, 5);
  ObjectPairs seeds = some_pairs(objects.truth, 4);
  std::swap(seeds[0].second, seeds[1].second);
  SweepOptions options;
  options.method = SweepMethod::s_z;
  options.powers = {1};
  const MatchedRows found = sweep(kernels_of(objects, run), seeds, options, run).chosen().right_of_left;
  for (const auto& [i, j] : seeds) CHECK(found[i] == j);
}

TEST_CASE("kernelized sorting: sides of different sizes") {
  const Run run;
  const Shuffled objects = shuffled_features(50, 0.05, 6);
  const KernelPair all = kernels_of(objects, run);
  const ObjectPairs seeds = some_pairs(objects.truth, 6);
  const KernelPair fewer{all.left.topLeftCorner(40, 40), all.right};
  const KernelPair ready = shaped(fewer, {1, false}, run);
  const MatchedRows found = grow(ready, seeds, {}, run).right_of_left;
  CHECK(found.size() == 40);
  CHECK(std::count(found.begin(), found.end(), -1) == 0);
  CHECK(right_ones(found, MatchedRows(objects.truth.begin(), objects.truth.begin() + 40)) > 30);

  const MatchedRows order = principal_order({ready.right, ready.left}, -1, run);
  CHECK(order.size() == 50);
  CHECK(std::count(order.begin(), order.end(), -1) == 10);
  CHECK(profile_evidence(ready, run).cols() == 50);
}

TEST_CASE("kernelized sorting: the same matching at any number of threads") {
  const Shuffled objects = shuffled_features(150, 0.3, 7);
  const ObjectPairs seeds = some_pairs(objects.truth, 10);
  SweepOptions options;
  options.powers = {0.3, 0.6, 1};
  for (const SweepMethod method : {SweepMethod::psmooth, SweepMethod::s_u, SweepMethod::s_z}) {
    options.method = method;
    std::vector<MatchedRows> found;
    std::vector<double> objectives;
    for (const int threads : {1, 2, 3}) {
      const Run run = with_threads(threads);
      const Sweep done = sweep(kernels_of(objects, run), seeds, options, run);
      found.push_back(done.chosen().right_of_left);
      objectives.push_back(done.chosen().objective);
    }
    CHECK(found[0] == found[1]);
    CHECK(found[0] == found[2]);
    CHECK(objectives[0] == objectives[2]);
  }
}

TEST_CASE("kernelized sorting: weights kept up to date are those made anew") {
  const Run run;
  const Shuffled objects = shuffled_features(40, 0.2, 8);
  const KernelPair ready = shaped(kernels_of(objects, run), {1, false}, run);
  PairWeights kept(ready, run);
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    MatchedRows matched = objects.truth;
    std::swap(matched[random.below(40)], matched[random.below(40)]);
    kept.set(pairs_of(matched));
    PairWeights fresh(ready, run);
    fresh.set(pairs_of(matched));
    CHECK((kept.weights() - fresh.weights()).cwiseAbs().maxCoeff() < 1e-5F);
  }
}

TEST_CASE("kernels: negative similarities, asymmetry and equal features are told") {
  MatrixF kernel(2, 2);
  kernel << 1.0F, -0.5F, -0.5F, 1.0F;
  expect_error(
      ErrorCode::data,
      "k.npy: 2 of 4 similarities are negative (to -0.5), and have no p-th power; use --negative shift or clip, "
      "or --method ks",
      [&] { mend_negatives(kernel, Negatives::refuse, "k.npy"); });
  MatrixF shifted = kernel, clipped = kernel;
  mend_negatives(shifted, Negatives::shift, "k.npy");
  mend_negatives(clipped, Negatives::clip, "k.npy");
  CHECK(shifted(0, 0) == doctest::Approx(1.5));
  CHECK(shifted(0, 1) == 0);
  CHECK(clipped(0, 0) == 1);
  CHECK(clipped(0, 1) == 0);

  MatrixD lopsided(2, 2);
  lopsided << 1, 0.25, 0.5, 1;
  expect_error(ErrorCode::data,
               "g.npy: not symmetric: row 2, column 1 is 0.5, but 0.25 the other way round; a Gram matrix holds each "
               "similarity twice",
               [&] { checked_gram(lopsided, "g.npy"); });
  expect_error(ErrorCode::data, "g.npy: 1 x 2 is no Gram matrix; leave --gram out for features",
               [&] { checked_gram(MatrixD::Ones(1, 2), "g.npy"); });
  expect_error(
      ErrorCode::data,
      "--kernel: most of the feature rows are equal, so no width can be chosen; give a kernel, like rbf:sigma=1",
      [] { feature_kernel(MatrixD::Ones(3, 2), "auto", Run()); });
  expect_error(ErrorCode::usage, "--kernel: 'auto:x' is not auto:X with X > 0; write auto:0.35",
               [] { feature_kernel(MatrixD::Ones(3, 2), "auto:x", Run()); });
}
