// S2Net (Yih, Toutanova, Platt and Meek 2011) on documents in two languages.
#pragma once

#include "couplet/linalg/shared_sparse.h"
#include "couplet/methods/s2net/trainer.h"

namespace couplet {

/// The texts of n documents in two languages, over one term space of v terms.
struct BilingualTexts {
  const OwnedRows<double>& left;   // n x v
  const OwnedRows<double>& right;  // n x v
};

/// Trains a projection (v x k) to rank each text's counterpart first, and of judged texts the better before the worse
/// (triples: rows of left and right; texts there that are in no pair have no counterpart). pairs: row i of left and
/// right belong together for i below it; rows of the same left text are one query, none of whose right texts is a
/// negative, and competitors are the different right texts of the pairs. development: empty (0 documents) for none;
/// else training ends when its figure has not risen for a while, and the best projection is returned. The figure is the
/// mean reciprocal rank over both directions, less a hundredth of the cross-entropy: few held-out documents are soon
/// all ranked first, and the entropy still tells. Throws as train_s2net.
S2NetResult<float> train_bridge(const BilingualTexts& texts, Index pairs, std::vector<S2NetTriple> triples,
                                const MatrixD& start, const BilingualTexts& development, const S2NetOptions& options,
                                const Run& run);

/// The same options, competitors being the right texts of pairs alone, as they are numbered there.
S2NetOptions among_partners(S2NetOptions options, const S2NetProblem<float>& problem);

/// The iteration whose development figure is the best; 0: the start.
Index best_iteration(const S2NetReport& report);

}  // namespace couplet
