#include "couplet/methods/bridge/bridge_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "couplet/base/error.h"

namespace couplet {

std::string_view name_of(BridgeKind kind) {
  switch (kind) {
    case BridgeKind::untranslated:
      return "untranslated";
    case BridgeKind::word_by_word:
      return "word-by-word";
    case BridgeKind::cl_lsi:
      return "cl-lsi";
    case BridgeKind::opca:
      return "opca";
    case BridgeKind::cca:
      return "cca";
    case BridgeKind::dda:
      return "dda";
    case BridgeKind::s2net:
      return "s2net";
    case BridgeKind::lsi:
      return "lsi";
    case BridgeKind::pca:
      return "pca";
  }
  throw Error(ErrorCode::internal, "", "a method of the bridge without a name");
}

std::vector<TextPipeline> parse_pipelines(std::string_view specs) {
  std::vector<TextPipeline> pipelines;
  for (std::size_t begin = 0; begin <= specs.size();) {
    const std::size_t end = std::min(specs.find(';', begin), specs.size());
    pipelines.push_back(TextPipeline::parse(specs.substr(begin, end - begin)));
    begin = end + 1;
  }
  return pipelines;
}

std::vector<TextPipeline> pipelines_of(const Parameters& parameters) {
  const bool given =
      parameters.known("weighting") && TermWeighting::parse(parameters.text("weighting")).tf == TermFrequency::given;
  return parse_pipelines(given && !parameters.given("text") ? "space" : parameters.text("text"));
}

LanguagePair parse_sides(std::string_view text, Index languages) {
  LanguagePair sides;
  const char* end = text.data() + text.size();
  const auto left = std::from_chars(text.data(), end, sides.left);
  const bool comma = left.ec == std::errc() && left.ptr != end && *left.ptr == ',';
  const auto right = std::from_chars(comma ? left.ptr + 1 : end, end, sides.right);
  if (!comma || right.ec != std::errc() || right.ptr != end || std::min(sides.left, sides.right) < 1 ||
      std::max(sides.left, sides.right) > languages)
    throw Error(ErrorCode::usage, "--sides", "'" + std::string(text) + "' is not two of the languages",
                fmt::format("write two numbers from 1 to {}, like 1,2", languages));
  --sides.left;
  --sides.right;
  return sides;
}

TermOptions term_options(BridgeKind kind, const Parameters& parameters) {
  TermOptions options;
  options.terms = parameters.integer("terms");
  options.drop_frequent = parameters.has("drop-frequent") ? parameters.integer("drop-frequent") : -1;
  options.min_documents = parameters.integer("min-documents");
  options.weighting = TermWeighting::parse(parameters.text("weighting"));
  const bool apart = kind == BridgeKind::cca || kind == BridgeKind::word_by_word;
  if (options.weighting.tf == TermFrequency::given && options.drop_frequent < 0) options.drop_frequent = 0;
  options.shared =
      kind == BridgeKind::untranslated || is_single(kind) || (!apart && parameters.text("vocabulary") == "shared");
  if (kind == BridgeKind::s2net && parameters.text("start") == "cca") {
    if (parameters.given("vocabulary") && options.shared)
      throw Error(ErrorCode::usage, "--vocabulary", "cca has a vocabulary for each language",
                  "use --vocabulary separate, or start from opca");
    options.shared = false;
  }
  return options;
}

Index usual_dimensions(BridgeKind kind, std::int64_t documents) {
  constexpr Index least = 200, most = 1000, most_of_many = 300;
  constexpr std::int64_t many = 5000;  // documents; each evaluation of s2net takes documents^2 dimensions
  const Index limit = kind == BridgeKind::s2net && documents > many ? most_of_many : most;
  return std::clamp<Index>((5 * documents + 5) / 6, least, limit);
}

ProjectionOptions projection_options(BridgeKind kind, const Parameters& parameters, std::int64_t documents) {
  ProjectionOptions options;
  options.asked = parameters.has("dimensions");
  options.dimension = options.asked ? parameters.integer("dimensions") : usual_dimensions(kind, documents);
  options.exact = parameters.flag("exact");
  return options;
}

S2NetOptions s2net_options(const Parameters& parameters) {
  S2NetOptions options;
  options.loss.gamma = parameters.real("gamma");
  options.loss.squared = parameters.text("loss") == "squared";
  options.loss.pull = parameters.real("pull");
  options.optimiser.max_evaluations = parameters.integer("evaluations");
  options.patience = parameters.integer("patience");
  options.competitors = parameters.integer("competitors");
  return options;
}

}  // namespace couplet
