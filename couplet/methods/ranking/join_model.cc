#include "couplet/methods/ranking/join_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/model/saved_matrix.h"
#include "couplet/model/saved_parts.h"

namespace couplet {
namespace {

std::string part_name(std::size_t part) { return fmt::format("part.{}", part); }

}  // namespace

std::vector<std::string> feature_names(const JoinModel::Parts& parts, bool models_alone) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& method = parts[i]->header().method;
    std::size_t same = 1;
    for (std::size_t j = 0; j < i; ++j) same += parts[j]->header().method == method;
    names.push_back("model " + method + (same > 1 ? fmt::format(" {}", same) : ""));
  }
  if (models_alone) return names;
  const auto& matching = MatchFeatures::names();
  names.insert(names.end(), matching.begin(), matching.end());
  return names;
}

MatrixD join_features(const JoinModel::Parts& parts, const MatchFeatures* matching, const PairBatch& pairs,
                      const Run& run) {
  const auto models = static_cast<Index>(parts.size());
  MatrixD result(pairs.size(), models + (matching ? MatchFeatures::count() : 0));
  for (Index p = 0; p < models; ++p) {
    const std::vector<PairScore> scores = capability<ScoresPairs>(*parts[p]).score(pairs, run);
    for (Index i = 0; i < pairs.size(); ++i) result(i, p) = scores[i].value;
  }
  if (!matching) return result;
  run.pool.for_blocks(pairs.size(), 256, [&](Index begin, Index end) {
    run.stop->check();
    TermReader words({matching->rule().terms.text, "none"}), stems(matching->rule().terms);
    MatchedText query;
    for (Index i = begin; i < end; ++i) {
      if (i == begin || pairs.left.texts[i] != pairs.left.texts[i - 1])
        query = matching->take_apart(pairs.left.texts[i], words, stems);
      const MatchedText text = matching->take_apart(pairs.right.texts[i], words, stems);
      result.row(i).tail(MatchFeatures::count()) = matching->features(query, text).transpose();
    }
  });
  return result;
}

JoinColumns JoinColumns::learn(const MatrixD& values, Index models, Index knots) {
  return {FeatureColumns::learn(values, knots), EvenMix::learn(values, models)};
}

MatrixD JoinColumns::columns(const MatrixD& values) const {
  MatrixD result(values.rows(), count());
  const MatrixD own = features.columns(values);
  result.leftCols(own.cols()) = own;
  if (mix.models() > 0) result.rightCols(1) = mix.of(values);
  return result;
}

MatchRule match_rule(const std::string& text, const std::string& stemmer, const std::string& phrase_ends) {
  return {TermRule::parse(text, stemmer), PhraseEnds(phrase_ends)};
}

JoinModel::JoinModel(ModelHeader header, Parts parts, TermCollection collection, JoinColumns columns,
                     RankWeights weights)
    : Model(std::move(header)),
      parts_(std::move(parts)),
      collection_(std::move(collection)),
      matching_(match_rule(this->header().parameter("text"), this->header().parameter("stemmer"),
                           this->header().parameter("phrase-ends")),
                collection_),
      models_alone_(this->header().parameter("models-alone") == "true"),
      columns_(std::move(columns)),
      weights_(std::move(weights)) {}

MatrixD JoinModel::values(const PairBatch& pairs, const Run& run) const {
  return join_features(parts_, models_alone_ ? nullptr : &matching_, pairs, run);
}

bool JoinModel::has_known_word(const std::string& text) const {
  TermReader reader(matching_.rule().terms);
  const auto terms = reader.terms(text);
  return std::any_of(terms.begin(), terms.end(),
                     [&](std::string_view term) { return collection_.words.find(term) >= 0; });
}

std::vector<PairScore> JoinModel::score(const PairBatch& pairs, const Run& run) const {
  if (pairs.left.texts.empty() && pairs.size() > 0)
    throw Error(ErrorCode::data, "", "the model compares texts, the input is .npy rows", "give the texts themselves");
  const MatrixD values = this->values(pairs, run);
  const VectorD scores = columns_.columns(values) * weights_.weights;
  const Index query_words = std::ssize(parts_) + 19, text_words = query_words + 1;
  std::vector<PairScore> result(pairs.size());
  for (Index i = 0; i < pairs.size(); ++i) {
    // A side without a word has no features at all.
    const bool known =
        models_alone_ ? !values.row(i).array().isNaN().all() : values(i, text_words) > 0 && values(i, query_words) > 0;
    result[i] = {known ? scores[i] + weights_.base : NAN, NAN, known, known};
    // Where no model knows the pair, a side is known only by a word of the texts that the join learned from.
    if (!known || (parts_.size() > 0 && !values.row(i).head(std::ssize(parts_)).array().isNaN().all())) continue;
    result[i].left_known = has_known_word(pairs.left.texts[i]);
    result[i].right_known = has_known_word(pairs.right.texts[i]);
  }
  return result;
}

Explanation JoinModel::explain(const std::string& left, const std::string& right, const Run& run) const {
  PairBatch pair;
  pair.left.texts = {left};
  pair.right.texts = {right};
  const PairScore score = this->score(pair, run)[0];
  if (std::isnan(score.value)) throw Error(ErrorCode::data, "", "a text has no word", "there is no score to explain");
  const MatrixD values = this->values(pair, run);
  const MatrixD columns = columns_.columns(values);
  Explanation result{score.value, {}};
  const std::vector<std::string> names = feature_names(parts_, models_alone_);
  const Index width = columns_.features.width();
  for (std::size_t f = 0; f < names.size(); ++f) {
    const Index at = static_cast<Index>(f) * width;
    const double value = values(0, static_cast<Index>(f));
    result.reasons.push_back({"part", names[f], std::isnan(value) ? "no score" : fmt::format("{:.4g}", value),
                              columns.row(0).segment(at, width).dot(weights_.weights.segment(at, width))});
  }
  if (columns_.mix.models() > 0) {
    const double mix = columns(0, columns.cols() - 1);
    result.reasons.push_back(
        {"part", "models evenly", fmt::format("{:.4g}", mix), mix * weights_.weights[columns.cols() - 1]});
  }
  std::stable_sort(result.reasons.begin(), result.reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  result.reasons.push_back({"part", "(any text)", "", weights_.base});
  return result;
}

std::vector<double> JoinModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

void JoinModel::write(ModelWriter& writer) const {
  collection_.write(writer, "collection");
  columns_.features.write(writer);
  columns_.mix.write(writer);
  add_vector(writer, "weights", weights_.weights);
  writer.add("base", std::vector<double>{weights_.base}, {1});
  for (std::size_t i = 0; i < parts_.size(); ++i) add_part(writer, part_name(i), *parts_[i]);
}

std::unique_ptr<Model> JoinModel::load(const ModelFile& file, const Loading& loading) {
  if (file.header().schema_version < schema_version)
    throw Error(ErrorCode::model, file.path(), "it was learned from other features than this program has",
                "fit it again");
  Parts parts;
  while (file.has(part_name(parts.size()))) {
    parts.push_back(load_part(file, part_name(parts.size()), loading));
    capability<ScoresPairs>(*parts.back());
  }
  const bool alone = file.header().parameter("models-alone") == "true";
  JoinColumns columns{FeatureColumns::load(file, std::ssize(feature_names(parts, alone))),
                      EvenMix::load(file, alone ? std::ssize(parts) : 0)};
  RankWeights weights{load_vector<double>(file, "weights", columns.count()), file.doubles("base", 1, 1)[0]};
  return std::make_unique<JoinModel>(file.header(), std::move(parts), TermCollection::load(file, "collection"),
                                     std::move(columns), std::move(weights));
}

}  // namespace couplet
