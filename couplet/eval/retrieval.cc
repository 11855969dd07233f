#include "couplet/eval/retrieval.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/eval/ranking.h"

namespace couplet {
namespace {

constexpr Index block = 256;
constexpr double tie = 1e-12;

std::vector<double> halves(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> means(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) means[i] = (a[i] + b[i]) / 2;
  return means;
}

}  // namespace

RetrievalRanks retrieval_ranks(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                               const std::vector<bool>& right_known, const Run& run, const PairScoring& scoring) {
  const Index n = left.rows();
  if (right.rows() != n || right.cols() != left.cols() || std::ssize(left_known) != n || std::ssize(right_known) != n)
    throw Error(ErrorCode::internal, "retrieval", "the sides do not fit");
  const auto divisors = margin_divisors(left, right, left_known, right_known, scoring, run);
  std::vector<double> own(n);
  MatrixD one(1, 1);
  for (Index i = 0; i < n; ++i) {
    compare_rows(left.middleRows(i, 1), right.middleRows(i, 1), scoring.comparison, one);
    own[i] = 2 * one(0, 0) / (divisors.left[i] + divisors.right[i]);
  }

  RetrievalRanks ranks;
  ranks.left_to_right.assign(n, 1);
  ranks.right_to_left.assign(n, 1);
  const Index blocks = (n + block - 1) / block;
  std::vector<std::vector<std::int32_t>> ahead(blocks);  // of right queries, by block
  run.pool.for_blocks(n, block, [&](Index begin, Index end) {
    run.stop->check();
    MatrixD scores(end - begin, n);
    compare_rows(left.middleRows(begin, end - begin), right, scoring.comparison, scores);
    auto& columns = ahead[begin / block];
    columns.assign(n, 0);
    for (Index i = begin; i < end; ++i) {
      if (!left_known[i]) continue;
      for (Index j = 0; j < n; ++j) {
        if (j == i || !right_known[j]) continue;
        const double score = 2 * scores(i - begin, j) / (divisors.left[i] + divisors.right[j]) + tie;
        ranks.left_to_right[i] += score >= own[i];
        columns[j] += score >= own[j];
      }
    }
  });
  for (const auto& columns : ahead)
    for (std::size_t j = 0; j < columns.size(); ++j) ranks.right_to_left[j] += columns[j];
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (left_known[i] && right_known[i])
      ++ranks.covered;
    else
      ranks.left_to_right[i] = ranks.right_to_left[i] = n;
  }
  return ranks;
}

std::vector<double> accuracies(const RetrievalRanks& ranks) {
  return halves(hits_at(ranks.left_to_right, 1), hits_at(ranks.right_to_left, 1));
}

std::vector<double> reciprocal_ranks(const RetrievalRanks& ranks) {
  return halves(reciprocal_ranks(std::span(ranks.left_to_right)), reciprocal_ranks(std::span(ranks.right_to_left)));
}

std::vector<Measure> retrieval_measures(const RetrievalRanks& ranks) {
  std::vector<Measure> measures;
  const auto add = [&](const char* name, std::vector<double> values, bool compared = false) {
    const std::int64_t total = std::ssize(values);
    measures.push_back({name, MeanOfItems{std::move(values)}, ranks.covered, total, compared});
  };
  add("accuracy", accuracies(ranks), true);
  add("mrr", reciprocal_ranks(ranks), true);
  add("accuracy-left-right", hits_at(ranks.left_to_right, 1));
  add("mrr-left-right", reciprocal_ranks(std::span(ranks.left_to_right)));
  add("accuracy-right-left", hits_at(ranks.right_to_left, 1));
  add("mrr-right-left", reciprocal_ranks(std::span(ranks.right_to_left)));
  return measures;
}

}  // namespace couplet
