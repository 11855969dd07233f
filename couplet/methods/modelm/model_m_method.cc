#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/methods/modelm/classes_model.h"
#include "couplet/methods/modelm/model_m.h"

namespace couplet {
namespace {

std::vector<MaxEntEvent> events_of(std::span<const std::int32_t> text, const ModelMContexts& contexts,
                                   const WordClasses& classes, bool word_part) {
  std::vector<MaxEntEvent> events;
  events.reserve(text.size());
  std::vector<std::int32_t> history(contexts.order() - 1, sentence_end);
  for (const std::int32_t word : text) {
    MaxEntEvent& event = events.emplace_back();
    const std::int32_t c = classes[word];
    if (word_part) {
      contexts.word_keys(history, c, event.keys);
      event.label = static_cast<std::int32_t>(classes.row(word) - classes.begin(c));
      event.width = static_cast<std::int32_t>(classes.begin(c + 1) - classes.begin(c));
    } else {
      contexts.class_keys(history, event.keys);
      event.label = c;
      event.width = classes.size();
    }
    history.erase(history.begin());
    history.push_back(word);
    if (word == sentence_end) std::fill(history.begin(), history.end(), sentence_end);
  }
  return events;
}

MaxEnt fit_part(std::span<const std::int32_t> text, const ModelMContexts& contexts, const WordClasses& classes,
                bool word_part, const Parameters& parameters, FitReport& report, const Run& run) {
  const std::vector<MaxEntEvent> events = events_of(text, contexts, classes, word_part);
  const MaxEntOptions options{.l1 = parameters.real("l1"),
                              .variance = parameters.real("variance"),
                              .least_count = parameters.integer("cutoff"),
                              .iterations = parameters.integer("iterations")};
  MaxEntReport done;
  MaxEnt part =
      MaxEnt::fit(events, word_part ? contexts.word_families() : contexts.class_families(), options, done, run);
  report.add(word_part ? "word part" : "class part",
             fmt::format("{} features ({} left out), {} histories, {} evaluations, {:.4f} to {:.4f} nats",
                         done.features, done.left_out, done.histories, done.evaluations, done.first, done.last));
  return part;
}

WordClasses read_classes(const Fitting& fitting, const Vocabulary& words) {
  const auto model = fitting.load(fitting.parameters.text("classes-from"));
  const auto* given = dynamic_cast<const ClassesModel*>(model.get());
  if (!given)
    throw Error(ErrorCode::usage, "--classes-from", "a " + model->header().method + " model has no classes of words",
                "give one of 'fit classes'");
  return given->classes_for(words);
}

Fitted fit_model_m(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  LanguageText text = LanguageText::read(data, parameters, run);
  ModelHeader header = language_header(text, fitting);
  Fitted fitted;
  report_text(text, fitted.report, run);
  std::vector<std::int32_t> numbers = all_numbers(text);
  WordClasses classes;
  if (parameters.has("classes-from")) {
    classes = read_classes(fitting, text.words());
  } else {
    ExchangeReport clustering;
    classes = exchange_classes(numbers, text.words().size(),
                               {.classes = parameters.integer("classes"), .rounds = parameters.integer("class-rounds")},
                               clustering, run);
    fitted.report.add("clustering", fmt::format("{} classes, {} rounds, {:.3f} bits a word", classes.size(),
                                                clustering.rounds, clustering.bits));
  }
  const auto order = static_cast<int>(parameters.integer("order"));
  const ModelMContexts contexts(order, classes);
  MaxEnt class_part = fit_part(numbers, contexts, classes, false, parameters, fitted.report, run);
  MaxEnt word_part = fit_part(numbers, contexts, classes, true, parameters, fitted.report, run);
  fitted.model = std::make_unique<ModelM>(std::move(header), text.words(), classes, order, std::move(class_part),
                                          std::move(word_part));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan_model_m(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the data",
           fmt::format("1, then up to {} over its histories, twice", parameters.integer("iterations"))},
          {"memory", "about 200 bytes a running word, and 208 a feature"}};
}

}  // namespace

Method model_m_method() {
  using enum ParameterType;
  std::vector<Parameter> parameters = {
      {"order", integer, "3", "longest n-grams", 2, 5},
      {"classes", integer, "150", "classes of words, by exchange clustering", 1},
      {"class-rounds", integer, "10", "rounds of the clustering, at most", 0, 1000},
      Parameter::path("classes-from", "take the classes of this model (fit classes) instead"),
      {"l1", real, "0.5", "penalty on the absolute weights", 0, 1e6},
      {"variance", real, "6", "the penalty on the squared weights is 1 / (2 variance)", 1e-6, 1e12},
      {"cutoff", integer, "1", "features that occur less often are left out", 1},
      {"iterations", integer, "100", "steps of L-BFGS, at most, for each of the two parts", 0, 100000}};
  for (Parameter& parameter : language_parameters()) parameters.push_back(std::move(parameter));
  return {.name = "model-m",
          .job = "completion",
          .summary = "Model M, a class-based exponential n-gram language model",
          .data = "TEXT...",
          .parameters = std::move(parameters),
          .examples = {"couplet fit model-m story.txt --classes 10 -o m.couplet"},
          .plan = plan_model_m,
          .fit = fit_model_m,
          .load = ModelM::load};
}

}  // namespace couplet
