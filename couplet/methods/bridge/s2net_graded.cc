#include "couplet/methods/bridge/s2net_graded.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/random.h"
#include "couplet/eval/ranking.h"
#include "couplet/methods/bridge/development.h"
#include "couplet/methods/bridge/same_texts.h"

namespace couplet {
namespace {

/// Some rows of a matrix, in the order given.
CsrMatrix<double> chosen_rows(const CsrMatrix<double>& texts, std::span<const Index> rows) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (const Index row : rows) {
    for (std::int64_t e = texts.offsets()[row]; e < texts.offsets()[row + 1]; ++e) {
      columns.push_back(texts.columns()[e]);
      values.push_back(texts.values()[e]);
    }
    offsets.push_back(std::ssize(columns));
  }
  return {std::ssize(rows), texts.cols(), std::move(offsets), std::move(columns), std::move(values)};
}

CsrOperator<float> in_single(const CsrMatrix<double>& texts) { return CsrOperator<float>(in_float(texts).matrix); }

/// Rows of some queries, one query after the other.
struct QueryRows {
  std::vector<Index> rows;
  std::vector<std::vector<Index>> questions;  // numbers in `rows`
};

QueryRows rows_of_queries(const GradedRows& all, std::span<const std::int64_t> queries) {
  QueryRows result;
  for (const std::int64_t query : queries) {
    std::vector<Index>& own = result.questions.emplace_back();
    for (const Index row : all.questions[query]) {
      own.push_back(std::ssize(result.rows));
      result.rows.push_back(row);
    }
  }
  return result;
}

/// The mean over queries of the share of unequal pairs that are in the right order; a tie is half of it.
double right_order(const QueryRows& held, const GradedRows& all, const MatrixD& left, const MatrixD& right) {
  std::vector<double> shares;
  for (const std::vector<Index>& question : held.questions) {
    double won = 0, pairs = 0;
    for (const Index a : question)
      for (const Index b : question) {
        if (!(all.grades[held.rows[a]] > all.grades[held.rows[b]])) continue;
        const double difference = left.row(a).dot(right.row(a) - right.row(b));
        ++pairs;
        won += difference > 0 ? 1 : difference == 0 ? 0.5 : 0;
      }
    if (pairs > 0) shares.push_back(won / pairs);
  }
  return shares.empty() ? 0 : mean(shares);
}

/// Rows of a grade above 0 as pairs. right: the texts of `learned`.
void add_counterparts(S2NetProblem<float>& problem, const QueryRows& learned, const GradedRows& all,
                      const CsrMatrix<double>& right) {
  const std::vector<Index> texts = first_alike(right, Team::solo());
  problem.queries.resize(learned.rows.size());
  for (std::size_t query = 0; query < learned.questions.size(); ++query)
    for (const Index row : learned.questions[query]) {
      problem.queries[row] = static_cast<Index>(query);
      if (all.grades[learned.rows[row]] > 0) problem.pairs.push_back({row, texts[row], 1, false});
    }
}

}  // namespace

GradedSplit split_queries(const GradedRows& rows, double share, std::uint64_t seed) {
  const std::int64_t queries = std::ssize(rows.questions);
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(queries)));
  const std::int64_t held = queries > 2 ? std::min({wanted, std::int64_t{1000}, queries - 2}) : 0;
  const std::vector<std::int64_t> order = Random(seed, 0x67726164).permutation(queries);
  return {{order.begin(), order.begin() + held}, {order.begin() + held, order.end()}};
}

std::vector<std::int64_t> counterparts(const GradedRows& rows, const GradedSplit& split) {
  std::vector<std::int64_t> result;
  for (const std::int64_t query : split.learned)
    for (const Index row : rows.questions[query])
      if (rows.grades[row] > 0) result.push_back(row);
  std::sort(result.begin(), result.end());
  return result;
}

GradedResult train_graded(const BilingualTexts& texts, const GradedRows& rows, const GradedSplit& split,
                          const MatrixD& start, const GradedTraining& training, const S2NetOptions& options,
                          const Run& run) {
  const QueryRows held = rows_of_queries(rows, split.held), learned = rows_of_queries(rows, split.learned);
  const CsrMatrix<double> right_texts = chosen_rows(texts.right.matrix, learned.rows);
  const CsrOperator<float> left = in_single(chosen_rows(texts.left.matrix, learned.rows)),
                           right = in_single(right_texts);
  S2NetProblem<float> problem;
  problem.left = &left;
  problem.right = &right;
  problem.shared = true;  // of separate vocabularies, each has its own rows of the one term space
  for (const std::vector<Index>& question : learned.questions)
    for (const Index better : question)
      for (const Index worse : question) {
        const double a = rows.grades[learned.rows[better]], b = rows.grades[learned.rows[worse]];
        if (a > b)
          problem.triples.push_back({better, better, worse, training.by_gain ? std::exp2(a) - std::exp2(b) : 1});
      }
  if (training.pair_loss) add_counterparts(problem, learned, rows, right_texts);
  DevelopmentFigure<float> figure;
  const CsrOperator<float> held_left = in_single(chosen_rows(texts.left.matrix, held.rows)),
                           held_right = in_single(chosen_rows(texts.right.matrix, held.rows));
  if (!held.rows.empty())
    figure = [&](const MatrixF& projection) {
      std::vector<bool> known;
      const MatrixD a = unit_vectors(held_left, projection, known, run);
      return right_order(held, rows, a, unit_vectors(held_right, projection, known, run));
    };
  GradedResult result;
  result.pairs = std::ssize(problem.triples);
  result.counterparts = std::ssize(problem.pairs);
  const S2NetOptions among = problem.pairs.empty() ? options : among_partners(options, problem);
  result.trained = train_s2net<float>(problem, start.cast<float>(), among, figure, run);
  return result;
}

}  // namespace couplet
