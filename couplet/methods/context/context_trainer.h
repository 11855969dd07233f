// Training a context model, with a checkpoint to go on from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/base/run.h"
#include "couplet/methods/context/context_weights.h"
#include "couplet/methods/language/training_checkpoint.h"
#include "couplet/model/model.h"

namespace couplet {

struct ContextTraining {
  double epochs = 5;
  std::int64_t batch = 6144;    // words
  std::int64_t abreast = 128;   // sentences of a block, at least: see lay_out
  std::int64_t samples = 2048;  // candidates; 0: all words
  double threshold = 1e-4;      // of the share of a word above which not all its places are predicted
  double rate = 0.004;          // warmed up, then falling in a line to a fiftieth
  std::int64_t warm_up = 500;   // batches; a tenth of all at most
  double dropout = 0.2;
  double clip = 1;              // norm of a gradient, at most
  std::int64_t checks = 1;      // an epoch: held-out text scored and checkpoint written
  std::int64_t patience = 3;    // checks without getting better, then training ends
  std::string checkpoint = {};  // file; empty: none
  bool resume = false;
  MatrixF vectors = {};  // to start from, words x dimension; rows of zeros, and none: at random
};

/// Sentences in numbers of words, none of them sentence_start or sentence_end.
using NumberedSentences = std::vector<std::span<const std::int32_t>>;

struct ContextResult {
  ContextWeights<float> weights;  // those that served the held-out text best
  std::vector<float> kept;        // by word: the share of its places that was predicted
  std::vector<TrainingCheck> history;
  double words_per_second = 0;
  bool resumed = false;
  bool stopped = false;  // before all epochs were over: the checks got no better
};

/// What the perplexity of the training text in a check is, for people.
inline constexpr const char* context_perplexity = "among the candidates";

/// counts: by word. `header` says what the checkpoint belongs to: Error(model) when one is resumed that was written
/// with other parameters or data. Resuming gives the same bits as going on would have. Work is cut into fixed pieces;
/// same bits at any number of threads.
ContextResult train_context(const ContextShape& shape, const NumberedSentences& text, const NumberedSentences& held_out,
                            std::span<const std::int64_t> counts, const ContextTraining& options,
                            const ModelHeader& header, const Run& run);

/// ln P of every word of every sentence, given all others of its sentence.
std::vector<std::vector<double>> context_log_chances(const ContextWeights<float>& weights, std::span<const float> kept,
                                                     const NumberedSentences& text, const Run& run);

/// Sentences of like length, in batches of at most so many words (a longer sentence alone): numbers of sentences. Some
/// thousand sentences at a time are sorted by length and their batches shuffled.
std::vector<std::vector<std::size_t>> context_batches(const NumberedSentences& text, std::int64_t words,
                                                      Random& random);

}  // namespace couplet
