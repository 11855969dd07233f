#include "couplet/methods/bridge/bridge_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/saved_terms.h"
#include "couplet/model/container.h"

namespace couplet {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr Index repaired_documents = 500;
constexpr Index self_test_words = 5;

void require_texts(const Items& items) {
  if (items.texts.empty() && items.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
}

/// 0 while the model is being fitted, when the header does not have it yet.
double number_of(const ModelHeader& header, std::string_view name) {
  const std::string* text = header.find_detail(name);
  double value = 0;
  if (text && std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc())
    throw Error(ErrorCode::model, std::string(name), "'" + *text + "' is not a number", "fit the model again");
  return value;
}

}  // namespace

BridgeModel::BridgeModel(ModelHeader header, TermSpace space, std::vector<TextPipeline> pipelines,
                         TermProjection projection, LanguagePair sides)
    : header_(std::move(header)),
      space_(std::move(space)),
      pipelines_(std::move(pipelines)),
      projection_(std::move(projection)),
      sides_(sides),
      repaired_mean_(number_of(header_, "re-paired mean")),
      repaired_sd_(number_of(header_, "re-paired sd")) {
  if (projection_.rows() != space_.rows() || (pipelines_.size() != 1 && std::ssize(pipelines_) != space_.languages()))
    throw Error(ErrorCode::internal, "bridge", "the parts of the model do not fit");
}

Tokeniser BridgeModel::tokeniser(Index language) const {
  return pipelines_[pipelines_.size() == 1 ? 0 : static_cast<std::size_t>(language)].make();
}

VectorD BridgeModel::scaled_sum(std::span<const WeightedTerm> terms) const {
  VectorD sum = VectorD::Zero(dimension());
  projection_.add(terms, sum);
  const double length = sum.norm();
  if (length > 0) sum /= length;
  return sum;
}

VectorD BridgeModel::vector(const std::string& text, Index language, Tokeniser& words) const {
  return scaled_sum(space_.weigh(words.tokens(text), language));
}

std::vector<PairScore> BridgeModel::score(const PairBatch& pairs, const Run& run) const {
  require_texts(pairs.left);
  require_texts(pairs.right);
  std::vector<PairScore> scores(pairs.size());
  run.pool.for_blocks(pairs.size(), 256, [&](Index begin, Index end) {
    run.stop->check();
    Tokeniser left_words = tokeniser(sides_.left), right_words = tokeniser(sides_.right);
    for (Index i = begin; i < end; ++i) {
      const VectorD left = vector(pairs.left.texts[i], sides_.left, left_words);
      const VectorD right = vector(pairs.right.texts[i], sides_.right, right_words);
      PairScore& score = scores[i];
      score.left_known = (left.array() != 0).any();
      score.right_known = (right.array() != 0).any();
      score.value = score.left_known && score.right_known ? left.dot(right) : none;
      score.z = repaired_sd_ > 0 ? (score.value - repaired_mean_) / repaired_sd_ : none;
    }
  });
  return scores;
}

Embedded BridgeModel::embed(Side side, const Items& items, const Run& run) const {
  require_texts(items);
  run.memory.require(items.size() * dimension() * 8, "the vectors of the texts");
  MatrixD result(items.size(), dimension());
  std::vector<char> found(items.size(), 0);
  run.pool.for_blocks(items.size(), 256, [&](Index begin, Index end) {
    run.stop->check();
    Tokeniser words = tokeniser(language(side));
    for (Index i = begin; i < end; ++i) {
      result.row(i) = vector(items.texts[i], language(side), words).transpose();
      found[i] = (result.row(i).array() != 0).any();
    }
  });
  return {std::move(result), {found.begin(), found.end()}};
}

Explanation BridgeModel::explain(const std::string& left, const std::string& right, const Run&) const {
  Tokeniser left_words = tokeniser(sides_.left), right_words = tokeniser(sides_.right);
  const auto left_terms = space_.weigh(left_words.tokens(left), sides_.left);
  const auto right_terms = space_.weigh(right_words.tokens(right), sides_.right);
  VectorD a = VectorD::Zero(dimension()), b = a;
  projection_.add(left_terms, a);
  projection_.add(right_terms, b);
  const double lengths = a.norm() * b.norm();
  if (!(lengths > 0))
    throw Error(ErrorCode::data, a.norm() > 0 ? "right text" : "left text", "no word of it is known to the model",
                "there is no score to explain");
  Explanation result;
  result.score = a.dot(b) / lengths;
  for (const WeightedTerm& x : left_terms)
    for (const WeightedTerm& y : right_terms)
      result.reasons.push_back({"word pair", std::string(space_.word(x.row)), std::string(space_.word(y.row)),
                                x.weight * y.weight * projection_.product(x.row, y.row) / lengths});
  std::stable_sort(result.reasons.begin(), result.reasons.end(),
                   [](const Reason& x, const Reason& y) { return std::abs(x.value) > std::abs(y.value); });
  return result;
}

std::vector<double> BridgeModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

void BridgeModel::finish_header(const std::vector<CsrMatrix<double>>& training) {
  header_.details.emplace_back("text", spec_of(pipelines_));
  header_.details.emplace_back("languages", fmt::format("{}", space_.languages()));
  header_.details.emplace_back("sides", fmt::format("{},{}", sides_.left + 1, sides_.right + 1));
  // Documents spread over the training set, each with its neighbour's counterpart.
  const auto row_of = [&](const CsrMatrix<double>& texts, Index row) {
    std::vector<WeightedTerm> terms;
    for (std::int64_t e = texts.offsets()[row]; e < texts.offsets()[row + 1]; ++e)
      terms.push_back({texts.columns()[e], texts.values()[e]});
    return scaled_sum(terms);
  };
  const auto& left = training[sides_.left];
  const auto& right = training[sides_.right];
  const Index n = left.rows(), count = std::min(n, repaired_documents);
  double sum = 0, squares = 0;
  for (Index i = 0; i < count && n > 1; ++i) {
    const double value = row_of(left, i * n / count).dot(row_of(right, (i * n / count + 1) % n));
    sum += value;
    squares += value * value;
  }
  repaired_mean_ = sum / static_cast<double>(count);
  repaired_sd_ = std::sqrt(std::max(0.0, squares / static_cast<double>(count) - repaired_mean_ * repaired_mean_));
  header_.details.emplace_back("re-paired mean", fmt::format("{}", repaired_mean_));
  header_.details.emplace_back("re-paired sd", fmt::format("{}", repaired_sd_));

  SelfTestCase test;
  for (const Index m : {sides_.left, sides_.right}) test.input.push_back(some_words(space_, m, self_test_words));
  test.expected = self_test(test.input);
  header_.self_test = {std::move(test)};
}

void BridgeModel::write(ModelWriter& writer) const {
  add_terms(writer, space_);
  projection_.write(writer);
}

std::unique_ptr<Model> BridgeModel::load(const ModelFile& file) {
  try {
    TermSpace space = load_terms(file, TermWeighting::parse(file.parameter("weighting")));
    TermProjection projection(file, space.rows());
    if (projection.dimension() < 1)
      throw Error(ErrorCode::model, file.path(), "the projection is empty", "fit the model again");
    auto pipelines = load_pipelines(file, space.languages());
    const LanguagePair sides = parse_sides(file.detail("sides"), space.languages());
    return std::make_unique<BridgeModel>(file.header(), std::move(space), std::move(pipelines), std::move(projection),
                                         sides);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::usage) throw;
    throw Error(ErrorCode::model, file.path(), error.problem(), "fit the model again");
  }
}

}  // namespace couplet
