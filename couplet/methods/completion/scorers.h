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
};

/// The names of the scorers of each model. A language model gives the probability of the filled text ("ngram-kn",
/// "rnnlm", ...; a second of the same kind is "ngram-kn-2"); LSA gives "lsa-total", "lsa-cosine", "lsa-reconstruct" and
/// "lsa-unknown", and "lsa-lm" when there is an n-gram model too, the first of which is mixed in (weight 0.1 on LSA).
/// A context model gives "context" (the words of the filled text given all others), "context-blank" (the fillers alone)
/// and "context-prior" (the fillers without context). Other models that complete sentences give their score.
std::vector<std::vector<std::string>> scorer_names(std::span<const std::unique_ptr<Model>> models);

/// Those of all models, then the outside ones of the questions.
std::vector<std::string> all_scorers(std::span<const std::unique_ptr<Model>> models,
                                     std::span<const BlankQuestion> questions);

/// By model, whether a wanted scorer needs it: its own, lsa-lm the first n-gram model too. The first of two models of a
/// kind is needed with the second, whose name says that it is the second.
std::vector<bool> needed_models(std::span<const std::unique_ptr<Model>> models, std::span<const std::string> wanted);

/// The wanted columns, in that order; what none of them needs is not computed. One that is not there (outside scores
/// that were not given) is not known. Error(usage) for a model that cannot complete sentences.
ScorerTable score_all(std::span<const std::unique_ptr<Model>> models, std::span<const BlankQuestion> questions,
                      std::span<const std::string> wanted, const Run& run);

}  // namespace couplet
