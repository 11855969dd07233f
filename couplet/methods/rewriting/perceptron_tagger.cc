#include "couplet/methods/rewriting/perceptron_tagger.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/lexicon/thesaurus.h"

namespace couplet {

namespace {

/// Digits become 0 and 4 of them a year; letters small: rare words share what they have in common.
std::string normal_word(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return word.size() == 4 ? "!year" : "!digits";
  std::string lower;
  thesaurus_form(word, lower);
  return lower;
}

std::string shape_of(const std::string& word) {
  std::string shape;
  for (const char c : word) {
    const char kind = c >= 'A' && c <= 'Z'   ? 'A'
                      : c >= 'a' && c <= 'z' ? 'a'
                      : c >= '0' && c <= '9' ? '0'
                      : (c & 0x80)           ? 'u'
                                             : c;
    if (shape.empty() || shape.back() != kind) shape += kind;
  }
  return shape;
}

/// The words of a sentence as features see them.
struct Context {
  explicit Context(std::span<const std::string> words) : written(words) {
    for (const std::string& word : words) normal.push_back(normal_word(word));
  }
  std::string at(std::int64_t i) const {
    if (i < 0) return "<s>";
    return i < static_cast<std::int64_t>(normal.size()) ? normal[i] : "</s>";
  }
  std::span<const std::string> written;
  std::vector<std::string> normal;
};

std::string ending(const std::string& word, std::size_t letters) {
  return word.size() <= letters ? word : word.substr(word.size() - letters);
}

/// use(name) for every feature of word i, given the two tags before it.
template <class Use>
void for_features(const Context& context, std::int64_t i, const std::string& before, const std::string& before2,
                  Use&& use) {
  const std::string word = context.at(i);
  use("bias");
  use("w " + word);
  use("s3 " + ending(word, 3));
  use("s2 " + ending(word, 2));
  use("s1 " + ending(word, 1));
  use("p1 " + word.substr(0, 1));
  use("sh " + shape_of(context.written[i]));
  use("t1 " + before);
  use("t2 " + before2 + " " + before);
  use("tw " + before + " " + word);
  use("w-1 " + context.at(i - 1));
  use("e-1 " + ending(context.at(i - 1), 3));
  use("w-2 " + context.at(i - 2));
  use("w+1 " + context.at(i + 1));
  use("e+1 " + ending(context.at(i + 1), 3));
  use("w+2 " + context.at(i + 2));
}

const std::string start_tag = "<s>";

/// The tag with the largest score, the first of equals.
std::int32_t best_of(const std::vector<double>& scores) {
  return static_cast<std::int32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

/// Weights while they are learned: a dense row a feature, with the sum over time kept lazily.
class Learner {
 public:
  explicit Learner(std::span<const TaggedSentence> sentences) {
    for (const TaggedSentence& sentence : sentences) {
      if (sentence.words.empty() || sentence.words.size() != sentence.tags.size())
        throw Error(ErrorCode::data, "", "a sentence has another number of tags than words");
      for (const std::string& tag : sentence.tags) tags_.add(tag);
    }
  }

  void learn(const TaggedSentence& sentence) {
    const Context context(sentence.words);
    std::string before = start_tag, before2 = start_tag;
    std::vector<std::int64_t> found;
    std::vector<double> scores;
    for (std::size_t i = 0; i < sentence.words.size(); ++i) {
      found.clear();
      scores.assign(tags_.size(), 0);
      for_features(context, static_cast<std::int64_t>(i), before, before2, [&](const std::string& name) {
        const std::int64_t number = features_.add(name);
        if (number == static_cast<std::int64_t>(rows_.size())) rows_.emplace_back(scores.size());
        found.push_back(number);
        for (std::size_t t = 0; t < scores.size(); ++t) scores[t] += rows_[number][t].now;
      });
      const std::int32_t guess = best_of(scores);
      const auto right = static_cast<std::int32_t>(tags_.find(sentence.tags[i]));
      const double right_score = scores[right];
      scores[right] = -std::numeric_limits<double>::infinity();
      const std::int32_t rival = best_of(scores);
      if (rival != right && scores[rival] >= right_score)  // a tie is a mistake: averaging could turn it either way
        for (const std::int64_t feature : found) {
          change(rows_[feature][right], 1);
          change(rows_[feature][rival], -1);
        }
      ++steps_;
      before2 = before;
      before = tags_.word(guess);
    }
  }

  PerceptronTagger::Weights averaged() {
    PerceptronTagger::Weights result;
    result.tags = tags_;
    for (std::int64_t feature = 0; feature < features_.size(); ++feature) {
      std::vector<std::int32_t> targets;
      for (std::size_t t = 0; t < rows_[feature].size(); ++t) {
        Weight& weight = rows_[feature][t];
        change(weight, 0);
        const auto mean = static_cast<float>(weight.sum / static_cast<double>(std::max<std::int64_t>(steps_, 1)));
        if (std::abs(mean) < 1e-3f) continue;
        targets.push_back(static_cast<std::int32_t>(t));
        result.weights.push_back(mean);
      }
      if (targets.empty()) continue;
      result.features.add(features_.word(feature));
      result.targets.add(targets);
    }
    return result;
  }

 private:
  struct Weight {
    double now = 0, sum = 0;
    std::int64_t since = 0;  // the step up to which sum is complete
  };
  void change(Weight& weight, double by) const {
    weight.sum += weight.now * static_cast<double>(steps_ - weight.since);
    weight.since = steps_;
    weight.now += by;
  }

  Vocabulary tags_, features_;
  std::vector<std::vector<Weight>> rows_;
  std::int64_t steps_ = 0;
};

}  // namespace

PerceptronTagger PerceptronTagger::train(std::span<const TaggedSentence> sentences, int rounds, const Run& run) {
  if (sentences.empty()) throw Error(ErrorCode::data, "", "no tagged sentences", "give at least one");
  Learner learner(sentences);
  const auto count = static_cast<std::int64_t>(sentences.size());
  Stage stage(*run.observer, "learning tags", rounds * count, "sentences");
  for (int round = 0; round < rounds; ++round) {
    Random random(run.seed, static_cast<std::uint64_t>(round));
    std::int64_t done = round * count;
    for (const std::int64_t i : random.permutation(count)) {
      learner.learn(sentences[i]);
      if (++done % 256 == 0) {
        stage.advance_to(done);
        run.stop->check();
      }
    }
  }
  return PerceptronTagger(learner.averaged());
}

PerceptronTagger::PerceptronTagger(Weights weights) : weights_(std::move(weights)) {
  const auto& targets = weights_.targets;
  const bool sound = weights_.tags.size() > 0 && targets.size() == weights_.features.size() &&
                     targets.values.size() == weights_.weights.size() &&
                     std::all_of(targets.values.begin(), targets.values.end(),
                                 [&](std::int32_t tag) { return tag >= 0 && tag < weights_.tags.size(); });
  if (!sound) throw Error(ErrorCode::model, "tagger", "tags or weights do not fit the features", "fit the model again");
}

std::vector<std::string> PerceptronTagger::tag(std::span<const std::string> words) const {
  const Context context(words);
  std::vector<std::string> tags;
  std::string before = start_tag, before2 = start_tag;
  std::vector<double> scores(weights_.tags.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::fill(scores.begin(), scores.end(), 0.0);
    for_features(context, static_cast<std::int64_t>(i), before, before2, [&](const std::string& name) {
      const std::int64_t feature = weights_.features.find(name);
      if (feature < 0) return;
      for (std::int64_t k = weights_.targets.offsets[feature]; k < weights_.targets.offsets[feature + 1]; ++k)
        scores[weights_.targets.values[k]] += static_cast<double>(weights_.weights[k]);
    });
    tags.emplace_back(weights_.tags.word(best_of(scores)));
    before2 = before;
    before = tags.back();
  }
  return tags;
}

double tagging_accuracy(const PartTagger& tagger, std::span<const TaggedSentence> sentences) {
  std::int64_t right = 0, all = 0;
  for (const TaggedSentence& sentence : sentences) {
    const std::vector<std::string> tags = tagger.tag(sentence.words);
    for (std::size_t i = 0; i < tags.size(); ++i, ++all) right += tags[i] == sentence.tags[i];
  }
  return all == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(right) / static_cast<double>(all);
}

}  // namespace couplet
