#include "couplet/methods/bridge/topic_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/saved_terms.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {
namespace {

constexpr Index words_of_self_test = 5;

}  // namespace

TopicModel::TopicModel(ModelHeader header, TermSpace space, std::vector<TextPipeline> pipelines, MatrixF words,
                       FoldIn fold_in, TopicDistance distance, LanguagePair sides)
    : Model(std::move(header)),
      space_(std::move(space)),
      pipelines_(std::move(pipelines)),
      words_(std::move(words)),
      fold_in_(fold_in),
      distance_(distance),
      sides_(sides) {
  if (words_.rows() != space_.rows() || (pipelines_.size() != 1 && std::ssize(pipelines_) != space_.languages()))
    throw Error(ErrorCode::internal, "topics", "the parts of the model do not fit");
}

TopicDistance parse_distance(std::string_view name) {
  if (name == "l1") return TopicDistance::l1;
  if (name == "jensen-shannon") return TopicDistance::jensen_shannon;
  if (name == "hellinger") return TopicDistance::hellinger;
  if (name == "cosine") return TopicDistance::cosine;
  throw Error(ErrorCode::usage, "--distance", fmt::format("'{}' is none of them", name),
              "use l1, jensen-shannon, hellinger or cosine");
}

Comparison comparison_of(TopicDistance distance) {
  switch (distance) {
    case TopicDistance::l1:
      return Comparison::l1;
    case TopicDistance::jensen_shannon:
      return Comparison::jensen_shannon;
    case TopicDistance::hellinger:
    case TopicDistance::cosine:
      break;
  }
  return Comparison::inner_product;
}

Tokeniser TopicModel::tokeniser(Index language) const {
  return pipelines_[pipelines_.size() == 1 ? 0 : static_cast<std::size_t>(language)].make();
}

VectorD topics_of(std::span<const WeightedTerm> terms, const MatrixF& words, const FoldIn& fold_in) {
  const Index topics = words.cols();
  if (terms.empty()) return VectorD::Zero(topics);
  VectorD theta = VectorD::Constant(topics, 1 / static_cast<double>(topics));
  for (Index step = 0; step < fold_in.steps; ++step) {
    VectorD sums = VectorD::Constant(topics, fold_in.alpha - 1);
    for (const WeightedTerm& term : terms) {
      const VectorD joint = words.row(term.row).transpose().cast<double>().cwiseProduct(theta);
      if (const double total = joint.sum(); total > 0) sums += term.weight / total * joint;
    }
    const double total = sums.sum();
    if (!(total > 0)) return VectorD::Zero(topics);
    theta = sums / total;
  }
  return theta;
}

VectorD comparable_topics(VectorD topics, TopicDistance distance) {
  if (distance == TopicDistance::hellinger) topics = topics.cwiseSqrt();
  if (distance == TopicDistance::cosine && (topics.array() != 0).any()) topics /= topics.norm();
  return topics;
}

Embedded TopicModel::embed(Side side, const Items& items, const Run& run) const {
  if (items.texts.empty() && items.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
  const Index language = side == Side::left ? sides_.left : sides_.right;
  MatrixD result(items.size(), dimension());
  std::vector<char> found(items.size(), 0);
  run.pool.for_blocks(items.size(), 64, [&](Index begin, Index end) {
    run.stop->check();
    Tokeniser words = tokeniser(language);
    for (Index i = begin; i < end; ++i) {
      const auto terms = space_.weigh(words.tokens(items.texts[i]), language);
      result.row(i) = comparable_topics(topics_of(terms, words_, fold_in_), distance_).transpose();
      found[i] = (result.row(i).array() != 0).any();
    }
  });
  return {std::move(result), {found.begin(), found.end()}};
}

std::vector<PairScore> TopicModel::score(const PairBatch& pairs, const Run& run) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const Embedded left = embed(Side::left, pairs.left, run), right = embed(Side::right, pairs.right, run);
  std::vector<PairScore> scores;
  MatrixD score(1, 1);
  for (Index i = 0; i < pairs.size(); ++i) {
    compare_rows(left.rows.middleRows(i, 1), right.rows.middleRows(i, 1), comparison(), score);
    const bool both = left.known[i] && right.known[i];
    scores.push_back({both ? score(0, 0) : none, none, left.known[i], right.known[i]});
  }
  return scores;
}

std::vector<std::string> TopicModel::top_words(Index topic, Index language, Index count) const {
  const Index first = space_.first_row(language), rows = space_.list(language).words.size();
  std::vector<Index> order(rows);
  for (Index w = 0; w < rows; ++w) order[w] = first + w;
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return words_(a, topic) > words_(b, topic); });
  std::vector<std::string> words;
  for (Index i = 0; i < std::min(count, rows); ++i) words.emplace_back(space_.word(order[i]));
  return words;
}

std::vector<double> TopicModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

std::vector<std::vector<std::string>> TopicModel::self_test_inputs() const {
  return {{some_words(space_, sides_.left, words_of_self_test), some_words(space_, sides_.right, words_of_self_test)}};
}

void TopicModel::write(ModelWriter& writer) const {
  add_terms(writer, space_);
  add_matrix(writer, "topics", words_);
}

std::unique_ptr<Model> TopicModel::load(const ModelFile& file, const Loading&) {
  TermSpace space = load_terms(file, {TermFrequency::raw, InverseDocumentFrequency::none, {}});
  MatrixF words = load_matrix<float>(file, "topics", space.rows());
  if (words.cols() < 1 || (words.array() < 0).any())
    throw Error(ErrorCode::model, file.path(), "the topics make no sense", "fit the model again");
  auto pipelines = load_pipelines(file, space.languages());
  const FoldIn fold_in{file.header().number("alpha", 1, 1e6),
                       static_cast<Index>(file.header().number("fold-in", 1, 1e6))};
  // Models of earlier versions do not say their sides.
  const std::string* said = file.header().find_detail("sides");
  const LanguagePair sides = parse_sides(said ? *said : "1,2", space.languages());
  return std::make_unique<TopicModel>(file.header(), std::move(space), std::move(pipelines), std::move(words), fold_in,
                                      parse_distance(file.parameter("distance")), sides);
}

}  // namespace couplet
