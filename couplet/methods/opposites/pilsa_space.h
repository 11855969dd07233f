// From signed entries to unit vectors of words: the decomposition behind a PILSA model.
#pragma once

#include <memory>
#include <vector>

#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/opposites/signed_entries.h"

namespace couplet {

/// Vectors of the words, and what explanations need.
struct PilsaSpace {
  std::shared_ptr<std::vector<float>> vectors;     // words x k, unit rows
  std::vector<float> lengths, singular;            // of the rows before scaling; k singular values
  std::shared_ptr<std::vector<float>> projection;  // entries x k; null: U + leak R, which follows from the rest
  std::int64_t outside = 0;                        // words that the k dimensions say nothing of
};

/// W ~ U S V^T. Error(not_converged) when the iteration stops early, Error(io) over the memory budget.
TruncatedSvd<float> decompose(const SignedEntries& entries, Index dimensions, const Run& run);

/// Rows of V S + leak W^T R. Cost: k operations a cell of W and number of the space.
PilsaSpace space_of(const SignedEntries& entries, const TruncatedSvd<float>& svd, double leak, const Run& run);

/// U + leak R: what W^T is multiplied with to give the rows of space_of(). Entries x k.
MatrixF projection_of(const TruncatedSvd<float>& svd, double leak, const Run& run);

/// The space of another projection: rows of W^T P.
PilsaSpace space_of(const SignedEntries& entries, const MatrixF& projection, const PilsaSpace& before, const Run& run);

}  // namespace couplet
