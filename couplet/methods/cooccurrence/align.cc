#include "couplet/methods/cooccurrence/align.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/model/saved_matrix.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {

namespace {

constexpr double no_score = std::numeric_limits<double>::quiet_NaN();

std::string word_or_rare(const Vocabulary& words, std::int32_t number) {
  return number == rare_word ? "(rare word)" : std::string(words.word(number));
}

}  // namespace

struct AlignModel::Sentences {
  std::vector<std::int32_t> left, right;
};

AlignModel::AlignModel(ModelHeader header, Parts parts)
    : Model(std::move(header)),
      parts_(std::move(parts)),
      left_text_(TextPipeline::parse(this->header().detail("text.left"))),
      right_text_(TextPipeline::parse(this->header().detail("text.right"))) {}

AlignModel::Sentences AlignModel::numbered_texts(const std::string& left, const std::string& right, Tokeniser& l,
                                                 Tokeniser& r) const {
  return {numbered(left, parts_.left_words, l), numbered(right, parts_.right_words, r)};
}

double AlignModel::score_numbers(std::span<const std::int32_t> left, std::span<const std::int32_t> right) const {
  if (left.empty() || right.empty()) return no_score;
  const auto one_way = [&](const WordAligner& aligner, std::span<const std::int32_t> x,
                           std::span<const std::int32_t> y) {
    return aligner.read(x, y, false).log_probability / static_cast<double>(y.size());
  };
  return (one_way(parts_.to_right, left, right) + one_way(parts_.to_left, right, left)) / 2;
}

std::vector<PairScore> AlignModel::score(const PairBatch& pairs, const Run& run) const {
  if (pairs.left.texts.empty() && pairs.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
  std::vector<PairScore> scores(pairs.size());
  run.pool.for_blocks(pairs.size(), 256, [&](Index begin, Index end) {
    run.stop->check();
    Tokeniser left = left_text_.make(), right = right_text_.make();
    for (Index i = begin; i < end; ++i) {
      const Sentences texts = numbered_texts(pairs.left.texts[i], pairs.right.texts[i], left, right);
      const double value = score_numbers(texts.left, texts.right);
      scores[i] = {value, parts_.yardstick.z(value), !texts.left.empty(), !texts.right.empty()};
    }
  });
  return scores;
}

std::vector<PairQuality> AlignModel::judge(const PairBatch& pairs, double length_weight, const Run& run) const {
  const auto scores = score(pairs, run);
  std::vector<PairQuality> result(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::string &left = pairs.left.texts[i], &right = pairs.right.texts[i];
    result[i].score = scores[i];
    result[i].quality = parts_.yardstick.quality(scores[i].value);
    result[i].length = parts_.lengths.deviation(left, right);
    if (length_weight > 0) result[i].quality -= length_weight * parts_.lengths.penalty(left, right);
  }
  return result;
}

Explanation AlignModel::explain(const std::string& left, const std::string& right, const Run&) const {
  Tokeniser l = left_text_.make(), r = right_text_.make();
  const Sentences texts = numbered_texts(left, right, l, r);
  if (texts.left.empty() || texts.right.empty())
    throw Error(ErrorCode::data, texts.left.empty() ? "left text" : "right text", "no word in it",
                "there is no score to explain");
  Explanation result;
  result.score = score_numbers(texts.left, texts.right);
  const auto add = [&](const WordAligner& aligner, std::span<const std::int32_t> x, std::span<const std::int32_t> y,
                       bool to_right) {
    const AlignedReading reading = aligner.read(x, y, true);
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::string word = word_or_rare(to_right ? parts_.right_words : parts_.left_words, y[j]);
      const std::string from =
          reading.from[j] < 0 ? ""
                              : word_or_rare(to_right ? parts_.left_words : parts_.right_words, x[reading.from[j]]);
      result.reasons.push_back({"link", to_right ? from : word, to_right ? word : from,
                                reading.words[j] / (2 * static_cast<double>(y.size())),
                                to_right ? "left to right" : "right to left"});
    }
  };
  add(parts_.to_right, texts.left, texts.right, true);
  add(parts_.to_left, texts.right, texts.left, false);
  std::stable_sort(result.reasons.begin(), result.reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  return result;
}

Yardstick AlignModel::measured(const std::vector<std::string>& left, const std::vector<std::string>& right,
                               const Run& run) const {
  std::vector<Sentences> texts;
  Tokeniser l = left_text_.make(), r = right_text_.make();
  for (std::size_t i = 0; i < left.size(); ++i)
    if (Sentences one = numbered_texts(left[i], right[i], l, r); !one.left.empty() && !one.right.empty())
      texts.push_back(std::move(one));
  const auto count = static_cast<Index>(texts.size());
  constexpr Index others = 4;  // random partners of each
  MatrixD scores(count, others + 1);
  run.pool.for_blocks(count, 16, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index k = 0; k <= others; ++k) scores(i, k) = score_numbers(texts[i].left, texts[(i + k) % count].right);
  });
  Yardstick yardstick;
  if (count < 2) return yardstick;
  const auto random = scores.rightCols(others).array();
  yardstick.random_mean = random.mean();
  yardstick.random_sd =
      std::sqrt(std::max((random - yardstick.random_mean).square().mean(), std::numeric_limits<double>::min()));
  const VectorD own = scores.col(0);
  yardstick.take_typical({own.begin(), own.end()});
  return yardstick;
}

std::vector<double> AlignModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

std::vector<std::vector<std::string>> AlignModel::self_test_inputs() const {
  const auto text = [](const Vocabulary& words) {
    std::string joined;
    for (std::int64_t w = 1; w < std::min<std::int64_t>(words.size(), 5); ++w)
      joined += (w > 1 ? " " : "") + std::string(words.word(w));
    return joined;
  };
  return {{text(parts_.left_words), text(parts_.right_words)}};
}

void AlignModel::write(ModelWriter& writer) const {
  add_vocabulary(writer, "left", parts_.left_words);
  add_vocabulary(writer, "right", parts_.right_words);
  parts_.to_right.write(writer, "to_right");
  parts_.to_left.write(writer, "to_left");
  writer.add("lengths", parts_.lengths.counts(), {LengthProfile::classes, LengthProfile::bins});
  const Yardstick& y = parts_.yardstick;
  writer.add("yardstick", std::vector<double>{y.random_mean, y.random_sd, y.typical, y.typical_spread}, {4});
}

std::unique_ptr<Model> AlignModel::load(const ModelFile& file, const Loading&) {
  Vocabulary left = load_vocabulary(file, "left"), right = load_vocabulary(file, "right");
  if (left.size() < 1 || right.size() < 1)
    throw Error(ErrorCode::model, "words", "there are none", "fit the model again");
  WordAligner to_right = WordAligner::load(file, "to_right", left.size(), right.size());
  WordAligner to_left = WordAligner::load(file, "to_left", right.size(), left.size());
  const VectorD y = load_vector<double>(file, "yardstick", 4);
  if (!(y[1] > 0 && y[3] > 0)) throw Error(ErrorCode::model, "yardstick", "is not positive", "fit the model again");
  LengthProfile lengths(file.integers("lengths", LengthProfile::classes, LengthProfile::bins));
  return std::make_unique<AlignModel>(file.header(), Parts{std::move(left),
                                                           std::move(right),
                                                           std::move(to_right),
                                                           std::move(to_left),
                                                           std::move(lengths),
                                                           {y[0], y[1], y[2], y[3]}});
}

}  // namespace couplet
