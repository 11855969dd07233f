#include "couplet/methods/bridge/bridge_methods.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/bridge/bridge_fit.h"

namespace couplet {
namespace {

void require_two(const DocumentCounts& documents, BridgeKind kind) {
  if (documents.languages.size() != 2)
    throw Error(ErrorCode::usage, "",
                fmt::format("{} takes two languages, here are {}", name_of(kind), documents.languages.size()),
                "use opca, cca, dda or cl-lsi for more");
}

void report_terms(const DocumentCounts& documents, const TermSpace& space, FitReport& report) {
  if (space.shared()) {
    if (space.languages() > 1)
      report.add("terms", fmt::format("{}, shared", space.rows()));
    else
      report.add("terms", space.rows());
    return;
  }
  for (std::size_t m = 0; m < documents.languages.size(); ++m)
    report.add("terms", fmt::format("{} of {} in {}", space.lists()[m].words.size(),
                                    documents.languages[m].words.size(), documents.names[m]));
}

template <BridgeKind kind>
Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  Fitted fitted;
  auto pipelines = pipelines_of(parameters);
  const TermOptions options = term_options(kind, parameters);
  const bool weighted = options.weighting.tf == TermFrequency::given;
  const DocumentCounts documents =
      is_single(kind) ? count_texts(data, pipelines, run, weighted) : count_documents(data, pipelines, run, weighted);
  if (kind == BridgeKind::s2net || kind == BridgeKind::word_by_word) require_two(documents, kind);
  LanguagePair sides{0, is_single(kind) ? 0 : 1};
  if constexpr (is_linear(kind) || kind == BridgeKind::untranslated)
    sides = parse_sides(parameters.text("sides"), std::ssize(documents.languages));
  report_documents(documents, fitted.report, run);
  TermSpace space = choose_terms(documents, options);
  report_terms(documents, space, fitted.report);
  TermProjection projection = fit_projection(kind, data, documents, space, sides, parameters, fitted.report, run);

  space = space.with_power(parameters.real("idf-power"));
  ModelHeader header = fitting.header(documents.documents(), documents.fingerprint,
                                      bridge_details(pipelines, projection, sides, documents, space, run));
  fitted.model = std::make_unique<BridgeModel>(std::move(header), std::move(space), std::move(pipelines),
                                               std::move(projection), sides);
  return fitted;
}

/// The documents are not counted before they are read.
std::string projection_memory(BridgeKind kind, std::int64_t terms, const Parameters& parameters) {
  constexpr std::int64_t bytes = 24;  // a term and dimension
  if (parameters.has("dimensions"))
    return format_bytes(terms * parameters.integer("dimensions") * bytes) + " for the projection";
  const std::int64_t most = usual_dimensions(kind, std::numeric_limits<std::int32_t>::max());
  return fmt::format("at most {} for the projection of {} dimensions; less for few documents",
                     format_bytes(terms * most * bytes), most);
}

/// By the Cholesky route, the dearest: the factor, and products with it for some three vectors a dimension.
std::string eigenproblem_time(BridgeKind kind, std::int64_t terms, const Parameters& parameters) {
  constexpr double operations_a_second = 2e10;
  const auto v = static_cast<double>(terms);
  const auto k =
      static_cast<double>(projection_options(kind, parameters, std::numeric_limits<std::int32_t>::max()).dimension);
  return fmt::format("at most about {:.0f} s of a processor for the eigenproblem, roughly; less for few documents",
                     std::ceil((v * v * v / 3 + 12 * v * v * k) / operations_a_second));
}

template <BridgeKind kind>
std::vector<std::pair<std::string, std::string>> plan(const Data&, const Parameters& parameters, const Run&) {
  const std::int64_t terms = parameters.integer("terms");
  std::vector<std::pair<std::string, std::string>> steps = {
      {"passes over the data", "1"}, {"memory", "8 bytes a distinct word of a text, for each language"}};
  if constexpr (is_linear(kind) || is_single(kind) || kind == BridgeKind::s2net)
    steps.emplace_back("memory", projection_memory(kind, terms, parameters));
  if constexpr (kind == BridgeKind::opca || kind == BridgeKind::cca || kind == BridgeKind::s2net)
    steps.emplace_back("memory",
                       "at most " + format_bytes(terms * terms * 12) + " for the eigenproblem; less for few documents");
  if constexpr (kind == BridgeKind::opca || kind == BridgeKind::cca)
    steps.emplace_back("time", eigenproblem_time(kind, terms, parameters));
  else
    steps.emplace_back("time", "not estimated");
  return steps;
}

template <BridgeKind kind>
Method method(const char* summary, const char* data, std::vector<std::string> examples) {
  return {.name = std::string(name_of(kind)),
          .job = "bridge",
          .summary = summary,
          .data = data,
          .parameters = bridge_parameters(kind),
          .examples = std::move(examples),
          .plan = plan<kind>,
          .fit = fit<kind>,
          .load = BridgeModel::load,
          .in_team = true,
          .by_segments = true};
}

}  // namespace

std::vector<Method> bridge_methods() {
  constexpr const char *two = "PAIRS | LEFT RIGHT", *more = "PAIRS | LEFT RIGHT...";
  return {
      method<BridgeKind::opca>("one space for texts of several languages by oriented PCA: the one to start with", more,
                               {"couplet fit opca pairs.tsv --dimensions 50 -o opca.couplet",
                                "couplet fit opca left.txt right.txt --regulariser 1 -o opca.couplet"}),
      method<BridgeKind::cca>("one space for texts of several languages by canonical correlations", more,
                              {"couplet fit cca left.txt right.txt --regulariser 10 -o cca.couplet"}),
      method<BridgeKind::cl_lsi>("one space for texts of several languages by the SVD of both together", more,
                                 {"couplet fit cl-lsi left.txt right.txt --dimensions 50 -o cl-lsi.couplet"}),
      method<BridgeKind::dda>("opca in two stages, for very large vocabularies", more,
                              {"couplet fit dda pairs.tsv --blocks 2 --dimensions 50 -o dda.couplet"}),
      method<BridgeKind::s2net>("one space for texts of two languages, trained to rank: the best for few documents",
                                two, {"couplet fit s2net left.txt right.txt --dimensions 50 -o s2net.couplet"}),
      method<BridgeKind::lsi>("the texts of one collection by their SVD; also for texts that are translated already",
                              "TEXTS...", {"couplet fit lsi left.txt --dimensions 50 -o lsi.couplet"}),
      method<BridgeKind::pca>("the texts of one collection by their principal components: a baseline", "TEXTS...",
                              {"couplet fit pca left.txt right.txt --dimensions 50 -o pca.couplet"}),
      method<BridgeKind::word_by_word>("texts of two languages by a table of translated words: a baseline", two,
                                       {"couplet fit word-by-word pairs.tsv -o lexical.couplet"}),
      method<BridgeKind::untranslated>("texts of several languages by the words they share: a baseline", more,
                                       {"couplet fit untranslated pairs.tsv -o shared.couplet"}),
  };
}

}  // namespace couplet
