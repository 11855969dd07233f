#include "couplet/methods/language/mix_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/completion/lsa_language.h"
#include "couplet/model/saved_parts.h"

namespace couplet {

std::vector<double> mixture_weights(std::span<const std::vector<double>> chances, std::int64_t& rounds) {
  const std::size_t models = chances.size(), words = models > 0 ? chances[0].size() : 0;
  if (words == 0) throw Error(ErrorCode::data, "--tune", "no word to fit the weights on", "give a text");
  std::vector<double> weights(models, 1.0 / static_cast<double>(models));
  double before = -std::numeric_limits<double>::infinity();
  constexpr std::int64_t most = 1000;
  for (rounds = 0; rounds < most; ++rounds) {
    std::vector<double> shares(models, 0);
    double likelihood = 0;
    for (std::size_t j = 0; j < words; ++j) {
      double largest = -std::numeric_limits<double>::infinity(), sum = 0;
      for (const auto& of_model : chances) largest = std::max(largest, of_model[j]);
      for (std::size_t i = 0; i < models; ++i) sum += weights[i] * std::pow(10, chances[i][j] - largest);
      for (std::size_t i = 0; i < models; ++i) shares[i] += weights[i] * std::pow(10, chances[i][j] - largest) / sum;
      likelihood += std::log(sum) + largest * std::log(10.0);
    }
    for (std::size_t i = 0; i < models; ++i) weights[i] = shares[i] / static_cast<double>(words);
    likelihood /= static_cast<double>(words);
    if (likelihood - before < 1e-7) break;
    before = likelihood;
  }
  return weights;
}

MixModel::MixModel(ModelHeader header, Vocabulary words, std::vector<std::shared_ptr<const Model>> parts,
                   std::vector<double> weights)
    : LanguageModel(std::move(header), std::move(words)), parts_(std::move(parts)), weights_(std::move(weights)) {
  for (const auto& model : parts_) {
    const auto* language = dynamic_cast<const LanguageModel*>(model.get());
    if (const auto lsa = std::dynamic_pointer_cast<const LsaModel>(model))
      language = adapted_.emplace_back(std::make_unique<LsaLanguage>(lsa)).get();
    if (!language)
      throw Error(ErrorCode::usage, "", "a " + model->header().method + " model is no language model",
                  "mix models of ngram, model-m, rnnlm, lsa or mix");
    languages_.push_back(language);
    std::vector<std::int32_t>& numbers = number_in_.emplace_back();
    for (std::int64_t word = 0; word < this->words().size(); ++word) {
      const std::int64_t number = language->words().find(this->words().word(word));
      numbers.push_back(number < 0 ? unknown_word : static_cast<std::int32_t>(number));
    }
  }
}

std::unique_ptr<Model> MixModel::load(const ModelFile& file, const Loading& loading) {
  Vocabulary words = load_language_words(file);
  const auto weights = file.doubles("weights");
  std::vector<std::shared_ptr<const Model>> parts;
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    sum += weights[i];
    parts.push_back(load_part(file, fmt::format("part.{}", i), loading));
  }
  if (parts.empty() || std::any_of(weights.begin(), weights.end(), [](double w) { return w < 0; }) ||
      std::abs(sum - 1) > 1e-6)
    throw Error(ErrorCode::model, file.path(), "the weights do not add up to 1", "fit the model again");
  return std::make_unique<MixModel>(file.header(), std::move(words), std::move(parts),
                                    std::vector<double>(weights.begin(), weights.end()));
}

void MixModel::write(ModelWriter& writer) const {
  LanguageModel::write(writer);
  writer.add("weights", std::span<const double>(weights_), {static_cast<std::int64_t>(weights_.size())});
  for (std::size_t i = 0; i < parts_.size(); ++i) add_part(writer, fmt::format("part.{}", i), *parts_[i]);
}

NumberedSentence MixModel::renumbered(std::span<const std::int32_t> sentence, std::size_t part) const {
  NumberedSentence result;
  for (const std::int32_t word : sentence) result.push_back(number_in_[part][word]);
  return result;
}

std::vector<std::vector<double>> MixModel::part_chances(std::span<const NumberedSentence> sentences,
                                                        const Run& run) const {
  std::vector<std::vector<double>> result(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::vector<NumberedSentence> own;
    for (const NumberedSentence& sentence : sentences) own.push_back(renumbered(sentence, i));
    for (const auto& words : part(i).chances(own, run))
      for (const WordChance& word : words) result[i].push_back(word.log10);
  }
  return result;
}

std::vector<std::vector<WordChance>> MixModel::chances(std::span<const NumberedSentence> sentences,
                                                       const Run& run) const {
  const auto parts = part_chances(sentences, run);
  std::vector<std::vector<WordChance>> result(sentences.size());
  std::size_t next = 0;
  for (std::size_t s = 0; s < sentences.size(); ++s)
    for (std::size_t j = 0; j < sentences[s].size(); ++j, ++next) {
      double sum = 0;
      for (std::size_t i = 0; i < parts.size(); ++i) sum += weights_[i] * std::pow(10, parts[i][next]);
      result[s].push_back({std::log10(std::max(sum, 1e-99)), 0});
    }
  return result;
}

std::vector<double> MixModel::next_words(std::span<const std::int32_t> history, const Run& run) const {
  std::vector<double> sums(words().size(), 0);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::vector<double> own = part(i).next_words(renumbered(history, i), run);
    for (std::size_t word = 0; word < sums.size(); ++word)
      sums[word] += weights_[i] * std::pow(10, own[number_in_[i][word]]);
  }
  for (double& sum : sums) sum = std::log10(sum);
  return sums;
}

}  // namespace couplet
