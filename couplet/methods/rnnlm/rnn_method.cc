#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/rnnlm/rnn_model.h"
#include "couplet/methods/rnnlm/rnn_trainer.h"
#include "couplet/model/published.h"

namespace couplet {
namespace {

/// Takes whole sentences out of a text, about `share` of it: the ends of up to 16 equal pieces, so that no one book of
/// a collection decides alone how training goes. Nothing is taken from a text of one sentence.
std::vector<std::int32_t> take_held_out(std::vector<std::int32_t>& text, double share) {
  const auto size = static_cast<double>(text.size());
  const double piece = size / std::clamp(std::floor(size * share / 500), 1.0, 16.0);
  std::vector<std::int32_t> kept, held_out;
  std::size_t last = 0;  // where the last sentence begins
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    while (end < text.size() && text[end] != sentence_end) ++end;
    end = std::min(end + 1, text.size());
    last = begin;
    const bool held = std::fmod(static_cast<double>(begin), piece) >= piece * (1 - share);
    auto& target = held ? held_out : kept;
    target.insert(target.end(), text.begin() + static_cast<std::ptrdiff_t>(begin),
                  text.begin() + static_cast<std::ptrdiff_t>(end));
  }
  if (share > 0 && held_out.empty() && last > 0) {
    held_out.assign(text.begin() + static_cast<std::ptrdiff_t>(last), text.end());
    kept.resize(last);
  }
  if (!kept.empty()) text = std::move(kept);
  return held_out;
}

RnnTraining training(const Parameters& parameters) {
  RnnTraining options;
  options.epochs = parameters.integer("epochs");
  options.streams = parameters.integer("streams");
  options.steps = parameters.integer("steps");
  options.rate = parameters.real("rate");
  options.dropout = parameters.real("dropout");
  options.clip = parameters.real("gradient-limit");
  options.checks = parameters.integer("checks");
  options.fresh_sentences = parameters.text("context") != "text";
  options.checkpoint = parameters.text("checkpoint");
  options.resume = parameters.flag("resume");
  check_checkpoint_parameters(parameters);
  return options;
}

std::int64_t class_count(std::int64_t asked, std::int64_t words) {
  return asked > 0 ? asked : static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(words))));
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  const RnnTraining options = training(parameters);
  LanguageText text = LanguageText::read(data, parameters, run);
  ModelHeader header = language_header(text, fitting);
  Fitted fitted;
  report_text(text, fitted.report, run);
  std::vector<std::int32_t> numbers = all_numbers(text), held_out;
  if (parameters.has("development")) {
    Source files;
    files.paths = {parameters.text("development")};
    LanguageText other = LanguageText::read(files, parameters, run, &text.words());
    held_out = all_numbers(other);
    header.details.emplace_back("held-out text", hex64(other.fingerprint()));
  } else {
    held_out = take_held_out(numbers, parameters.real("hold-out"));
  }
  numbers.insert(numbers.begin(), sentence_end);
  held_out.insert(held_out.begin(), sentence_end);
  ExchangeReport clustering;
  const ExchangeOptions exchange{.classes = class_count(parameters.integer("classes"), text.words().size()),
                                 .rounds = parameters.integer("class-rounds")};
  const WordClasses classes = exchange_classes(numbers, text.words().size(), exchange, clustering, run);
  const RnnShape shape{parse_rnn_cell(parameters.text("cell")), text.words().size(), classes.size(),
                       parameters.integer("hidden"), parameters.flag("tied")};
  const std::int64_t numbers_each = 5 + 2 * ((options.streams + 31) / 32);
  run.memory.require(2 * shape.words * shape.hidden * 4 * numbers_each, "the weights and their gradients");
  fitted.report.add("classes",
                    fmt::format("{}, {:.3f} bits a word given the class before", classes.size(), clustering.bits));
  fitted.report.add("held out", fmt::format("{} words", held_out.size() - 1));
  RnnResult result = train_rnn(shape, classes, numbers, held_out, options, header, run);
  if (result.resumed) fitted.report.add("resumed", "from the checkpoint");
  report_checks(result.history, rnn_perplexity, held_out.size() > 1,
                result.stopped ? "the rate was halved six times, as checks got no better" : "", fitted.report);
  fitted.report.add("words a second", result.words_per_second, ".0f");
  fitted.model = std::make_unique<RnnModel>(std::move(header), text.words(), classes, shape, std::move(result.weights));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data&, const Parameters& parameters, const Run&) {
  return {
      {"passes over the data", fmt::format("1, then {} over the numbers of its words", parameters.integer("epochs"))},
      {"memory", fmt::format("about {} bytes a word of the vocabulary, and 4 a running word",
                             72 * parameters.integer("hidden"))}};
}

}  // namespace

Method rnnlm_method() {
  using enum ParameterType;
  std::vector<Parameter> parameters = {
      Parameter::one_of("cell", "lstm",
                        "the recurrent unit: simple (tanh), sigmoid (as the paper has it) or lstm (gated)",
                        {"lstm", "simple", "sigmoid"}),
      {"hidden", integer, "256", "units; also the length of word vectors", 1, 8192},
      {"tied", flag, "", "read a word by the vector it is predicted by: fewer numbers, better on small texts"},
      {"classes", integer, "0", "classes of the output; 0: the square root of the vocabulary; 1: a plain softmax", 0},
      {"class-rounds", integer, "5", "rounds of the exchange clustering that makes the classes", 0, 1000},
      {"epochs", integer, "10", "passes over the text, at most", 0, 10000},
      {"rate", real, "0.002",
       "learning rate at the start; it falls in a line, and halves when the held-out text gets no better", 1e-9, 10},
      {"dropout", real, "0.3", "share of the units left out at random while training", 0, 0.9},
      {"gradient-limit", real, "1", "largest norm of a gradient", 1e-6, 1e6},
      {"streams", integer, "64", "places of the text that are read side by side; 32 a thread", 1, 65536},
      {"steps", integer, "20", "words that back-propagation through time goes back", 1, 1000},
      Parameter::one_of("context", "sentence", "what the net remembers: the sentence, or the text before it too",
                        {"sentence", "text"}),
      {"hold-out", real, "0.02", "share of the text, in pieces all over it, that says how training goes", 0, 0.5},
      Parameter::path("development", "a text that says how training goes, instead of a part of the training text"),
      {"checks", integer, "1", "times an epoch that the held-out text is scored and the checkpoint written", 1, 1000}};
  for (Parameter& parameter : checkpoint_parameters()) parameters.push_back(std::move(parameter));
  for (Parameter& parameter : language_parameters()) parameters.push_back(std::move(parameter));
  add_published(parameters, "Zweig et al. 2012", {{"cell", "sigmoid", "gates remember more of a sentence"}});
  return {.name = "rnnlm",
          .job = "completion",
          .summary = "a recurrent language model (simple or LSTM) with a class-factored output",
          .data = "TEXT...",
          .parameters = std::move(parameters),
          .examples = {"couplet fit rnnlm story.txt --hidden 16 --epochs 2 -o rnn.couplet"},
          .plan = plan,
          .fit = fit,
          .load = RnnModel::load};
}

}  // namespace couplet
