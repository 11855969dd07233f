#include "couplet/methods/modelm/model_m.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {
namespace {

/// The last `length` words before place `at` of a sentence.
void fill_history(const NumberedSentence& sentence, std::size_t at, std::span<std::int32_t> history) {
  for (std::size_t i = 0; i < history.size(); ++i) {
    const std::size_t back = history.size() - i;
    history[i] = at >= back ? sentence[at - back] : sentence_end;
  }
}

}  // namespace

ModelMContexts::ModelMContexts(int order, const WordClasses& classes)
    : order_(order), classes_(classes), layout_(order, std::max<std::int64_t>(classes.words(), classes.size())) {
  if (!layout_.fits())
    throw Error(ErrorCode::usage, "--order", "too many words for so long contexts",
                "lower --order or raise --min-count");
}

void ModelMContexts::class_keys(std::span<const std::int32_t> history, std::span<NgramKey> keys) const {
  // The words of a key stand the nearest one first, so that each context extends the one before it.
  const auto n = static_cast<std::size_t>(order_);
  for (std::size_t k = 0; k < n; ++k) {
    NgramKey classes{}, words{};
    for (std::size_t i = history.size() - k; i < history.size(); ++i) {
      classes = layout_.extended(classes, classes_[history[i]]);
      words = layout_.extended(words, history[i]);
    }
    keys[k] = classes;
    if (k > 0) keys[n + k - 1] = words;
  }
}

void ModelMContexts::word_keys(std::span<const std::int32_t> history, std::int32_t word_class,
                               std::span<NgramKey> keys) const {
  for (std::size_t k = 0; k < static_cast<std::size_t>(order_); ++k) {
    NgramKey key{};
    for (std::size_t i = history.size() - k; i < history.size(); ++i) key = layout_.extended(key, history[i]);
    keys[k] = layout_.extended(key, word_class);
  }
}

ModelM::ModelM(ModelHeader header, Vocabulary words, WordClasses classes, int order, MaxEnt class_part,
               MaxEnt word_part)
    : LanguageModel(std::move(header), std::move(words)),
      classes_(std::move(classes)),
      contexts_(order, classes_),
      class_part_(std::move(class_part)),
      word_part_(std::move(word_part)) {}

std::unique_ptr<Model> ModelM::load(const ModelFile& file, const Loading&) {
  Vocabulary words = load_language_words(file);
  WordClasses classes = load_word_classes(file, words.size());
  const int order = static_cast<int>(file.header().number("order", 2, 5));
  const ModelMContexts contexts(order, classes);
  MaxEnt class_part = MaxEnt::load(file, "class", contexts.class_families(), classes.size());
  MaxEnt word_part = MaxEnt::load(file, "word", contexts.word_families(), static_cast<std::int32_t>(words.size()));
  return std::make_unique<ModelM>(file.header(), std::move(words), std::move(classes), order, std::move(class_part),
                                  std::move(word_part));
}

void ModelM::write(ModelWriter& writer) const {
  LanguageModel::write(writer);
  add_word_classes(writer, classes_);
  class_part_.write(writer, "class");
  word_part_.write(writer, "word");
}

double ModelM::log10_chance(std::span<const std::int32_t> history, std::int32_t word,
                            std::vector<double>& scores) const {
  NgramKey keys[MaxEntEvent::most_families];
  const std::int32_t c = classes_[word];
  contexts_.class_keys(history, keys);
  scores.resize(classes_.size());
  class_part_.distribution(keys, scores);
  double sum = scores[c];
  contexts_.word_keys(history, c, keys);
  scores.resize(classes_.begin(c + 1) - classes_.begin(c));
  word_part_.distribution(keys, scores);
  sum += scores[classes_.row(word) - classes_.begin(c)];
  return sum / std::log(10.0);
}

std::vector<std::vector<WordChance>> ModelM::chances(std::span<const NumberedSentence> sentences,
                                                     const Run& run) const {
  std::vector<std::vector<WordChance>> result(sentences.size());
  run.pool.for_blocks(static_cast<std::int64_t>(sentences.size()), 16, [&](std::int64_t begin, std::int64_t end) {
    std::vector<double> scores;
    std::vector<std::int32_t> history(contexts_.order() - 1);
    for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s)
      for (std::size_t i = 0; i < sentences[s].size(); ++i) {
        fill_history(sentences[s], i, history);
        result[s].push_back({log10_chance(history, sentences[s][i], scores), contexts_.order()});
      }
    run.stop->check();
  });
  return result;
}

std::vector<double> ModelM::next_words(std::span<const std::int32_t> before, const Run&) const {
  std::vector<std::int32_t> history(contexts_.order() - 1);
  fill_history(NumberedSentence(before.begin(), before.end()), before.size(), history);
  NgramKey keys[MaxEntEvent::most_families];
  std::vector<double> of_class(classes_.size()), scores;
  contexts_.class_keys(history, keys);
  class_part_.distribution(keys, of_class);
  std::vector<double> result(words().size());
  for (std::int32_t c = 0; c < classes_.size(); ++c) {
    const std::int64_t begin = classes_.begin(c), size = classes_.begin(c + 1) - begin;
    scores.resize(size);
    contexts_.word_keys(history, c, keys);
    word_part_.distribution(keys, scores);
    for (std::int64_t i = 0; i < size; ++i)
      result[classes_.order()[begin + i]] = (of_class[c] + scores[i]) / std::log(10.0);
  }
  // <s> is in a class but never follows: its share goes to the others.
  const double others = std::log10(1 - std::pow(10, result[sentence_start]));
  for (double& value : result) value -= others;
  result[sentence_start] = -std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace couplet
