// A vocabulary as two tensors of a model file: NAME.bytes (all words, one after the other) and NAME.offsets.
#pragma once

#include <string>

#include "couplet/model/container.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Adds both tensors; the vocabulary must live, unchanged, until the file is written.
void add_vocabulary(ModelWriter& writer, const std::string& name, const Vocabulary& vocabulary);

/// The same for a vocabulary made only to be saved: the writer keeps a copy.
void add_vocabulary(ModelWriter& writer, const std::string& name, Vocabulary&& vocabulary);

/// The vocabulary of that name (a copy). Error(model) with the file's path when a tensor is missing, the offsets do not
/// fit or a word occurs twice.
Vocabulary load_vocabulary(const ModelFile& file, const std::string& name);

}  // namespace couplet
