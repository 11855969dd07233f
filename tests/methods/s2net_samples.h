// Random texts and the obvious S2Net loss for the tests of couplet/methods/s2net.
#pragma once

#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/linalg/operators.h"
#include "couplet/methods/s2net/objective.h"

namespace couplet {

/// Sparse texts with entries of either sign; about a quarter of the terms each.
template <class T>
CsrMatrix<T> random_texts(Index n, Index terms, std::uint64_t seed) {
  Random random(seed);
  std::vector<Triplet<T>> entries;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < terms; ++j)
      if (random.below(4) == 0 || j == i % terms) entries.push_back({i, j, static_cast<T>(random.normal())});
  return CsrMatrix<T>::from_triplets(n, terms, std::move(entries));
}

template <class T>
Matrix<T> random_projection(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed);
  Matrix<T> result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = static_cast<T>(random.normal());
  return result;
}

inline double cosine(const VectorD& a, const VectorD& b) {
  const double lengths = a.norm() * b.norm();
  return lengths > 0 ? a.dot(b) / lengths : 0;
}

/// The definition, term by term, in double.
inline double plain_loss(const S2NetProblem<double>& problem, const MatrixD& left, const MatrixD& right,
                         const MatrixD& projection, const S2NetLoss& loss, const std::vector<Index>& competitors) {
  const MatrixD p = left * projection.topRows(left.cols()), q = right * projection.bottomRows(right.cols());
  const auto similarity = [&](Index i, Index j) { return cosine(p.row(i).transpose(), q.row(j).transpose()); };
  const auto log_loss = [&](double difference) { return std::log1p(std::exp(-loss.gamma * difference)); };
  std::set<std::tuple<Index, Index, bool>> partners;
  for (const S2NetPair& pair : problem.pairs) {
    partners.insert({problem.query_of(pair.left), pair.right, pair.opposite});
    if (problem.one_collection()) partners.insert({problem.query_of(pair.left), pair.left, pair.opposite});
  }
  double sum = 0, weights = 0;
  for (const S2NetPair& pair : problem.pairs) {
    double total = 0;
    Index count = 0;
    for (const Index j : competitors) {
      if (partners.count({problem.query_of(pair.left), j, pair.opposite})) continue;
      const double difference = similarity(pair.left, pair.right) - similarity(pair.left, j);
      total += log_loss(pair.opposite ? -difference : difference);
      ++count;
    }
    if (count == 0) continue;
    sum += pair.weight * total / static_cast<double>(count);
    weights += pair.weight;
  }
  double result = weights > 0 ? sum / weights : 0, triple_sum = 0, triple_weights = 0;
  for (const S2NetTriple& triple : problem.triples) {
    triple_sum +=
        triple.weight * log_loss(similarity(triple.left, triple.better) - similarity(triple.left, triple.worse));
    triple_weights += triple.weight;
  }
  if (triple_weights > 0) result += loss.triple_weight * triple_sum / triple_weights;
  return result;
}

}  // namespace couplet
