#include "couplet/methods/rnnlm/rnn_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/methods/language/distinct_sentences.h"

namespace couplet {

RnnModel::RnnModel(ModelHeader header, Vocabulary words, WordClasses classes, RnnShape shape, RnnWeights<float> weights)
    : LanguageModel(std::move(header), std::move(words)),
      classes_(std::move(classes)),
      shape_(shape),
      weights_(std::move(weights)),
      fresh_sentences_(this->header().parameter("context") != "text") {}

std::unique_ptr<Model> RnnModel::load(const ModelFile& file, const Loading&) { return load_net(file, file.header()); }

std::unique_ptr<RnnModel> RnnModel::load_net(const ModelFile& file, ModelHeader header) {
  Vocabulary words = load_language_words(file);
  WordClasses classes = load_word_classes(file, words.size());
  RnnShape shape{parse_rnn_cell(file.parameter("cell")), words.size(), classes.size(),
                 file.tensor("weights.recurrent").rows(), !file.has("weights.embedding")};
  RnnWeights<float> weights = load_weights(file, "weights", shape);
  return std::make_unique<RnnModel>(std::move(header), std::move(words), std::move(classes), shape, std::move(weights));
}

void RnnModel::write(ModelWriter& writer) const {
  LanguageModel::write(writer);
  add_word_classes(writer, classes_);
  write_weights(writer, "weights", weights_);
}

std::vector<std::vector<double>> RnnModel::read(std::span<const NumberedSentence> texts) const {
  constexpr std::size_t steps = 32;
  std::size_t longest = 0;
  for (const NumberedSentence& text : texts) longest = std::max(longest, text.size());
  std::vector<std::vector<double>> result(texts.size());
  const auto rows = static_cast<Index>(texts.size());
  RnnState<float> state = RnnState<float>::zero(rows, shape_);
  for (std::size_t from = 0; from < longest; from += steps) {
    RnnBatch batch;
    batch.steps = static_cast<Index>(std::min(steps, longest - from));
    batch.rows = rows;
    for (std::size_t t = from; t < from + static_cast<std::size_t>(batch.steps); ++t)
      for (const NumberedSentence& text : texts) {
        const bool inside = t < text.size();
        const std::int32_t before = t == 0 || !inside ? sentence_end : text[t - 1];
        batch.inputs.push_back(before);
        batch.targets.push_back(inside ? text[t] : -1);
        batch.fresh.push_back(fresh_sentences_ && before == sentence_end);
      }
    const auto chances = rnn_pass<float>(shape_, classes_, weights_, batch, state, {}, 1, nullptr);
    std::size_t next = 0;
    for (Index t = 0; t < batch.steps; ++t)
      for (std::size_t i = 0; i < texts.size(); ++i, ++next)
        if (from + static_cast<std::size_t>(t) < texts[i].size()) result[i].push_back(chances[next]);
  }
  return result;
}

std::vector<std::vector<WordChance>> RnnModel::chances(std::span<const NumberedSentence> sentences,
                                                       const Run& run) const {
  // What is read in one go: a sentence, or several in a row.
  const std::size_t together = fresh_sentences_ ? 1 : 64;
  std::vector<NumberedSentence> all;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (i % together == 0) all.emplace_back();
    all.back().insert(all.back().end(), sentences[i].begin(), sentences[i].end());
  }
  const DistinctSentences distinct(all);
  std::vector<NumberedSentence> texts;
  for (const std::size_t i : distinct.first) texts.push_back(std::move(all[i]));
  // Texts of like length side by side: little is computed in vain.
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return texts[a].size() < texts[b].size(); });
  std::vector<std::vector<double>> found(texts.size());
  constexpr std::int64_t rows = 32;
  run.pool.for_blocks(static_cast<std::int64_t>(texts.size()), rows, [&](std::int64_t begin, std::int64_t end) {
    std::vector<NumberedSentence> block;
    for (std::int64_t i = begin; i < end; ++i) block.push_back(texts[order[i]]);
    auto values = read(block);
    for (std::int64_t i = begin; i < end; ++i) found[order[i]] = std::move(values[i - begin]);
    run.stop->check();
  });
  std::vector<std::vector<WordChance>> result(sentences.size());
  for (std::size_t i = 0, place = 0; i < sentences.size(); ++i) {
    if (i % together == 0) place = 0;
    for (std::size_t j = 0; j < sentences[i].size(); ++j)
      result[i].push_back({found[distinct.which[i / together]][place++] / std::log(10.0), 0});
  }
  return result;
}

std::vector<double> RnnModel::next_words(std::span<const std::int32_t> history, const Run&) const {
  RnnBatch batch;
  batch.steps = static_cast<Index>(history.size()) + 1;
  batch.rows = 1;
  batch.inputs.push_back(sentence_end);
  batch.inputs.insert(batch.inputs.end(), history.begin(), history.end());
  batch.targets.assign(batch.inputs.size(), -1);
  batch.fresh.assign(batch.inputs.size(), 0);
  RnnState<float> state = RnnState<float>::zero(1, shape_);
  rnn_pass<float>(shape_, classes_, weights_, batch, state, {}, 1, nullptr);
  std::vector<double> result = rnn_distribution(classes_, weights_, state.hidden);
  // <s> is in a class but never follows: its share goes to the others.
  const double others = std::log1p(-std::exp(result[sentence_start]));
  for (double& value : result) value = (value - others) / std::log(10.0);
  result[sentence_start] = -std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace couplet
