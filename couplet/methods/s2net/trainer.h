// Training S2Net: full-batch L-BFGS from any projection, ended early by a development set.
#pragma once

#include <functional>
#include <vector>

#include "couplet/linalg/lbfgs.h"
#include "couplet/methods/s2net/objective.h"

namespace couplet {

struct S2NetOptions {
  S2NetLoss loss = {};
  LbfgsOptions optimiser = {.max_evaluations = 100};  // limits are for one sample of competitors
  /// Iterations without a better development figure before training ends. It over-fits within some dozen evaluations
  /// where data are few, so give a development figure, or few evaluations.
  Index patience = 5;
  /// Right texts every pair is compared with; 0: all. Fewer are drawn by weight (n_right of them; empty: equal), seeded
  /// by run.seed, and are the same for all pairs, so that the work stays matrix products.
  Index competitors = 0;
  std::vector<double> competitor_weights = {};  // a text of weight 0 is never a competitor, drawn or not
  /// Fresh samples of competitors, one after the other, each with the optimiser's limits and a history of its own.
  Index samples = 1;
};

/// A figure of merit of a projection on held-out data, higher is better.
template <class T>
using DevelopmentFigure = std::function<double(const Matrix<T>& projection)>;

/// After an iteration; the first entry is the start.
struct S2NetTrace {
  Index evaluations = 0;
  double loss = 0;
  double development = 0;  // 0 without a development figure
};

struct S2NetReport {
  Index iterations = 0, evaluations = 0;
  double first_loss = 0, loss = 0;  // of the last sample: at the start of training, and at the returned projection
  double development = 0;           // of the returned projection
  Index empty_texts = 0;            // texts without a vector; similar to nothing
  LbfgsEnd end = LbfgsEnd::iterations;
  std::vector<S2NetTrace> trace;
};

template <class T>
struct S2NetResult {
  Matrix<T> projection;  // as the start
  S2NetReport report;
};

/// start: problem.parameter_rows() x k, k >= 1: rows of the left terms, then (own projections) of the right terms.
/// Returns the best projection by the development figure (the start counts, the first of equals wins), without one the
/// last.
///
/// Time: an evaluation of S2NetObjective at a time. Memory: that, and (2 history + 7) projections. Progress and stop
/// through run. Same bits at any thread count. Throws as the objective and lbfgs do, Error(data) for a start that does
/// not fit, is not finite or projects every text to 0, or a development figure that is not a number; Error(usage) for
/// impossible options.
template <class T>
S2NetResult<T> train_s2net(const S2NetProblem<T>& problem, Matrix<T> start, const S2NetOptions& options,
                           const DevelopmentFigure<T>& development, const Run& run);

}  // namespace couplet
