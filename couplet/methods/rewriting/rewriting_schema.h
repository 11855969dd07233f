// The parameters of fit rewriting, and what they mean.
#pragma once

#include <memory>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rewriting/pair_kernel.h"
#include "couplet/methods/rewriting/sentence.h"
#include "couplet/methods/rewriting/svm.h"
#include "couplet/model/container.h"
#include "couplet/model/parameters.h"

namespace couplet {

std::vector<Parameter> rewriting_parameters();

/// How sentences are read. Error(usage) for tags or entities that the other parameters do not go with; Error(io) when a
/// source is missing.
SentenceOptions sentence_options(const Parameters& parameters, const Run& run);

/// The sum of kernels. Error(usage) for specs that make no sense, or types that lack their source.
PairKernelOptions kernel_options(const Parameters& parameters);

/// WordNet, word list and neighbours, as far as the kernel's types need them. `words`: those of the training data, for
/// neighbours.
TypeSources type_sources(const Parameters& parameters, const PairKernelOptions& kernel,
                         const std::vector<SentencePair>& pairs, const Run& run);

/// C and weights to try, in the order given. labels: for "balanced".
std::vector<SvmOptions> svm_trials(const Parameters& parameters, const std::vector<int>& labels);

/// What a saved model's header says about sentences and kernel; tagger and entities are tensors. Error(model) when it
/// makes no sense.
SentenceOptions saved_sentence_options(const ModelFile& file);
PairKernelOptions saved_kernel_options(const ModelFile& file);

}  // namespace couplet
