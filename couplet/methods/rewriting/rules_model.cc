#include "couplet/methods/rewriting/rules_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/rewriting/rewriting_schema.h"
#include "couplet/methods/rewriting/saved_knowledge.h"
#include "couplet/methods/rewriting/saved_lists.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {
namespace {

constexpr double no_decision = std::numeric_limits<double>::quiet_NaN();

}  // namespace

RulesModel::RulesModel(ModelHeader header, SentenceOptions sentences, RuleFeatures features, RuleWeights weights,
                       std::vector<std::vector<std::string>> sample)
    : Model(std::move(header)),
      sentences_(std::move(sentences)),
      features_(std::move(features)),
      weights_(std::move(weights)),
      sample_(std::move(sample)) {}

MatrixD RulesModel::decisions(const PairBatch& pairs, const Run& run) const {
  if (pairs.left.texts.empty() && pairs.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
  const auto columns = static_cast<Index>(weights_.bias.size());
  MatrixD values = MatrixD::Constant(pairs.size(), columns, no_decision);
  run.pool.for_blocks(pairs.size(), 64, [&](Index begin, Index end) {
    run.stop->check();
    SentenceReader reader(sentences_);
    std::vector<SentencePair> sentences;
    bool cut = false;
    for (Index i = begin; i < end; ++i)
      sentences.push_back({reader.read(pairs.left.texts[i], cut), reader.read(pairs.right.texts[i], cut)});
    const auto features = features_.of(sentences);
    for (Index i = begin; i < end; ++i) {
      if (sentences[i - begin].left.empty() || sentences[i - begin].right.empty()) continue;
      for (Index c = 0; c < columns; ++c) values(i, c) = weights_.bias[c];
      for (const RuleFeature& feature : features[i - begin]) {
        const auto bucket = static_cast<std::int32_t>(RuleWeights::bucket(feature.key, weights_.bits));
        const auto at = std::lower_bound(weights_.buckets.begin(), weights_.buckets.end(), bucket);
        if (at == weights_.buckets.end() || *at != bucket) continue;
        values.row(i) += feature.value * weights_.weights.row(at - weights_.buckets.begin()).cast<double>();
      }
    }
  });
  return values;
}

std::vector<PairScore> RulesModel::score(const PairBatch& pairs, const Run& run) const {
  const MatrixD values = decisions(pairs, run);
  std::vector<PairScore> scores;
  SentenceReader reader(sentences_);
  bool cut = false;
  for (Index i = 0; i < pairs.size(); ++i) {
    double value = values(i, 0);
    if (values.cols() > 1 && !std::isnan(value)) {
      std::vector<double> all(values.row(i).begin(), values.row(i).end());
      std::partial_sort(all.begin(), all.begin() + 2, all.end(), std::greater<>());
      value = all[0] - all[1];
    }
    const bool known = !std::isnan(value);
    scores.push_back({value, no_decision, known || !reader.read(pairs.left.texts[i], cut).empty(),
                      known || !reader.read(pairs.right.texts[i], cut).empty()});
  }
  return scores;
}

double RulesModel::probability(double score) const {
  return weights_.labels.size() == 2 ? weights_.sigmoid(score) : no_decision;
}

std::vector<int> RulesModel::labels_of(const PairBatch& pairs, const Run& run) const {
  const MatrixD values = decisions(pairs, run);
  std::vector<int> labels(pairs.size(), -1);
  for (Index i = 0; i < pairs.size(); ++i) {
    if (std::isnan(values(i, 0))) continue;
    Index best = values(i, 0) > 0;
    if (values.cols() > 1) values.row(i).maxCoeff(&best);
    labels[i] = static_cast<int>(best);
  }
  return labels;
}

std::vector<double> RulesModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

void RulesModel::write(ModelWriter& writer) const {
  writer.add("rules.buckets", weights_.buckets, {static_cast<std::int64_t>(weights_.buckets.size())});
  add_matrix(writer, "rules.weights", weights_.weights);
  writer.add("rules.bias", weights_.bias, {static_cast<std::int64_t>(weights_.bias.size())});
  writer.add("rules.sigmoid", std::vector<double>{weights_.sigmoid.slope, weights_.sigmoid.offset}, {2});
  add_texts(writer, "rules.labels", weights_.labels);
  std::vector<std::string> texts;
  for (const auto& pair : sample_) texts.insert(texts.end(), pair.begin(), pair.end());
  add_texts(writer, "rules.sample", texts);
  add_knowledge(writer, *features_.knowledge());
  add_sentence_options(writer, sentences_);
}

std::unique_ptr<Model> RulesModel::load(const ModelFile& file, const Loading&) {
  const auto wrong = [&](const char* what) {
    return Error(ErrorCode::model, file.path(), what, "fit the model again");
  };
  RuleWeights weights;
  weights.bits = static_cast<int>(file.header().number("bits", 10, 30));
  const auto buckets = file.integers32("rules.buckets", -1, 1);
  weights.buckets.assign(buckets.begin(), buckets.end());
  weights.labels = load_texts(file, "rules.labels");
  if (weights.labels.size() < 2) throw wrong("there are fewer than two labels");
  const auto columns = weights.labels.size() == 2 ? 1 : std::ssize(weights.labels);
  weights.weights = load_matrix<float>(file, "rules.weights", std::ssize(weights.buckets));
  const auto bias = file.doubles("rules.bias", columns, 1), sigmoid = file.doubles("rules.sigmoid", 2, 1);
  weights.bias.assign(bias.begin(), bias.end());
  weights.sigmoid = {sigmoid[0], sigmoid[1]};
  if (weights.weights.cols() != columns || !std::is_sorted(weights.buckets.begin(), weights.buckets.end()))
    throw wrong("the weights do not fit");
  const std::vector<std::string> texts = load_texts(file, "rules.sample");
  std::vector<std::vector<std::string>> sample;
  for (std::size_t i = 0; i + 1 < texts.size(); i += 2) sample.push_back({texts[i], texts[i + 1]});
  auto knowledge = std::make_shared<PairKnowledge>(load_knowledge(file));
  knowledge->sources.stemmer = file.parameter("stemmer");
  knowledge->idf_of_stems = file.parameter("idf") == "stems";
  knowledge->sources.tagged = file.parameter("tags") != "none";
  return std::make_unique<RulesModel>(file.header(), saved_sentence_options(file),
                                      RuleFeatures(saved_kernel_options(file), std::move(knowledge)),
                                      std::move(weights), std::move(sample));
}

}  // namespace couplet
