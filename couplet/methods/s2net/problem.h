// What S2Net learns from: two collections of texts as vectors of terms, and which of them belong together.
#pragma once

#include <vector>

#include "couplet/linalg/operator.h"

namespace couplet {

/// Texts `left` and `right` (rows) belong together; or, opposite, are to be less alike than any others.
struct S2NetPair {
  Index left = 0, right = 0;
  double weight = 1;  // >= 0; relative to the others
  bool opposite = false;
};

/// A graded judgement: for text `left`, right text `better` suits more than `worse`.
struct S2NetTriple {
  Index left = 0, better = 0, worse = 0;
  double weight = 1;  // >= 0
};

/// Either list may be empty, not both. T = float or double is what is stored and multiplied.
template <class T>
struct S2NetProblem {
  const LinearOperator<T>* left = nullptr;   // n_left x v_left: a row a text, a column a term; entries of either sign
  const LinearOperator<T>* right = nullptr;  // n_right x v_right; the same object as left: one collection on both sides
  bool shared = false;                       // one projection for both sides (v_left = v_right)
  std::vector<S2NetPair> pairs;
  std::vector<S2NetTriple> triples;
  /// Of each left row the number of its query: rows of one number ask for the same, so that a partner of one is no
  /// negative of another. Empty: each row is a query of its own.
  std::vector<Index> queries = {};

  Index query_of(Index left_row) const { return queries.empty() ? left_row : queries[left_row]; }

  bool one_collection() const { return left == right; }
  bool one_projection() const { return shared || one_collection(); }
  /// Rows of the projection: those of the left terms, then, where the sides have their own, those of the right terms.
  Index parameter_rows() const { return left->cols() + (one_projection() ? 0 : right->cols()); }
};

/// Throws Error(internal) without collections, Error(data) for a row number that is outside, a weight that is negative
/// or not finite, weights that are all 0, no pair and no triple, a shared projection of different vocabularies, or not
/// a query for each left text.
template <class T>
void check_problem(const S2NetProblem<T>& problem);

}  // namespace couplet
