// A term space and text pipelines in a model file.
#pragma once

#include <string>
#include <vector>

#include "couplet/methods/bridge/term_space.h"
#include "couplet/model/container.h"
#include "couplet/text/pipeline.h"

namespace couplet {

/// Adds the vocabularies and their weights; the space must live, unchanged, until the file is written.
void add_terms(ModelWriter& writer, const TermSpace& space);
/// The space that was added; detail "languages" says of how many. Error(model) when the parts do not fit.
TermSpace load_terms(const ModelFile& file, const TermWeighting& weighting);

/// Specifications separated by semicolons, for detail "text".
std::string spec_of(const std::vector<TextPipeline>& pipelines);
/// From detail "text"; Error(model) for another number than one or one a language.
std::vector<TextPipeline> load_pipelines(const ModelFile& file, Index languages);

/// The first words of a language's terms, as a text: for self-tests.
std::string some_words(const TermSpace& space, Index language, Index count);

}  // namespace couplet
