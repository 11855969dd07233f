// What a model knows about words, as tensors of its file.
#pragma once

#include <memory>

#include "couplet/methods/rewriting/pair_kernel.h"
#include "couplet/methods/rewriting/perceptron_tagger.h"
#include "couplet/methods/rewriting/sentence.h"
#include "couplet/model/container.h"

namespace couplet {

/// Adds the parts that are not empty. The knowledge must live until the file is written.
void add_knowledge(ModelWriter& writer, const PairKnowledge& knowledge);
/// Error(model) when a table is out of range.
PairKnowledge load_knowledge(const ModelFile& file);

/// Tagger and entities; the pipeline and the other options stand in the header.
void add_sentence_options(ModelWriter& writer, const SentenceOptions& options);
void load_sentence_options(const ModelFile& file, SentenceOptions& options);

void add_tagger(ModelWriter& writer, const PerceptronTagger& tagger, const std::string& name = "tagger");
PerceptronTagger load_tagger(const ModelFile& file, const std::string& name = "tagger");

}  // namespace couplet
