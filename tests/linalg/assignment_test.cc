#include "couplet/linalg/assignment.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "couplet/base/random.h"
#include "couplet/linalg/sparse_assignment.h"
#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

MatrixD random_weights(Index rows, Index cols, std::uint64_t seed, bool whole = false) {
  Random random(seed);
  MatrixD weights(rows, cols);
  for (Index i = 0; i < weights.size(); ++i)
    weights.data()[i] = whole ? static_cast<double>(random.below(5)) : random.normal();
  return weights;
}

/// Every assignment of the shorter side tried.
double brute_force(const MatrixD& weights) {
  if (weights.rows() > weights.cols()) return brute_force(weights.transpose());
  std::vector<Index> columns(weights.cols());
  std::iota(columns.begin(), columns.end(), 0);
  double best = -1e300;
  do {
    double total = 0;
    for (Index i = 0; i < weights.rows(); ++i) total += weights(i, columns[i]);
    best = std::max(best, total);
  } while (std::next_permutation(columns.begin(), columns.end()));
  return best;
}

/// Every choice of columns, or none, for each row.
double brute_force_sparse(const MatrixD& weights, const MatrixD& allowed, double alone, Index row,
                          std::vector<char>& taken) {
  if (row == weights.rows()) return 0;
  double best = alone + brute_force_sparse(weights, allowed, alone, row + 1, taken);
  for (Index j = 0; j < weights.cols(); ++j) {
    if (taken[j] || allowed(row, j) == 0) continue;
    taken[j] = 1;
    best = std::max(best, weights(row, j) + brute_force_sparse(weights, allowed, alone, row + 1, taken));
    taken[j] = 0;
  }
  return best;
}

/// Feasible prices that add up to the total prove that it is the largest.
void check_proof(const MatrixD& weights, const Assignment& found, double tolerance) {
  double least = 0;
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j)
      least = std::min(least, found.row_prices[i] + found.column_prices[j] - weights(i, j));
  CHECK(least >= -tolerance);
  CHECK(found.row_prices.sum() + found.column_prices.sum() == doctest::Approx(found.total).epsilon(1e-9));
  for (Index i = 0; i < weights.rows(); ++i) {
    const Index j = found.column_of_row[i];
    if (j >= 0) CHECK(found.row_of_column[j] == i);
  }
}

CsrMatrix<double> full(const MatrixD& weights) {
  std::vector<Triplet<double>> entries;
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j) entries.push_back({i, j, weights(i, j)});
  return CsrMatrix<double>::from_triplets(weights.rows(), weights.cols(), entries);
}

}  // namespace

TEST_CASE("assignment: as good as trying every assignment") {
  rc::check([] {
    const auto rows = *rc::gen::inRange<Index>(1, 8), cols = *rc::gen::inRange<Index>(1, 8);
    const MatrixD weights =
        random_weights(rows, cols, *rc::gen::arbitrary<std::uint64_t>(), *rc::gen::arbitrary<bool>());
    const double best = brute_force(weights);
    const Assignment found = solve_assignment<double>(weights, Run());
    RC_ASSERT(std::abs(found.total - best) < 1e-9);
    const MatrixF rounded = weights.cast<float>();
    RC_ASSERT(std::abs(solve_assignment<float>(rounded, Run()).total - best) < 1e-5);
    const Index shorter = std::min(rows, cols);
    RC_ASSERT(std::count_if(found.column_of_row.begin(), found.column_of_row.end(), [](Index j) { return j >= 0; }) ==
              shorter);
  });
}

TEST_CASE("assignment: prices prove the total, square and rectangular, any start") {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{60, 60}, {40, 70}, {70, 40}, {1, 9}, {9, 1}})
    for (const bool whole : {false, true}) {
      const MatrixD weights = random_weights(rows, cols, 7, whole);
      const Assignment found = solve_assignment<double>(weights, Run());
      check_proof(weights, found, 1e-9);
      const VectorD start = random_weights(cols, 1, 9);
      const Assignment warm = solve_assignment<double>(weights, Run(), &start);
      check_proof(weights, warm, 1e-9);
      CHECK(warm.total == doctest::Approx(found.total));
    }
}

TEST_CASE("assignment: ties go to the lower index") {
  const MatrixD same = MatrixD::Ones(4, 4);
  CHECK(solve_assignment<double>(same, Run()).column_of_row == std::vector<Index>{0, 1, 2, 3});
}

TEST_CASE("assignment: nothing to assign, and weights that are no numbers") {
  CHECK(solve_assignment<double>(MatrixD(0, 3), Run()).row_of_column == std::vector<Index>{-1, -1, -1});
  MatrixD weights = MatrixD::Zero(2, 2);
  weights(1, 0) = std::numeric_limits<double>::quiet_NaN();
  expect_error(ErrorCode::data, "assignment: row 2 has a weight that is not finite",
               [&] { solve_assignment<double>(weights, Run()); });
}

TEST_CASE("sparse assignment: as good as trying everything, with rows left alone") {
  rc::check([] {
    const auto rows = *rc::gen::inRange<Index>(1, 6), cols = *rc::gen::inRange<Index>(1, 6);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const MatrixD weights = random_weights(rows, cols, seed, *rc::gen::arbitrary<bool>());
    const MatrixD allowed = (random_weights(rows, cols, seed + 1).array() > -0.2).cast<double>();
    const double alone = *rc::gen::element(-100.0, -0.5, 0.0, 0.7);
    std::vector<Triplet<double>> entries;
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < cols; ++j)
        if (allowed(i, j) != 0) entries.push_back({i, j, weights(i, j)});
    const Assignment found =
        solve_sparse_assignment(CsrMatrix<double>::from_triplets(rows, cols, entries), alone, Run());
    std::vector<char> taken(cols, 0);
    const double best = brute_force_sparse(weights, allowed, alone, 0, taken);
    double reached = found.total;
    for (const Index j : found.column_of_row)
      if (j < 0) reached += alone;
    RC_ASSERT(std::abs(reached - best) < 1e-9);
    RC_ASSERT(std::abs(found.row_prices.sum() + found.column_prices.sum() - best) < 1e-9);
    for (const auto& entry : entries)
      RC_ASSERT(found.row_prices[entry.row] + found.column_prices[entry.col] >= entry.value - 1e-9);
  });
}

TEST_CASE("sparse assignment: the dense one, when every pair is allowed") {
  const MatrixD weights = random_weights(80, 80, 5);
  const Assignment dense = solve_assignment<double>(weights, Run());
  const Assignment sparse = solve_sparse_assignment(full(weights), -1e6, Run());
  CHECK(sparse.column_of_row == dense.column_of_row);
  CHECK(sparse.total == doctest::Approx(dense.total));
}
