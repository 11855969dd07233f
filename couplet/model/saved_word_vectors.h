// Word vectors as tensors of a model file: PREFIXwords.* (the vocabulary), PREFIXvectors and, where there are subwords,
// PREFIXsubword_lengths and PREFIXsubword_vectors.
#pragma once

#include <string>

#include "couplet/lexicon/word_vectors.h"
#include "couplet/model/container.h"

namespace couplet {

/// Adds the tensors; the vectors must live until the file is written.
void add_word_vectors(ModelWriter& writer, const std::string& prefix, const WordVectors& vectors);

/// The vectors where they lie in the file, which they keep alive. Error(model) with the file's path when a tensor is
/// missing, the shapes do not fit, there is no vector, or the lengths of subwords make no sense.
WordVectors load_word_vectors(const ModelFile& file, const std::string& prefix);

}  // namespace couplet
