// The loss of S2Net (Yih, Toutanova, Platt and Meek 2011, section 3.2) and its gradient.
#pragma once

#include <vector>

#include "couplet/methods/s2net/all_negatives.h"
#include "couplet/methods/s2net/links.h"
#include "couplet/methods/s2net/problem.h"

namespace couplet {

struct S2NetLoss {
  double gamma = 10;         // steepness; > 0
  bool squared = false;      // squared errors in the place of ranking
  double triple_weight = 1;  // of the mean over triples, beside the mean over pairs
  double pull = 0;           // lambda of lambda/2 |A - A0|^2; >= 0
};

/// With f the vector of a text, A (terms x k) the projection of its side, g = A^T f, sim = cosine (0 where a g is 0):
///
///   loss = mean over pairs i and competitors j of log(1 + exp(-gamma D_ij))
///        + triple_weight * mean over triples of log(1 + exp(-gamma (sim(left, better) - sim(left, worse))))
///        + pull / 2 * |A - A0|^2
///   D_ij = sim(p_i, q_i) - sim(p_i, q_j), for an opposite pair sim(p_i, q_j) - sim(p_i, q_i)
///
/// squared: the terms of a pair are 1/2 (1 - sim(p_i, q_i))^2 + mean over competitors of 1/2 sim(p_i, q_j)^2, those of
/// a triple 1/2 (1 - sim(left, better))^2 + 1/2 sim(left, worse)^2; there are no opposite pairs then.
///
/// Competitors are all right texts, or those given; which of them count for a pair is said at Contests. With every text
/// in one pair this is the paper's mean over all i != j.
template <class T>
class S2NetObjective {
 public:
  /// The collections of `problem` must outlive this. competitors: right rows, ascending, none twice; empty: all of
  /// them. Throws as check_problem and Contests do; Error(usage) for an impossible loss.
  S2NetObjective(const S2NetProblem<T>& problem, const S2NetLoss& loss, std::vector<Index> competitors = {});

  /// A0 of the regulariser; parameter_rows() x k. Needed when pull > 0. Kept by reference.
  void set_start(const Matrix<T>* start) { start_ = start; }

  /// Loss and gradient at a projection; both parameter_rows() x k. Cost: that of compare_with_all, and one product with
  /// each collection and its transpose. Memory: 3 (n_left + n_right) k numbers at most, kept between calls, and bounded
  /// blocks. A projection with values that are not finite gives NaN and a gradient of 0. Not for several threads at
  /// once. Same bits at any thread count. Checks run.stop.
  double evaluate(const ConstRef<T>& projection, MutableRef<T> gradient, const Run& run);

  /// Texts on either side that are zero at the last evaluated projection: their similarity to anything is 0.
  Index empty_texts() const { return empty_texts_; }

 private:
  struct Side {
    const LinearOperator<T>* texts = nullptr;
    Matrix<T> unit;      // projected texts, scaled to length 1
    VectorD length;      // before that; 0 for an empty text
    Matrix<T> gradient;  // by the projected texts
  };
  /// Projects a side and scales its rows. False when a row is not finite.
  bool project(Side& side, const ConstRef<T>& projection, const Run& run);
  /// Derivatives by unit rows to derivatives by the projected rows: those of comparisons and of links together.
  void finish_left(const Run& run);
  void finish_right(const Run& run);
  void add_to_right_row(Index row, VectorD& sum) const;
  void finish_row(Side& side, Index row, VectorD& sum);
  double add_pull(const ConstRef<T>& projection, MutableRef<T> gradient, const Run& run) const;
  double add_triples();
  Side& right() { return one_collection_ ? left_ : right_; }

  S2NetLoss loss_;
  bool one_collection_, one_projection_;
  std::vector<S2NetTriple> triples_;  // weights add up to 1
  std::vector<Index> competitors_;    // empty: all right rows
  std::vector<Index> competitor_of_;  // right row -> competitor, -1: none; empty when all are
  Contests contests_;
  Links links_;  // contests, then the better and the worse of each triple
  Side left_, right_;
  Matrix<T> competitors_unit_;
  NegativesResult<T> negatives_;
  std::vector<double> similarities_, coefficients_;  // of the links
  const Matrix<T>* start_ = nullptr;
  Index empty_texts_ = 0;
};

}  // namespace couplet
