#include "couplet/methods/bridge/bridge_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/saved_terms.h"
#include "couplet/model/container.h"

namespace couplet {
namespace {

constexpr double no_score = std::numeric_limits<double>::quiet_NaN();
constexpr Index repaired_documents = 500;
constexpr Index self_test_words = 5;

void require_texts(const Items& items) {
  if (items.texts.empty() && items.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
}

/// 0 when the header does not have it.
double number_of(const ModelHeader& header, std::string_view name) {
  const std::string* text = header.find_detail(name);
  double value = 0;
  if (text && std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc())
    throw Error(ErrorCode::model, std::string(name), "'" + *text + "' is not a number", "fit the model again");
  return value;
}

/// The terms' rows added up by weight and scaled to length 1; zero when there are none.
VectorD unit_sum(const TermProjection& projection, std::span<const WeightedTerm> terms) {
  VectorD sum = VectorD::Zero(projection.dimension());
  projection.add(terms, sum);
  const double length = sum.norm();
  if (length > 0) sum /= length;
  return sum;
}

/// Of the documents of these numbers, a row each, at every process of a team.
MatrixD vectors_of(const DocumentCounts& documents, const std::vector<Index>& numbers, Index language,
                   const TermSpace& space, const TermProjection& projection, Team& team) {
  const CsrMatrix<double> texts = weighted_rows(documents, numbers, language, space);
  MatrixD vectors = MatrixD::Zero(texts.rows(), projection.dimension());
  for (Index i = 0; i < texts.rows(); ++i) {
    std::vector<WeightedTerm> terms;
    for (std::int64_t e = texts.offsets()[i]; e < texts.offsets()[i + 1]; ++e)
      terms.push_back({texts.columns()[e], texts.values()[e]});
    vectors.row(i) = unit_sum(projection, terms).transpose();
  }
  const auto size = static_cast<std::size_t>(vectors.size()) * sizeof(double);
  const auto all = team.gather({reinterpret_cast<const char*>(vectors.data()), size});
  for (Index i = 0; i < vectors.rows(); ++i) {
    const auto after = std::upper_bound(documents.begins.begin(), documents.begins.end(), numbers[i]);
    const std::string& owners = all[static_cast<std::size_t>(after - documents.begins.begin()) - 1];
    const std::size_t row = size / static_cast<std::size_t>(vectors.rows());
    std::memcpy(vectors.row(i).data(), owners.data() + static_cast<std::size_t>(i) * row, row);
  }
  return vectors;
}

}  // namespace

BridgeModel::BridgeModel(ModelHeader header, TermSpace space, std::vector<TextPipeline> pipelines,
                         TermProjection projection, LanguagePair sides)
    : Model(std::move(header)),
      space_(std::move(space)),
      pipelines_(std::move(pipelines)),
      projection_(std::move(projection)),
      sides_(sides),
      repaired_mean_(number_of(this->header(), "re-paired mean")),
      repaired_sd_(number_of(this->header(), "re-paired sd")) {
  if (projection_.rows() != space_.rows() || (pipelines_.size() != 1 && std::ssize(pipelines_) != space_.languages()))
    throw Error(ErrorCode::internal, "bridge", "the parts of the model do not fit");
}

Tokeniser BridgeModel::tokeniser(Index language) const {
  return pipelines_[pipelines_.size() == 1 ? 0 : static_cast<std::size_t>(language)].make();
}

VectorD BridgeModel::vector(const std::string& text, Index language, Tokeniser& words) const {
  return unit_sum(projection_, space_.weigh(words.tokens(text), language));
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
      score.value = score.left_known && score.right_known ? left.dot(right) : no_score;
      score.z = repaired_sd_ > 0 ? (score.value - repaired_mean_) / repaired_sd_ : no_score;
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

std::vector<std::vector<std::string>> BridgeModel::self_test_inputs() const {
  return {{some_words(space_, sides_.left, self_test_words), some_words(space_, sides_.right, self_test_words)}};
}

std::vector<std::pair<std::string, std::string>> bridge_details(const std::vector<TextPipeline>& pipelines,
                                                                const TermProjection& projection, LanguagePair sides,
                                                                const DocumentCounts& training, const TermSpace& space,
                                                                const Run& run) {
  // Documents spread over the training set, each with its neighbour's counterpart.
  const Index n = training.documents(), count = std::min(n, repaired_documents);
  std::vector<Index> chosen, neighbours;
  for (Index i = 0; i < count; ++i) {
    chosen.push_back(i * n / count);
    neighbours.push_back((i * n / count + 1) % n);
  }
  const MatrixD left = vectors_of(training, chosen, sides.left, space, projection, *run.team),
                right = vectors_of(training, neighbours, sides.right, space, projection, *run.team);
  double sum = 0, squares = 0;
  for (Index i = 0; i < count && n > 1; ++i) {
    const VectorD own = left.row(i), other = right.row(i);
    const double value = own.dot(other);
    sum += value;
    squares += value * value;
  }
  const double mean = sum / static_cast<double>(count);
  const double sd = std::sqrt(std::max(0.0, squares / static_cast<double>(count) - mean * mean));
  return {{"text", spec_of(pipelines)},
          {"languages", fmt::format("{}", training.languages.size())},
          {"sides", fmt::format("{},{}", sides.left + 1, sides.right + 1)},
          {"re-paired mean", fmt::format("{}", mean)},
          {"re-paired sd", fmt::format("{}", sd)}};
}

void BridgeModel::write(ModelWriter& writer) const {
  add_terms(writer, space_);
  projection_.write(writer);
}

std::unique_ptr<Model> BridgeModel::load(const ModelFile& file, const Loading&) {
  TermSpace space = load_terms(file, TermWeighting::parse(file.parameter("weighting")));
  TermProjection projection(file, space.rows());
  if (projection.dimension() < 1)
    throw Error(ErrorCode::model, file.path(), "the projection is empty", "fit the model again");
  auto pipelines = load_pipelines(file, space.languages());
  const LanguagePair sides = parse_sides(file.detail("sides"), space.languages());
  return std::make_unique<BridgeModel>(file.header(), std::move(space), std::move(pipelines), std::move(projection),
                                       sides);
}

}  // namespace couplet
