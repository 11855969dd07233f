// What several models say about the options of questions, side by side.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/methods/completion/outside_scores.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/model.h"

namespace couplet {

/// One row a scorer: its name and where its column stands.
struct ScorerTable {
  std::vector<std::string> names;
  std::vector<MatrixD> questions;  // options x scorers each; NaN: not known

  /// These columns, in the order of the names; outside ones that are not there are not known. Error(usage) that names
  /// those there are.
  ScorerTable only(const std::vector<std::string>& wanted) const;
};

/// Columns in the order of the models. A language model gives the probability of the filled text ("ngram-kn", "rnnlm",
/// ...; a second of the same kind is "ngram-kn-2"); LSA gives "lsa-total", "lsa-cosine", "lsa-reconstruct" and
/// "lsa-unknown", and "lsa-lm" when there is an n-gram model too, the first of which is mixed in (weight 0.1 on LSA).
/// A context model gives "context" (the words of the filled text given all others), "context-blank" (the fillers alone)
/// and "context-prior" (the fillers without context). Other models that complete sentences give their score.
/// Error(usage) for a model that cannot. outside: columns after those.
ScorerTable score_all(std::span<const std::unique_ptr<Model>> models, std::span<const BlankQuestion> questions,
                      const Run& run, std::vector<OutsideScores> outside = {});

}  // namespace couplet
