// The methods of the bridge and their parameters.
#pragma once

#include <string_view>
#include <vector>

#include "couplet/methods/bridge/bridge_model.h"
#include "couplet/methods/bridge/projection.h"
#include "couplet/methods/bridge/s2net_bridge.h"
#include "couplet/methods/bridge/term_space.h"
#include "couplet/model/parameters.h"
#include "couplet/text/pipeline.h"

namespace couplet {

enum class BridgeKind { untranslated, word_by_word, cl_lsi, opca, cca, dda, s2net, lsi, pca };

/// Are there directions in order, a linear map of each text's words: cl_lsi, opca, cca, dda?
constexpr bool is_linear(BridgeKind kind) {
  return kind == BridgeKind::cl_lsi || kind == BridgeKind::opca || kind == BridgeKind::cca || kind == BridgeKind::dda;
}

/// Is it learned from one collection, whose texts need no counterparts: lsi, pca?
constexpr bool is_single(BridgeKind kind) { return kind == BridgeKind::lsi || kind == BridgeKind::pca; }

/// The method's name.
std::string_view name_of(BridgeKind kind);

/// Which words of which texts count: the parameters that every method of the job has.
std::vector<Parameter> vocabulary_parameters();
/// --sides
Parameter sides_parameter();
/// All parameters of one method.
std::vector<Parameter> bridge_parameters(BridgeKind kind);

/// "nfkc,lower,icu" or one pipeline a language, separated by semicolons. Error(usage) as TextPipeline::parse.
std::vector<TextPipeline> parse_pipelines(std::string_view specs);

/// Those of --text; of words that carry their weights, and without --text, what white space separates.
std::vector<TextPipeline> pipelines_of(const Parameters& parameters);

/// "1,3": the first and the third language. Error(usage) for another form, or a number above `languages`.
LanguagePair parse_sides(std::string_view text, Index languages);

TermOptions term_options(BridgeKind kind, const Parameters& parameters);
/// Dimensions when none are asked for: more are better as a rule, until they are as many as the documents.
Index usual_dimensions(BridgeKind kind, std::int64_t documents);
ProjectionOptions projection_options(BridgeKind kind, const Parameters& parameters, std::int64_t documents);
S2NetOptions s2net_options(const Parameters& parameters);

}  // namespace couplet
