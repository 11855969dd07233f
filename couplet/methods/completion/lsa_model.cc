#include "couplet/methods/completion/lsa_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/model/container.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {
namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

}  // namespace

LsaModel::LsaModel(ModelHeader header, Vocabulary words, Numbers numbers)
    : Model(std::move(header)),
      words_(std::move(words)),
      numbers_(std::move(numbers)),
      pipeline_(TextPipeline::parse(this->header().parameter("text"))),
      weighting_(TermWeighting::parse(this->header().parameter("weighting"))),
      weigh_context_(this->header().parameter("context") == "idf") {
  const auto k = static_cast<Index>(numbers_.singular.size());
  const double power = this->header().number("power", 0, 2);
  const auto scaled = std::make_shared<MatrixF>(words_.size(), k);
  const Eigen::Map<const MatrixF> v(numbers_.v.data(), words_.size(), k);
  for (Index j = 0; j < k; ++j) {
    const double s = std::pow(static_cast<double>(numbers_.singular[j]), power);
    scaled->col(j) = v.col(j) * static_cast<float>(s);
  }
  unit_ = *scaled;
  for (Index i = 0; i < unit_.rows(); ++i) {
    const double length = std::sqrt(unit_.row(i).cast<double>().squaredNorm());
    if (length > 0) unit_.row(i) *= static_cast<float>(1 / length);
  }
  vectors_ = std::make_unique<WordVectors>(
      words_, k, std::span<const float>(scaled->data(), static_cast<std::size_t>(scaled->size())), std::nullopt,
      scaled);
}

std::unique_ptr<Model> LsaModel::load(const ModelFile& file, const Loading&) {
  Vocabulary words = load_vocabulary(file, "words");
  const auto singular = file.floats("singular");
  const auto v = file.floats("v", words.size(), static_cast<std::int64_t>(singular.size()));
  const auto idf = file.floats("idf", words.size());
  for (const float s : singular)
    if (!(s > 0))
      throw Error(ErrorCode::model, file.path(), "tensor 'singular' is not positive", "fit the model again");
  return std::make_unique<LsaModel>(
      file.header(), std::move(words),
      Numbers{v, {singular.begin(), singular.end()}, {idf.begin(), idf.end()}, file.owner()});
}

void LsaModel::write(ModelWriter& writer) const {
  add_vocabulary(writer, "words", words_);
  const auto k = static_cast<std::int64_t>(numbers_.singular.size());
  writer.add("v", numbers_.v, {words_.size(), k});
  writer.add("singular", std::span<const float>(numbers_.singular), {k});
  writer.add("idf", std::span<const float>(numbers_.idf), {words_.size()});
}

std::vector<std::int64_t> LsaModel::known_words(std::string_view text, std::int64_t& unknown) const {
  auto tokeniser = tokenisers_.borrow([&] { return std::make_unique<Tokeniser>(pipeline_); });
  std::vector<std::int64_t> numbers;
  for (const std::string_view token : tokeniser->tokens(text)) {
    const std::int64_t number = words_.find(token);
    if (number >= 0)
      numbers.push_back(number);
    else
      ++unknown;
  }
  tokenisers_.give_back(std::move(tokeniser));
  return numbers;
}

VectorD LsaModel::sum_of(std::span<const std::int64_t> words) const {
  VectorD sum = VectorD::Zero(unit_.cols());
  for (const std::int64_t word : words) sum += unit_.row(word).transpose().cast<double>();
  return sum;
}

double LsaModel::weight(std::int64_t word) const {
  return weigh_context_ ? static_cast<double>(numbers_.idf[word]) : 1;
}

std::vector<std::int64_t> LsaModel::others_of(const BlankQuestion& question) const {
  std::vector<std::int64_t> others;
  std::int64_t ignored = 0;
  for (const std::string& piece : question.pieces) {
    const auto words = known_words(piece, ignored);
    others.insert(others.end(), words.begin(), words.end());
  }
  return others;
}

VectorD LsaModel::context_of(std::span<const std::int64_t> others) const {
  VectorD sum = VectorD::Zero(unit_.cols());
  for (const std::int64_t word : others) sum += weight(word) * unit_.row(word).transpose().cast<double>();
  return sum;
}

double LsaModel::reconstruction(const std::vector<std::int64_t>& words) const {
  // Zweig et al. (2012), 4.2: the leading 1.2 n components for a sentence of n words.
  constexpr double components = 1.2;
  if (words.empty()) return not_known;
  std::map<std::int64_t, double> counts;
  for (const std::int64_t word : words) ++counts[word];
  const auto all = static_cast<Index>(numbers_.singular.size());
  const Index k = std::min<Index>(all, static_cast<Index>(std::ceil(components * static_cast<double>(words.size()))));
  const Eigen::Map<const MatrixF> v(numbers_.v.data(), words_.size(), all);
  VectorD projected = VectorD::Zero(k);
  double square = 0;
  for (const auto& [word, count] : counts) {
    const double x = term_weight(weighting_.tf, count) * static_cast<double>(numbers_.idf[word]);
    square += x * x;
    projected += x * v.row(word).head(k).transpose().cast<double>();
  }
  return square > 0 ? projected.squaredNorm() / square - 1 : not_known;
}

std::vector<std::pair<std::string, VectorD>> LsaModel::known_fillers(const std::vector<std::string>& option) const {
  std::vector<std::pair<std::string, VectorD>> known;
  std::int64_t ignored = 0;
  for (const std::string& filler : option) {
    const auto words = known_words(filler, ignored);
    if (!words.empty()) known.emplace_back(filler, sum_of(words) / static_cast<double>(words.size()));
  }
  for (auto& [filler, vector] : known) vector *= static_cast<double>(option.size()) / static_cast<double>(known.size());
  return known;
}

std::vector<LsaFeatures> LsaModel::features(const BlankQuestion& question) const {
  const std::vector<std::int64_t> others = others_of(question);
  const VectorD context = context_of(others);
  std::vector<LsaFeatures> result;
  for (const auto& option : question.options) {
    LsaFeatures& features = result.emplace_back();
    for (const std::string& filler : option) known_words(filler, features.unknown);
    std::int64_t ignored = 0;
    features.reconstruct = reconstruction(known_words(question.filled(option), ignored));
    features.total = features.cosine = not_known;
    const auto known = known_fillers(option);
    if (others.empty() || known.empty()) continue;
    VectorD answer = VectorD::Zero(context.size());
    for (const auto& [filler, vector] : known) answer += vector;
    features.total = answer.dot(context);
    const double length = std::sqrt(answer.squaredNorm() * context.squaredNorm());
    if (length > 0) features.cosine = features.total / length;
  }
  return result;
}

std::vector<std::vector<OptionScore>> LsaModel::score_questions(std::span<const BlankQuestion> questions,
                                                                const Run& run) const {
  std::vector<std::vector<OptionScore>> result(questions.size());
  run.pool.for_blocks(static_cast<std::int64_t>(questions.size()), 16, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      for (const LsaFeatures& option : features(questions[i])) result[i].push_back({option.total, option.unknown});
  });
  return result;
}

std::vector<std::string> LsaModel::candidates(const BlankQuestion& question, std::int64_t count, const Run&) const {
  const std::vector<std::int64_t> others = others_of(question);
  if (others.empty())
    throw Error(ErrorCode::data, "text", "no word around the blank is known", "is it in the language of the model?");
  const VectorF scores = unit_ * context_of(others).cast<float>();
  std::vector<std::int64_t> order(words_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto wanted = static_cast<std::ptrdiff_t>(std::min(count, words_.size()));
  std::partial_sort(order.begin(), order.begin() + wanted, order.end(), [&](std::int64_t a, std::int64_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  std::vector<std::string> found;
  for (auto at = order.begin(); at != order.begin() + wanted; ++at) found.emplace_back(words_.word(*at));
  return found;
}

std::vector<Reason> LsaModel::explain_option(const BlankQuestion& question, std::size_t option, const Run&) const {
  std::vector<Reason> reasons;
  const std::vector<std::int64_t> others = others_of(question);
  for (const auto& [filler, vector] : known_fillers(question.options[option]))
    for (const std::int64_t word : others)
      reasons.push_back({"context", std::string(words_.word(word)), filler,
                         weight(word) * vector.dot(unit_.row(word).transpose().cast<double>())});
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  return reasons;
}

FoundWord LsaModel::find_word(const std::string& text) const {
  std::int64_t unknown = 0;
  const auto words = known_words(text, unknown);
  if (words.empty()) return {};
  FoundWord found{words.size() == 1 ? "itself" : "mean", words.size() == 1 ? words[0] : -1, {}};
  VectorF sum = VectorF::Zero(unit_.cols());
  for (const std::int64_t word : words) sum += unit_.row(word).transpose();
  found.vector.assign(sum.data(), sum.data() + sum.size());
  return found;
}

std::vector<double> LsaModel::self_test(const std::vector<std::string>& input) const {
  if (input.size() != 2) throw Error(ErrorCode::model, "self-test", "an input is not a text and a filler");
  BlankQuestion question;
  question.pieces = split_blanks(input[0], "self-test");
  question.options = {{input[1]}};
  const double total = features(question)[0].total;
  return {std::isnan(total) ? 0 : total};
}

std::vector<std::vector<std::string>> LsaModel::self_test_inputs() const {
  const auto word = [&](std::int64_t i) { return std::string(words_.word(std::min(i, words_.size() - 1))); };
  return {{word(0) + " _____ " + word(1), word(2)}};
}

}  // namespace couplet
