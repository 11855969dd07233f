#include "couplet/methods/bridge/topic_methods.h"

#include <fmt/format.h>

#include "couplet/methods/bridge/bridge_fit.h"
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/plsa.h"
#include "couplet/methods/bridge/saved_terms.h"
#include "couplet/methods/bridge/topic_model.h"

namespace couplet {
namespace {

using enum ParameterType;

constexpr Index shown_topics = 5, shown_words = 6;

std::vector<Parameter> parameters_of(bool coupled) {
  std::vector<Parameter> all = vocabulary_parameters();
  all.insert(all.end(),
             {
                 Parameter::one_of(
                     "vocabulary", "separate",
                     "separate: a topic has a distribution over each language's words; shared: one over all words",
                     {"separate", "shared"}),
                 {"topics", integer, "200", "how many topics", 1, 100000},
                 {"iterations", integer, coupled ? "20" : "100", "iterations of expectation-maximisation", 1, 1000000},
                 {"alpha", real, "1.1", "prior of a text's topics", 1, 1000},
                 {"beta", real, "1.01", "prior of a topic's words", 1, 1000},
                 {"fold-in", integer, "1", "iterations that give a new text its topics", 1, 1000},
             });
  all.push_back(Parameter::one_of("distance", "l1", "how the topics of two texts are compared",
                                  {"l1", "jensen-shannon", "hellinger", "cosine"}));
  if (!coupled) return all;
  all.push_back({"projection-steps", integer, "10", "steps that make the topics of both texts agree", 1, 1000});
  all.push_back({"strength", real, "1000", "how far the topics may be drawn together, in text lengths", 0, 1e6});
  return all;
}

TermOptions term_options_of(const Parameters& parameters) {
  TermOptions options;
  options.terms = parameters.integer("terms");
  options.drop_frequent = parameters.has("drop-frequent") ? parameters.integer("drop-frequent") : -1;
  options.min_documents = parameters.integer("min-documents");
  options.shared = parameters.text("vocabulary") == "shared";
  options.weighting = {TermFrequency::raw, InverseDocumentFrequency::none, {}};
  return options;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

template <bool coupled>
Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  Fitted fitted;
  auto pipelines = parse_pipelines(parameters.text("text"));
  const DocumentCounts documents = count_documents(data, pipelines, run);
  report_documents(documents, fitted.report, run);
  TermSpace space = choose_terms(documents, term_options_of(parameters));
  PlsaOptions options;
  const Index asked = parameters.integer("topics");
  options.topics = std::clamp<Index>(documents.documents(), 1, asked);  // more topics than documents would all be alike
  if (options.topics < asked)
    run.observer->warn(
        fmt::format("{} topics asked, there are {} documents; using {}", asked, documents.documents(), options.topics));
  options.iterations = parameters.integer("iterations");
  options.alpha = parameters.real("alpha");
  options.beta = parameters.real("beta");
  options.coupled = coupled;
  if constexpr (coupled) {
    options.projection_steps = parameters.integer("projection-steps");
    options.strength = parameters.real("strength");
  }
  std::vector<Index> blocks;
  for (Index m = 0; m < (space.shared() ? 1 : space.languages()); ++m) blocks.push_back(space.first_row(m));
  const Plsa plsa = train_plsa(weighted_languages(documents, space, false), blocks, options, run);
  if (space.shared())
    fitted.report.add("terms", fmt::format("{}, shared", space.rows()));
  else
    fitted.report.add("terms", space.rows());
  fitted.report.add("topics", options.topics);
  fitted.report.add("log-likelihood a word", fmt::format("{:.4f} to {:.4f}, {} iterations", plsa.log_likelihood.front(),
                                                         plsa.log_likelihood.back(), options.iterations));
  ModelHeader header =
      fitting.header(documents.documents(), documents.fingerprint,
                     {{"text", spec_of(pipelines)}, {"languages", fmt::format("{}", space.languages())}});
  auto model = std::make_unique<TopicModel>(
      std::move(header), std::move(space), std::move(pipelines), plsa.words.cast<float>(),
      FoldIn{options.alpha, parameters.integer("fold-in")}, parse_distance(parameters.text("distance")));
  for (Index topic = 0; topic < std::min(shown_topics, options.topics); ++topic)
    fitted.report.add(fmt::format("topic {}", topic), joined(model->top_words(topic, 0, shown_words)) + " / " +
                                                          joined(model->top_words(topic, 1, shown_words)));
  fitted.model = std::move(model);
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the data", "1"},
          {"memory", format_bytes(parameters.integer("terms") * parameters.integer("topics") * 24) +
                         " for each language's words, and as much again a document as a word"}};
}

template <bool coupled>
Method method(const char* summary, const char* data, std::vector<std::string> examples) {
  return {.name = coupled ? "cplsa" : "jplsa",
          .job = "bridge",
          .summary = summary,
          .data = data,
          .parameters = parameters_of(coupled),
          .examples = std::move(examples),
          .plan = plan,
          .fit = fit<coupled>,
          .load = TopicModel::load};
}

}  // namespace

std::vector<Method> topic_methods() {
  return {method<false>("topics of documents in several languages, one mixture a document", "PAIRS | LEFT RIGHT...",
                        {"couplet fit jplsa pairs.tsv --topics 10 --iterations 20 -o jplsa.couplet"}),
          method<true>("topics of documents in two languages, a mixture a text, drawn together", "PAIRS | LEFT RIGHT",
                       {"couplet fit cplsa pairs.tsv --topics 10 --iterations 20 -o cplsa.couplet"})};
}

}  // namespace couplet
