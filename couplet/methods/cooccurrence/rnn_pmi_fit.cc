// `couplet fit rnn-pmi`.
#include <fmt/format.h>

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/alignment/numbered_pairs.h"
#include "couplet/methods/cooccurrence/rnn_pmi.h"
#include "couplet/methods/language/start_vectors.h"
#include "couplet/methods/rnnlm/rnn_trainer.h"

namespace couplet {
namespace {

/// Both sides in one vocabulary: words by falling count, after those that every language model has.
struct PairedText {
  Vocabulary words;
  std::int64_t left_out = 0;  // different words that became <unk>
  std::vector<std::int32_t> training, held_out;
};

void append_pair(std::span<const std::int32_t> x, std::span<const std::int32_t> y, std::vector<std::int32_t>& text) {
  for (const bool with_left : {true, false}) {
    if (with_left) text.insert(text.end(), x.begin(), x.end());
    text.push_back(sentence_start);
    text.insert(text.end(), y.begin(), y.end());
    text.push_back(sentence_end);
  }
}

PairedText paired_text(const NumberedPairs& pairs, std::int64_t min_count, std::int64_t max_words) {
  PairedText result;
  Vocabulary all;
  std::vector<std::int64_t> counts;
  std::vector<std::vector<std::int32_t>> number_of(2);
  for (int side = 0; side < 2; ++side) {
    const NumberedSide& texts = side == 0 ? pairs.left : pairs.right;
    for (std::int64_t w = 0; w < texts.words.size(); ++w) {
      const auto number = static_cast<std::size_t>(all.add(texts.words.word(w)));
      counts.resize(all.size(), 0);
      counts[number] += texts.counts[w];
      number_of[side].push_back(static_cast<std::int32_t>(number));
    }
  }
  std::vector<std::int64_t> order;
  for (std::int64_t w = 0; w < all.size(); ++w)
    if (counts[w] >= min_count && !all.word(w).empty()) order.push_back(w);
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : all.word(a) < all.word(b);
  });
  if (std::ssize(order) > max_words) order.resize(max_words);
  result.left_out = all.size() - std::ssize(order);
  for (const std::string_view name : {unknown_name, start_name, end_name}) result.words.add(name);
  std::vector<std::int32_t> final_number(all.size(), unknown_word);
  for (const std::int64_t w : order)
    if (const std::int64_t number = result.words.add(all.word(w)); number >= first_word)
      final_number[w] = static_cast<std::int32_t>(number);
  const auto numbers = [&](const NumberedSide& side, int which, std::int64_t i) {
    std::vector<std::int32_t> text;
    for (const std::int32_t word : side.text(i)) text.push_back(final_number[number_of[which][word]]);
    return text;
  };
  constexpr std::int64_t held = 50;  // one pair of so many says how training goes
  for (std::int64_t i = 0; i < pairs.left.texts(); ++i)
    append_pair(numbers(pairs.left, 0, i), numbers(pairs.right, 1, i),
                i % held == held - 1 ? result.held_out : result.training);
  if (result.training.size() < 2) std::swap(result.training, result.held_out);
  result.training.insert(result.training.begin(), sentence_end);
  result.held_out.insert(result.held_out.begin(), sentence_end);
  return result;
}

Fitted fit_rnn_pmi(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  PairInput input(data);
  if (input.has_rows())
    throw Error(ErrorCode::usage, data.name(), "rnn-pmi reads texts, not .npy rows", "use phsic for vectors");
  const TextPipeline pipeline = TextPipeline::parse(parameters.text("text"));
  Fitted fitted;
  const NumberedPairs pairs = read_numbered_pairs(input, pipeline, pipeline, 1, run, [](const PairBatch&) {});
  if (pairs.right.numbers.empty())
    throw Error(ErrorCode::data, data.name(), "no pairs with words in it",
                "give pairs, and check --columns and --text");
  const PairedText text = paired_text(pairs, parameters.integer("min-count"), parameters.integer("max-vocabulary"));
  Fingerprint print;
  print.add({reinterpret_cast<const char*>(text.training.data()), text.training.size() * sizeof(std::int32_t)});
  print.add({text.words.bytes().data(), text.words.bytes().size()});
  ModelHeader header =
      fitting.header(pairs.left.texts(), hex64(print.value()), {{"unknown types", fmt::format("{}", text.left_out)}});
  fitted.report.add("pairs", pairs.left.texts());
  fitted.report.add("words", fmt::format("{} different, {} left out", text.words.size() - first_word, text.left_out));
  ExchangeReport clustering;
  const auto classes_wanted = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(text.words.size()))));
  const WordClasses classes =
      exchange_classes(text.training, text.words.size(), {.classes = classes_wanted, .rounds = 3}, clustering, run);
  const RnnShape shape{parse_rnn_cell(parameters.text("cell")), text.words.size(), classes.size(),
                       parameters.integer("hidden")};
  RnnTraining options;
  options.epochs = parameters.integer("epochs");
  options.rate = parameters.real("rate");
  options.dropout = parameters.real("dropout");
  if (parameters.has("vectors"))
    options.embedding = start_vectors(parameters.text("vectors"), text.words, shape.hidden, fitted.report, run);
  RnnResult result = train_rnn(shape, classes, text.training, text.held_out, options, header, run);
  for (const TrainingCheck& check : result.history)
    fitted.report.add(fmt::format("check {}", check.check),
                      fmt::format("perplexity {:.2f} of the training pairs, {:.2f} of the held-out pairs",
                                  check.training, check.held_out));
  fitted.report.add("words a second", result.words_per_second, ".0f");
  ModelHeader inner = header;
  inner.parameters.emplace_back("context", "sentence");
  fitted.model = std::make_unique<RnnPmiModel>(
      std::move(header),
      std::make_unique<RnnModel>(std::move(inner), text.words, classes, shape, std::move(result.weights)));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan_rnn_pmi(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the data", fmt::format("1, then {} over its words in memory", parameters.text("epochs"))},
          {"memory", fmt::format("about {} bytes a word of the vocabulary, and 12 a running word",
                                 72 * parameters.integer("hidden"))}};
}

}  // namespace

Method rnn_pmi_method() {
  using enum ParameterType;
  return {.name = "rnn-pmi",
          .job = "cooccurrence",
          .summary = "pointwise mutual information of pairs by a recurrent language model that reads left, then right",
          .data = "PAIRS | LEFT RIGHT",
          .parameters = {Parameter::one_of("cell", "lstm", "the recurrent unit", {"lstm", "simple", "sigmoid"}),
                         {"hidden", integer, "256", "units; also the length of word vectors", 1, 8192},
                         {"epochs", integer, "5", "passes over the pairs, at most", 0, 10000},
                         {"rate", real, "0.002", "learning rate at the start", 1e-9, 10},
                         {"dropout", real, "0.3", "share of the units left out at random while training", 0, 0.9},
                         Parameter::path("vectors", "word vectors that the net's own start from"),
                         {"text", text, "nfkc,lower,penn", "text pipeline"},
                         {"min-count", integer, "2", "words that occur less often become <unk>", 1},
                         {"max-vocabulary", integer, "20000", "words, at most: the most frequent", 1, 1e9}},
          .examples = {"couplet fit rnn-pmi pairs.tsv --hidden 16 --epochs 2 -o rnn.couplet"},
          .plan = plan_rnn_pmi,
          .fit = fit_rnn_pmi,
          .load = RnnPmiModel::load};
}

}  // namespace couplet
