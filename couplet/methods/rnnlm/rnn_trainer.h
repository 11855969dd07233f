// Training a recurrent language model, with a checkpoint to go on from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/language/training_checkpoint.h"
#include "couplet/methods/rnnlm/rnn_network.h"
#include "couplet/methods/rnnlm/rnn_optimiser.h"
#include "couplet/model/model.h"

namespace couplet {

struct RnnTraining {
  std::int64_t epochs = 10;
  std::int64_t streams = 64;  // texts side by side
  std::int64_t steps = 20;    // words of back-propagation through time
  double rate = 0.002;        // falls in a line to a twentieth of it; halved when the held-out text gets no better
  double dropout = 0.3;
  double clip = 1;              // norm of a gradient, at most
  std::int64_t checks = 1;      // an epoch: held-out text scored and checkpoint written
  bool fresh_sentences = true;  // the state is set to zero where a sentence begins
  std::string checkpoint;       // file; empty: none
  bool resume = false;
  MatrixF embedding = {};  // word vectors to start from, words x hidden; rows of zeros, and none: at random
};

struct RnnResult {
  RnnWeights<float> weights;  // those that served the held-out text best
  std::vector<TrainingCheck> history;
  double words_per_second = 0;
  bool resumed = false;
  bool stopped = false;  // before all epochs were over: the checks got no better
};

/// What the perplexity of the training text in a check is, for people.
inline constexpr const char* rnn_perplexity = "of the training text";

/// Texts are numbers of words with sentence_end after each sentence. `header` says what the checkpoint belongs to:
/// Error(model) when one is resumed that was written with other parameters or data. Resuming gives the same bits as
/// going on would have. Blocks of 32 streams run in parallel; same bits at any number of threads.
RnnResult train_rnn(const RnnShape& shape, const WordClasses& classes, std::span<const std::int32_t> text,
                    std::span<const std::int32_t> held_out, const RnnTraining& options, const ModelHeader& header,
                    const Run& run);

/// Sum of ln P of the words of a text after the first, read as one text (or afresh at sentences).
double rnn_log_chance(const RnnShape& shape, const WordClasses& classes, const RnnWeights<float>& weights,
                      std::span<const std::int32_t> text, bool fresh_sentences, const Run& run);

}  // namespace couplet
