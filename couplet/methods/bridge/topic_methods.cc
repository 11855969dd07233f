#include "couplet/methods/bridge/topic_methods.h"

#include <fmt/format.h>

#include "couplet/methods/bridge/bridge_fit.h"
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/saved_terms.h"
#include "couplet/methods/bridge/topic_fit.h"
#include "couplet/model/published.h"

namespace couplet {
namespace {

using enum ParameterType;

constexpr Index shown_topics = 5, shown_words = 6;

/// plsa: one collection; joint: a mixture for all texts of a document; coupled: one each, drawn together.
enum class TopicKind { plsa, joint, coupled };

std::vector<Parameter> own_parameters_of(TopicKind kind) {
  const bool coupled = kind == TopicKind::coupled;
  std::vector<Parameter> all = vocabulary_parameters();
  if (kind != TopicKind::plsa)
    all.push_back(
        Parameter::one_of("vocabulary", "separate",
                          "separate: a topic has a distribution over each language's words; shared: one over all words",
                          {"separate", "shared"}));
  if (kind == TopicKind::joint) all.push_back(sides_parameter());
  all.insert(all.end(), {
                            {"topics", integer, "200", "how many topics", 1, 100000},
                            {"iterations", integer, coupled ? "20" : "100",
                             kind == TopicKind::plsa
                                 ? "iterations of expectation-maximisation"
                                 : "iterations of expectation-maximisation; at most, where documents are kept apart",
                             1, 1000000},
                            {"alpha", real, "1.1", "prior of a text's topics", 1, 1000},
                            {"beta", real, "1.01", "prior of a topic's words", 1, 1000},
                            {"fold-in", integer, "1", "iterations that give a new text its topics", 1, 1000},
                        });
  all.push_back(Parameter::one_of("distance", "l1", "how the topics of two texts are compared",
                                  {"l1", "jensen-shannon", "hellinger", "cosine"}));
  if (kind == TopicKind::plsa) return all;
  all.insert(
      all.end(),
      {
          {"hold-out", real, "0",
           "the share of the documents, at most 1000, kept apart: learning ends when they find their counterparts no "
           "better",
           0, 0.5},
          Parameter::path("development",
                          "pairs (TSV or JSON Lines) that tell when to stop, or a file a language: a,b; instead of "
                          "held-out documents"),
          {"patience", integer, "10", "looks at the documents kept apart without a better figure before learning ends",
           1, 1000000},
          {"tune", text, "", "topics: try fewer and more, and keep what finds most texts kept apart"},
          {.name = "curve",
           .type = ParameterType::output,
           .default_value = "",
           .help = "with --tune: write a picture of the trials here (SVG)",
           .kept_in_model = false},
      });
  add_needs(all, {{"patience", "hold-out|development"}, {"curve", "tune"}});
  if (!coupled) return all;
  all.push_back({"projection-steps", integer, "10", "steps that make the topics of both texts agree", 1, 1000});
  all.push_back({"strength", real, "1000", "how far the topics may be drawn together, in text lengths", 0, 1e6});
  return all;
}

std::vector<Parameter> parameters_of(TopicKind kind) {
  std::vector<Parameter> all = own_parameters_of(kind);
  if (kind == TopicKind::plsa) return all;
  add_published(all, "Platt, Toutanova & Yih 2010",
                {{"terms", "20000"},
                 {"drop-frequent", "50", "of a small vocabulary 50 words are too many to lose"},
                 {"vocabulary", "shared", "words of two languages that are spelt alike seldom mean the same"},
                 {"topics", "1000", "they would take five times as long, and few collections have so many"},
                 {"iterations", "500", "nearly everything is learned in far fewer"},
                 {"alpha", "1.1"},
                 {"beta", "1.01"},
                 {"fold-in", "1"},
                 {"distance", "l1"},
                 {"hold-out", "0.1", "few documents are all needed to learn from"}});
  return all;
}

TermOptions term_options_of(const Parameters& parameters) {
  TermOptions options;
  options.terms = parameters.integer("terms");
  options.drop_frequent = parameters.has("drop-frequent") ? parameters.integer("drop-frequent") : -1;
  options.min_documents = parameters.integer("min-documents");
  options.shared = !parameters.known("vocabulary") || parameters.text("vocabulary") == "shared";
  options.weighting = {TermFrequency::raw, InverseDocumentFrequency::none, {}};
  return options;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

template <TopicKind kind>
Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  Fitted fitted;
  auto pipelines = pipelines_of(parameters);
  const DocumentCounts documents =
      kind == TopicKind::plsa ? count_texts(data, pipelines, run) : count_documents(data, pipelines, run);
  LanguagePair sides{0, kind == TopicKind::plsa ? 0 : 1};
  if constexpr (kind == TopicKind::joint)
    sides = parse_sides(parameters.text("sides"), std::ssize(documents.languages));
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
  options.coupled = kind == TopicKind::coupled;
  if constexpr (kind != TopicKind::plsa) {
    options.look_each = options.coupled ? 1 : 5;  // an iteration of jplsa does less
    options.patience = parameters.integer("patience");
  }
  if constexpr (kind == TopicKind::coupled) {
    options.projection_steps = parameters.integer("projection-steps");
    options.strength = parameters.real("strength");
  }
  const FoldIn fold_in{options.alpha, parameters.integer("fold-in")};
  const TopicDistance distance = parse_distance(parameters.text("distance"));
  const Plsa plsa = fit_topics({documents, space, sides, fold_in, distance}, options, parameters, fitted.report, run);
  if (space.shared() && space.languages() > 1)
    fitted.report.add("terms", fmt::format("{}, shared", space.rows()));
  else
    fitted.report.add("terms", space.rows());
  fitted.report.add("topics", plsa.words.cols());
  fitted.report.add("log-likelihood a word", fmt::format("{:.4f} to {:.4f}, {} iterations", plsa.log_likelihood.front(),
                                                         plsa.log_likelihood.back(), plsa.log_likelihood.size()));
  ModelHeader header = fitting.header(documents.documents(), documents.fingerprint,
                                      {{"text", spec_of(pipelines)},
                                       {"languages", fmt::format("{}", space.languages())},
                                       {"sides", fmt::format("{},{}", sides.left + 1, sides.right + 1)}});
  auto model = std::make_unique<TopicModel>(std::move(header), std::move(space), std::move(pipelines),
                                            plsa.words.cast<float>(), fold_in, distance, sides);
  for (Index topic = 0; topic < std::min(shown_topics, plsa.words.cols()); ++topic) {
    std::string words = joined(model->top_words(topic, sides.left, shown_words));
    if (sides.left != sides.right) words += " / " + joined(model->top_words(topic, sides.right, shown_words));
    fitted.report.add(fmt::format("topic {}", topic), std::move(words));
  }
  fitted.model = std::move(model);
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the data", "1"},
          {"memory", format_bytes(parameters.integer("terms") * parameters.integer("topics") * 24) +
                         " for each language's words, and as much again a document as a word"}};
}

template <TopicKind kind>
Method method(const char* name, const char* summary, const char* data, std::vector<std::string> examples) {
  return {.name = name,
          .job = "bridge",
          .summary = summary,
          .data = data,
          .parameters = parameters_of(kind),
          .examples = std::move(examples),
          .plan = plan,
          .fit = fit<kind>,
          .load = TopicModel::load,
          .in_team = true,
          .by_segments = true};
}

}  // namespace

std::vector<Method> topic_methods() {
  return {method<TopicKind::plsa>("plsa", "topics of the texts of one collection: a baseline", "TEXTS...",
                                  {"couplet fit plsa left.txt --topics 10 --iterations 20 -o plsa.couplet"}),
          method<TopicKind::joint>("jplsa", "topics of documents in several languages, one mixture a document",
                                   "PAIRS | LEFT RIGHT...",
                                   {"couplet fit jplsa pairs.tsv --topics 10 --iterations 20 -o jplsa.couplet"}),
          method<TopicKind::coupled>("cplsa", "topics of documents in two languages, a mixture a text, drawn together",
                                     "PAIRS | LEFT RIGHT",
                                     {"couplet fit cplsa pairs.tsv --topics 10 --iterations 20 -o cplsa.couplet"})};
}

}  // namespace couplet
