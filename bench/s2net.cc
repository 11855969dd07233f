// One evaluation of S2Net's loss and gradient against the bare matrix products it needs, in one run.
// Usage: couplet_bench s2net [--json] [pairs]. One row: bridge.speed.s2net-vs-gemm, a ratio (bar: at most 2).
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <string_view>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/operators.h"
#include "couplet/methods/s2net/objective.h"

using namespace couplet;

namespace {

constexpr Index terms = 20000, dimensions = 500, terms_a_text = 200;

/// Texts of some 200 different terms each, frequent ones more often, as weighted bags of words are.
CsrOperator<float> texts(Index n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Triplet<float>> entries;
  entries.reserve(n * terms_a_text);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < terms_a_text; ++j) {
      const double u = random.uniform();
      entries.push_back(
          {i, static_cast<Index>(u * u * u * static_cast<double>(terms)), static_cast<float>(0.5 + random.uniform())});
    }
  return CsrOperator<float>(CsrMatrix<float>::from_triplets(n, terms, std::move(entries)));
}

MatrixF random_matrix(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed);
  MatrixF result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = static_cast<float>(random.normal());
  return result;
}

/// P Q^T, W Q and W^T P, in blocks of rows as large as the cache of products likes them, without any need for order.
void dense_products(const MatrixF& p, const MatrixF& q, MatrixF& to_p, MatrixF& to_q, const Run& run) {
  std::mutex mutex;
  to_q.setZero();
  run.pool.for_blocks(p.rows(), (p.rows() + run.pool.threads() - 1) / run.pool.threads(), [&](Index first, Index last) {
    MatrixF own = MatrixF::Zero(q.rows(), q.cols()), table;
    for (Index begin = first; begin < last; begin += 1024) {
      const Index rows = std::min<Index>(1024, last - begin);
      table.resize(rows, q.rows());
      gemm(Transpose::no, Transpose::yes, 1.0F, p.middleRows(begin, rows), q, 0.0F, table);
      gemm(Transpose::no, Transpose::no, 1.0F, table, q, 0.0F, to_p.middleRows(begin, rows));
      gemm(Transpose::yes, Transpose::no, 1.0F, table, p.middleRows(begin, rows), 1.0F, own);
    }
    const std::lock_guard lock(mutex);
    to_q += own;
  });
}

}  // namespace

int bench::run_s2net(int argc, char** argv) {
  bool json = false;
  Index pairs = 24084;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      pairs = std::max(200L, std::atol(argv[i]));

  const Run run;
  const CsrOperator<float> left = texts(pairs, 1), right = texts(pairs, 2);
  S2NetProblem<float> problem;
  problem.left = &left;
  problem.right = &right;
  for (Index i = 0; i < pairs; ++i) problem.pairs.push_back({i, i});
  S2NetObjective<float> objective(problem, {});
  const MatrixF projection = random_matrix(2 * terms, dimensions, 3);
  MatrixF gradient(2 * terms, dimensions);

  MatrixF p = random_matrix(pairs, dimensions, 4), q = random_matrix(pairs, dimensions, 5);
  MatrixF to_p(pairs, dimensions), to_q(pairs, dimensions);
  double evaluation = std::numeric_limits<double>::infinity(), dense = evaluation, sparse = evaluation;
  for (int repeat = 0; repeat < 3; ++repeat) {
    evaluation = std::min(evaluation, bench::seconds([&] { objective.evaluate(projection, gradient, run); }));
    dense = std::min(dense, bench::seconds([&] { dense_products(p, q, to_p, to_q, run); }));
    sparse = std::min(sparse, bench::seconds([&] {
                        left.apply(projection.topRows(terms), to_p, run);
                        right.apply(projection.bottomRows(terms), to_q, run);
                        left.apply_transposed(to_p, gradient.topRows(terms), run);
                        right.apply_transposed(to_q, gradient.bottomRows(terms), run);
                      }));
  }
  bench::Report(json).add({.name = "bridge.speed.s2net-vs-gemm",
                           .value = evaluation / (dense + sparse),
                           .better = bench::Better::lower,
                           .bar = 2,
                           .note = fmt::format("evaluation {:.2f} s, dense products {:.2f} s, sparse {:.2f} s",
                                               evaluation, dense, sparse)});
  return 0;
}
