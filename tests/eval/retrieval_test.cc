#include "couplet/eval/retrieval.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <functional>

#include "couplet/base/random.h"
#include "couplet/eval/ranking.h"
#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

MatrixD random_rows(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed);
  MatrixD result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = random.normal();
  result.rowwise().normalize();
  return result;
}

/// Place of the right one among the scores, from 1; equals stand before it.
std::int64_t rank_of(std::span<const double> scores, std::int64_t right) {
  return std::count_if(scores.begin(), scores.end(), [&](double score) { return score >= scores[right]; });
}

std::vector<bool> all_known(Index n) { return std::vector<bool>(n, true); }

}  // namespace

TEST_CASE("ranks are those of every candidate list, both ways, at any number of threads") {
  CHECK(rc::check("retrieval oracle", [] {
    const Index n = *rc::gen::inRange(1, 600), d = *rc::gen::inRange(1, 6);
    const std::uint64_t seed = *rc::gen::arbitrary<std::uint32_t>();
    const MatrixD left = random_rows(n, d, seed), right = left + 0.5 * random_rows(n, d, seed + 1);
    const MatrixD scores = left * right.transpose();
    const RetrievalRanks ranks = retrieval_ranks(left, right, all_known(n), all_known(n),
                                                 Run{Pool(3), {}, 1, &Observer::silent(), &StopToken::never()});
    RC_ASSERT(ranks.covered == n);
    for (Index i = 0; i < n; ++i) {
      const VectorD row = scores.row(i).transpose(), column = scores.col(i);
      const auto n_size = static_cast<std::size_t>(n);
      RC_ASSERT(ranks.left_to_right[i] == rank_of(std::span(row.data(), n_size), i));
      RC_ASSERT(ranks.right_to_left[i] == rank_of(std::span(column.data(), n_size), i));
    }
  }));
}

TEST_CASE("ties are errors") {
  MatrixD left(2, 1), right(2, 1);
  left << 1, 1;
  right << 1, 1;
  const auto ranks = retrieval_ranks(left, right, all_known(2), all_known(2), Run());
  CHECK(ranks.left_to_right == std::vector<std::int64_t>{2, 2});
  CHECK(ranks.right_to_left == std::vector<std::int64_t>{2, 2});
}

TEST_CASE("a text without a vector comes last and is nobody's rival") {
  MatrixD left = MatrixD::Identity(3, 3), right = MatrixD::Identity(3, 3);
  left(0, 0) = -1;  // its own score is below that of the unknown right text, which is 0
  right.row(2).setZero();
  const auto ranks = retrieval_ranks(left, right, all_known(3), {true, true, false}, Run());
  CHECK(ranks.covered == 2);
  CHECK(ranks.left_to_right == std::vector<std::int64_t>{2, 1, 3});
  CHECK(ranks.right_to_left[2] == 3);
}

TEST_CASE("the report averages the directions and keeps them apart") {
  RetrievalRanks ranks{{1, 2, 1, 4}, {1, 1, 1, 2}, 3};
  const auto reports = reports_of(retrieval_measures(ranks), {100, 0.95}, Run());
  REQUIRE(reports.size() == 6);
  CHECK(reports[0].name == "accuracy");
  CHECK(reports[0].estimate.value == doctest::Approx((0.5 + 0.75) / 2));
  CHECK(reports[0].estimate.low <= reports[0].estimate.value);
  CHECK(reports[0].covered == 3);
  CHECK(reports[0].total == 4);
  CHECK(reports[1].name == "mrr");
  CHECK(reports[1].estimate.value == doctest::Approx((2.75 / 4 + 3.5 / 4) / 2));
  CHECK(reports[2].name == "accuracy-left-right");
  CHECK(reports[2].estimate.value == 0.5);
  CHECK(reports[5].name == "mrr-right-left");
  CHECK(reports[5].estimate.value == doctest::Approx(3.5 / 4));
}

TEST_CASE("sides of different size") {
  expect_error(ErrorCode::internal, "retrieval: the sides do not fit", [] {
    retrieval_ranks(MatrixD(MatrixD::Zero(2, 3)), MatrixD(MatrixD::Zero(3, 3)), all_known(2), all_known(3), Run());
  });
}

TEST_CASE("margin: a text that is near to everything wins less often") {
  const Index n = 400;
  MatrixD left = random_rows(n, 12, 5), right = left + 0.7 * random_rows(n, 12, 6);
  right.row(0) = left.colwise().mean();  // a hub
  right.rowwise().normalize();
  const auto plain = retrieval_ranks(left, right, all_known(n), all_known(n), Run());
  const auto margin = retrieval_ranks(left, right, all_known(n), all_known(n), Run(), {.margin = 10});
  const auto found = [](const RetrievalRanks& ranks) { return mean(hits_at(ranks.left_to_right, 1)); };
  CHECK(found(margin) > found(plain));
  // By the definition, for one query.
  const MatrixD scores = left * right.transpose();
  const auto near = [](VectorD all) {
    std::sort(all.data(), all.data() + all.size(), std::greater<>());
    return all.head(10).mean();
  };
  std::vector<double> row;
  for (Index j = 0; j < n; ++j)
    row.push_back(2 * scores(7, j) / (near(scores.row(7).transpose()) + near(scores.col(j))));
  CHECK(margin.left_to_right[7] == rank_of(row, 7));
  expect_error(ErrorCode::usage, "--margin: must not be negative",
               [&] { retrieval_ranks(left, right, all_known(n), all_known(n), Run(), {.margin = -1}); });
}
