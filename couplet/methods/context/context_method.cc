#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/methods/context/context_model.h"
#include "couplet/methods/language/language_model.h"
#include "couplet/methods/language/start_vectors.h"

namespace couplet {
namespace {

constexpr std::int64_t shortest = 3, most_held_out = 20000;

/// Sentences to learn from, and some to tell how it goes.
struct Sentences {
  NumberedSentences training, held_out;
  std::int64_t words = 0, held_out_words = 0, left_out = 0;
};

Sentences sentences_of(std::span<const std::int32_t> numbers, std::int64_t longest, double share) {
  NumberedSentences all;
  Sentences result;
  for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end + 1) {
    end = begin;
    while (end < numbers.size() && numbers[end] != sentence_end) ++end;
    const auto length = static_cast<std::int64_t>(end - begin);
    if (length >= shortest && length <= longest)
      all.push_back(numbers.subspan(begin, end - begin));
    else
      ++result.left_out;
  }
  const double most =
      static_cast<double>(most_held_out) / static_cast<double>(std::max<std::size_t>(1, numbers.size()));
  share = std::min(share, most);
  const std::size_t every = share > 0 ? static_cast<std::size_t>(std::ceil(1 / share)) : all.size() + 1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool held = share > 0 && all.size() > 1 && i % every == every / 2;
    (held ? result.held_out : result.training).push_back(all[i]);
    (held ? result.held_out_words : result.words) += std::ssize(all[i]);
  }
  return result;
}

ContextTraining training_of(const Parameters& parameters) {
  ContextTraining options;
  options.epochs = parameters.real("epochs");
  options.batch = parameters.integer("batch");
  options.abreast = parameters.integer("abreast");
  options.samples = parameters.text("softmax") == "full" ? 0 : parameters.integer("samples");
  options.threshold = parameters.real("predict");
  options.rate = parameters.real("rate");
  options.warm_up = parameters.integer("warm-up");
  options.dropout = parameters.real("dropout");
  options.clip = parameters.real("gradient-limit");
  options.checks = parameters.integer("checks");
  options.patience = parameters.integer("patience");
  options.checkpoint = parameters.text("checkpoint");
  options.resume = parameters.flag("resume");
  check_checkpoint_parameters(parameters);
  return options;
}

Fitted fit_context(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  ContextTraining options = training_of(parameters);
  LanguageText text = LanguageText::read(data, parameters, run);
  ModelHeader header = language_header(text, fitting);
  Fitted fitted;
  report_text(text, fitted.report, run);
  const std::vector<std::int32_t> numbers = all_numbers(text);
  const std::int64_t longest = parameters.integer("longest");
  const Sentences sentences = sentences_of(numbers, longest, parameters.real("hold-out"));
  if (sentences.training.empty())
    throw Error(ErrorCode::data, data.name(), fmt::format("no sentence of {} to {} words", shortest, longest),
                "give a sentence a line, or --sentences split");
  fitted.report.add("sentences", fmt::format("{} of {} words", sentences.training.size(), sentences.words));
  if (sentences.left_out > 0)
    fitted.report.add("left out", fmt::format("{} sentences shorter than {} or longer than {} words",
                                              sentences.left_out, shortest, longest));
  fitted.report.add("held out", fmt::format("{} words", sentences.held_out_words));
  const ContextShape shape{text.words().size(), parameters.integer("dimension"), parameters.integer("units")};
  const std::int64_t weights = 2 * shape.words * shape.dimension + 8 * shape.units * (shape.dimension + shape.units) +
                               8 * shape.units * shape.units;
  const std::int64_t batch = options.batch * (24 * shape.units + 3 * shape.dimension + options.samples);
  run.memory.require(4 * (4 * weights + batch), "the weights and a batch");
  if (parameters.has("start-vectors"))
    options.vectors =
        start_vectors(parameters.text("start-vectors"), text.words(), shape.dimension, fitted.report, run);
  ContextResult result =
      train_context(shape, sentences.training, sentences.held_out, text.counts(), options, header, run);
  if (result.resumed) fitted.report.add("resumed", "from the checkpoint");
  report_checks(
      result.history, context_perplexity, !sentences.held_out.empty(),
      result.stopped ? fmt::format("{} checks in a row got no better (--patience)", options.patience + 1) : "",
      fitted.report);
  fitted.report.add("words a second", result.words_per_second, ".0f");
  fitted.model = std::make_unique<ContextModel>(std::move(header), text.words(), std::move(result.weights),
                                                std::move(result.kept));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan_context(const Data&, const Parameters& parameters, const Run&) {
  return {
      {"passes over the data", fmt::format("1, then {:g} over the numbers of its words", parameters.real("epochs"))},
      {"memory", fmt::format("about {} bytes a word of the vocabulary, and 4 a running word",
                             32 * parameters.integer("dimension"))}};
}

}  // namespace

Method context_method() {
  using enum ParameterType;
  std::vector<Parameter> parameters = {
      {"units", integer, "256", "units of each of the two nets", 1, 8192},
      {"dimension", integer, "256", "length of the word vectors", 1, 8192},
      Parameter::one_of("softmax", "sampled",
                        "what a word is told from: sampled (words drawn by chance for each batch) or full (all words)",
                        {"sampled", "full"}),
      {"samples", integer, "2048", "words drawn for each batch", 1, 1000000},
      {"predict", real, "0.0001",
       "of the places of a word with share f of the text, sqrt(this / f) are predicted; 0: all places", 0, 1},
      {"epochs", real, "5", "passes over the text, at most", 0, 10000},
      {"batch", integer, "6144", "words of a batch", 1, 10000000},
      {"abreast", integer, "128",
       "sentences that a product takes side by side, at least: with 32 some 16 cores have work, each of them slower", 1,
       1000000},
      {"rate", real, "0.004", "learning rate after warming up; it falls in a line to a fiftieth", 1e-9, 10},
      {"warm-up", integer, "500", "batches over which the rate rises (a tenth of all at most)", 1, 1000000},
      {"dropout", real, "0.2", "share of the units left out at random while training", 0, 0.9},
      {"gradient-limit", real, "1", "largest norm of a gradient", 1e-6, 1e6},
      {"longest", integer, "120", "sentences of more words are left out", 3, 100000},
      {"hold-out", real, "0.01", "share of the sentences (20,000 words at most) that says how training goes", 0, 0.5},
      {"checks", integer, "1", "times an epoch that the held-out text is scored and the checkpoint written", 1, 1000},
      {"patience", integer, "3", "checks without getting better after which training ends", 0, 1000000},
      Parameter::path("start-vectors", "word vectors to start from")};
  add_needs(parameters, {{"samples", "softmax=sampled"}});
  for (Parameter& parameter : checkpoint_parameters()) parameters.push_back(std::move(parameter));
  for (Parameter& parameter : language_parameters()) {
    if (parameter.name == "min-count") parameter.default_value = "5";
    parameters.push_back(std::move(parameter));
  }
  return {.name = "context",
          .job = "completion",
          .summary = "a word by what stands before and after it: two recurrent nets (LSTM) joined by a hidden layer",
          .data = "TEXT...",
          .parameters = std::move(parameters),
          .examples = {"couplet fit context story.txt --units 16 --dimension 16 --epochs 2 --min-count 1 "
                       "-o context.couplet"},
          .plan = plan_context,
          .fit = fit_context,
          .load = ContextModel::load};
}

}  // namespace couplet
