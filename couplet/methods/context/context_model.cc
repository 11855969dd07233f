#include "couplet/methods/context/context_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/methods/context/context_sampler.h"
#include "couplet/methods/language/distinct_sentences.h"
#include "couplet/methods/language/language_model.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {
namespace {

/// Stands for a blank while a text is cut into words.
constexpr std::string_view blank_mark = "xblankx";

}  // namespace

ContextModel::ContextModel(ModelHeader header, Vocabulary words, ContextWeights<float> weights, std::vector<float> kept)
    : Model(std::move(header)),
      reader_(std::move(words), this->header().parameter("text")),
      weights_(std::move(weights)),
      kept_(std::move(kept)),
      unknown_share_(log10_unknown_share(this->header().detail("unknown types"))) {
  Vocabulary named;
  for (std::int64_t w = first_word; w < reader_.words().size(); ++w) named.add(reader_.words().word(w));
  const Index dimension = weights_.out.cols();
  const std::span<const float> values(weights_.out.data(), static_cast<std::size_t>(weights_.out.size()));
  vectors_ = std::make_unique<WordVectors>(std::move(named), dimension, values.subspan(first_word * dimension),
                                           std::nullopt, nullptr);
}

std::unique_ptr<Model> ContextModel::load(const ModelFile& file, const Loading&) {
  Vocabulary words = load_language_words(file);
  const ContextShape shape{words.size(), file.tensor("weights.in").cols(),
                           file.tensor("weights.left.recurrent").shape[0]};
  ContextWeights<float> weights = load_context_weights(file, "weights", shape);
  const auto kept = file.floats("kept", shape.words);
  for (const float share : kept)
    if (!(share > 0 && share <= 1))
      throw Error(ErrorCode::model, file.path(), "tensor 'kept' has a share outside 0 to 1", "fit the model again");
  return std::make_unique<ContextModel>(file.header(), std::move(words), std::move(weights),
                                        std::vector<float>(kept.begin(), kept.end()));
}

void ContextModel::write(ModelWriter& writer) const {
  add_vocabulary(writer, "words", reader_.words());
  write_context_weights(writer, "weights", weights_);
  writer.add("kept", std::span<const float>(kept_), {reader_.words().size()});
}

std::vector<std::vector<double>> ContextModel::chances(const std::vector<std::vector<std::int32_t>>& sentences,
                                                       const Run& run) const {
  const DistinctSentences distinct(sentences);
  NumberedSentences text;
  std::vector<std::size_t> at(distinct.first.size(), sentences.size());  // in `text`; beyond it: no word
  for (std::size_t i = 0; i < distinct.first.size(); ++i) {
    const auto& sentence = sentences[distinct.first[i]];
    if (sentence.empty()) continue;
    at[i] = text.size();
    text.emplace_back(sentence);
  }
  auto found = context_log_chances(weights_, kept_, text, run);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = 0; j < found[i].size(); ++j)
      found[i][j] = found[i][j] / std::log(10.0) + (text[i][j] == unknown_word ? unknown_share_ : 0);
  std::vector<std::vector<double>> result(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i)
    if (const std::size_t own = at[distinct.which[i]]; own < found.size()) result[i] = found[own];
  return result;
}

std::vector<SentenceScore> ContextModel::score_sentences(std::span<const std::string> sentences, bool detail,
                                                         const Run& run) const {
  std::vector<std::vector<std::string>> tokens;
  std::vector<std::vector<std::int32_t>> numbers;
  for (const std::string& sentence : sentences) {
    tokens.push_back(reader_.tokens(sentence));
    auto& own = numbers.emplace_back();
    for (const std::string& token : tokens.back()) own.push_back(reader_.number(token));
  }
  const auto found = chances(numbers, run);
  std::vector<SentenceScore> scores(sentences.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i].words = std::ssize(numbers[i]);
    for (std::size_t j = 0; j < numbers[i].size(); ++j) {
      const bool known = numbers[i][j] != unknown_word;
      const double value = found[i][j] - (known ? 0 : unknown_share_);  // <unk> counts as one word here
      scores[i].log10 += value;
      if (!known) {
        ++scores[i].unknown;
        scores[i].unknown_log10 += value;
      }
      if (detail) scores[i].detail.push_back({tokens[i][j], value, known, 0});
    }
  }
  return scores;
}

ContextModel::Filled ContextModel::filled(const BlankQuestion& question,
                                          const std::vector<std::string>& fillers) const {
  Filled result;
  std::int64_t place = 0;
  const auto add = [&](std::string token, bool filler) {
    result.words.push_back(reader_.number(token));
    result.tokens.push_back(std::move(token));
    result.filler.push_back(filler);
    result.place.push_back(place);
  };
  const std::vector<std::string> marks(fillers.size(), std::string(blank_mark));
  std::size_t next = 0;
  for (std::string& token : reader_.tokens(question.filled(marks))) {
    ++place;
    const std::size_t at = token.find(blank_mark);
    if (at == std::string::npos || next == fillers.size()) {
      add(std::move(token), false);
    } else if (token == blank_mark) {
      for (std::string& own : reader_.tokens(fillers[next])) add(std::move(own), true);
      ++next;
    } else {  // a part of a word, as in "sea-_____"
      const auto own = reader_.tokens(fillers[next++]);
      add(token.replace(at, blank_mark.size(), fmt::format("{}", fmt::join(own, ""))), true);
    }
  }
  return result;
}

std::vector<std::vector<ContextFeatures>> ContextModel::features(std::span<const BlankQuestion> questions,
                                                                 const Run& run) const {
  std::vector<Filled> all;
  std::vector<std::vector<std::int32_t>> numbers;
  for (const BlankQuestion& question : questions)
    for (const auto& option : question.options) {
      all.push_back(filled(question, option));
      numbers.push_back(all.back().words);
    }
  const auto found = chances(numbers, run);
  std::vector<std::vector<ContextFeatures>> result;
  std::size_t next = 0;
  for (const BlankQuestion& question : questions) {
    auto& of_question = result.emplace_back();
    for (std::size_t o = 0; o < question.options.size(); ++o, ++next) {
      ContextFeatures& option = of_question.emplace_back();
      bool known = false;
      for (std::size_t j = 0; j < found[next].size(); ++j) {
        const std::int32_t word = all[next].words[j];
        known = known || word != unknown_word;
        option.sentence += found[next][j];
        if (!all[next].filler[j]) continue;
        option.blank += found[next][j];
        option.prior += static_cast<double>(weights_.out_bias(word, 0) - std::log(kept_[word])) / std::log(10.0);
        option.unknown += word == unknown_word;
      }
      if (!known) option.sentence = option.blank = option.prior = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return result;
}

std::vector<std::vector<OptionScore>> ContextModel::score_questions(std::span<const BlankQuestion> questions,
                                                                    const Run& run) const {
  std::vector<std::vector<OptionScore>> result;
  for (const auto& question : features(questions, run)) {
    auto& scores = result.emplace_back();
    for (const ContextFeatures& option : question) scores.push_back({option.sentence, option.unknown});
  }
  return result;
}

std::vector<std::string> ContextModel::candidates(const BlankQuestion& question, std::int64_t count,
                                                  const Run& run) const {
  const Filled text = filled(question, {std::string(blank_mark)});
  const NumberedSentences sentence{text.words};
  Random random(1);
  ContextBatch batch = lay_out(sentence, {}, random);
  const auto blank = std::find(text.filler.begin(), text.filler.end(), true) - text.filler.begin();
  batch.targets = {batch.targets[blank]};
  ContextNets<float> nets(run.pool);
  ContextOutput<float> output(run.pool);
  nets.forward(weights_, batch, {});
  const MatrixF looked = output.looked_for(weights_, batch, nets);
  const ContextCandidates<float> words = ContextSampler::all(kept_);
  const VectorF scores = weights_.out * looked.row(0).transpose() + weights_.out_bias.col(0) + words.corrections.col(0);
  std::vector<std::int64_t> order(scores.size() - first_word);
  std::iota(order.begin(), order.end(), std::int64_t{first_word});
  const auto wanted = static_cast<std::ptrdiff_t>(std::min<std::int64_t>(count, std::ssize(order)));
  std::partial_sort(order.begin(), order.begin() + wanted, order.end(), [&](std::int64_t a, std::int64_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  std::vector<std::string> found;
  for (auto at = order.begin(); at != order.begin() + wanted; ++at) found.emplace_back(reader_.words().word(*at));
  return found;
}

FoundWord ContextModel::find_word(const std::string& text) const {
  std::vector<std::int32_t> known;
  for (const std::string& token : reader_.tokens(text))
    if (const std::int32_t word = reader_.number(token); word >= first_word) known.push_back(word);
  if (known.empty()) return {};
  FoundWord found{known.size() == 1 ? "itself" : "mean", known.size() == 1 ? known[0] - first_word : -1, {}};
  VectorF sum = VectorF::Zero(weights_.out.cols());
  for (const std::int32_t word : known) sum += weights_.out.row(word).transpose();
  found.vector.assign(sum.data(), sum.data() + sum.size());
  return found;
}

std::vector<double> ContextModel::self_test(const std::vector<std::string>& input) const {
  if (input.size() != 1) throw Error(ErrorCode::model, "self-test", "an input is not one sentence");
  return {score_sentences(input, false, Run())[0].log10};
}

std::vector<std::vector<std::string>> ContextModel::self_test_inputs() const {
  std::vector<std::string_view> words;
  for (std::int64_t word = first_word; word < std::min<std::int64_t>(reader_.words().size(), first_word + 5); ++word)
    words.push_back(reader_.words().word(word));
  return {{fmt::format("{}", fmt::join(words, " "))}};
}

}  // namespace couplet
