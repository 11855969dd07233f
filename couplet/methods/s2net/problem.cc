#include "couplet/methods/s2net/problem.h"

#include <fmt/format.h>

#include <cmath>

#include "couplet/base/error.h"

namespace couplet {
namespace {

[[noreturn]] void fail(const std::string& problem, const std::string& remedy = "") {
  throw Error(ErrorCode::data, "s2net", problem, remedy);
}

void check_row(const char* what, std::size_t number, const char* side, Index row, Index rows) {
  if (row < 0 || row >= rows) fail(fmt::format("{} {}: {} text {} of {}", what, number, side, row, rows));
}

/// Adds the weight to the total.
void check_weight(const char* what, std::size_t number, double weight, double& total) {
  if (!(weight >= 0) || !std::isfinite(weight))
    fail(fmt::format("{} {}: {} is not a weight", what, number, weight), "weights are finite and not negative");
  total += weight;
}

}  // namespace

template <class T>
void check_problem(const S2NetProblem<T>& problem) {
  if (!problem.left || !problem.right) throw Error(ErrorCode::internal, "s2net", "a collection is missing");
  const Index n_left = problem.left->rows(), n_right = problem.right->rows();
  if (problem.shared && problem.left->cols() != problem.right->cols())
    fail(fmt::format("one projection for {} and {} terms", problem.left->cols(), problem.right->cols()),
         "use one vocabulary, or a projection a side");
  if (!problem.queries.empty() && std::ssize(problem.queries) != n_left)
    fail(fmt::format("{} numbers of queries for {} left texts", problem.queries.size(), n_left));
  if (problem.pairs.empty() && problem.triples.empty()) fail("neither pairs nor triples to learn from");
  double total = 0;
  for (std::size_t i = 0; i < problem.pairs.size(); ++i) {
    const S2NetPair& pair = problem.pairs[i];
    check_row("pair", i, "left", pair.left, n_left);
    check_row("pair", i, "right", pair.right, n_right);
    check_weight("pair", i, pair.weight, total);
  }
  if (!problem.pairs.empty() && !(total > 0)) fail("the weights of the pairs are all 0");
  total = 0;
  for (std::size_t i = 0; i < problem.triples.size(); ++i) {
    const S2NetTriple& triple = problem.triples[i];
    check_row("triple", i, "left", triple.left, n_left);
    check_row("triple", i, "right", triple.better, n_right);
    check_row("triple", i, "right", triple.worse, n_right);
    check_weight("triple", i, triple.weight, total);
  }
  if (!problem.triples.empty() && !(total > 0)) fail("the weights of the triples are all 0");
}

template void check_problem(const S2NetProblem<float>&);
template void check_problem(const S2NetProblem<double>&);

}  // namespace couplet
