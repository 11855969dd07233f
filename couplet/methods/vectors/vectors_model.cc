#include "couplet/methods/vectors/vectors_model.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/vectors/gini.h"
#include "couplet/methods/vectors/kept_table.h"
#include "couplet/methods/vectors/vectors_schema.h"
#include "couplet/model/saved_word_vectors.h"

namespace couplet {
namespace {

double cosine(std::span<const float> a, std::span<const float> b) {
  double dot = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    dot += static_cast<double>(a[i]) * b[i];
    aa += static_cast<double>(a[i]) * a[i];
    bb += static_cast<double>(b[i]) * b[i];
  }
  return aa > 0 && bb > 0 ? dot / std::sqrt(aa * bb) : 0;
}

void require_texts(const Items& items) {
  if (items.texts.empty() && items.size() > 0)
    throw Error(ErrorCode::data, "", "the model knows words, the input is .npy rows", "give words");
}

/// Adds the vector, scaled to unit length, to sum.
void add_unit(std::span<const float> vector, std::vector<float>& sum) {
  double length = 0;
  for (const float x : vector) length += static_cast<double>(x) * x;
  if (!(length > 0)) return;
  const double scale = 1 / std::sqrt(length);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<float>(vector[i] * scale);
}

}  // namespace

VectorsModel::VectorsModel(ModelHeader header, std::shared_ptr<const WordVectors> vectors, const std::string& pipeline,
                           std::shared_ptr<const KeptTable> kept)
    : Model(std::move(header)),
      vectors_(std::move(vectors)),
      pipeline_(TextPipeline::parse(pipeline.empty() ? "space" : pipeline)),
      kept_(std::move(kept)) {}

FoundWord VectorsModel::find_word(const std::string& text, Tokeniser& tokeniser) const {
  const auto dimension = static_cast<std::size_t>(vectors_->dimension());
  FoundWord found;
  found.vector.resize(dimension);
  found.label = vectors_->words().find(text);
  if (found.label >= 0) {
    vectors_->find(text, found.vector);
    found.way = "itself";
    return found;
  }
  std::vector<float> vector(dimension);
  std::int64_t count = 0, label = -1;
  for (const std::string_view token : tokeniser.tokens(text)) {
    if (!vectors_->find(token, vector)) continue;
    ++count;
    label = vectors_->words().find(token);
    if (count == 1)
      found.vector = vector;
    else if (count == 2)  // only now is it a mean of unit vectors
      add_unit(std::exchange(found.vector, std::vector<float>(dimension)), found.vector);
    if (count > 1) add_unit(vector, found.vector);
  }
  if (count == 0) return {};
  found.way = count > 1 ? fmt::format("mean of {} words", count) : label >= 0 ? "normalised" : "subwords";
  found.label = count == 1 ? label : -1;
  return found;
}

FoundWord VectorsModel::find_word(const std::string& text) const {
  auto tokeniser = tokenisers_.borrow([&] { return std::make_unique<Tokeniser>(pipeline_); });
  FoundWord found = find_word(text, *tokeniser);
  tokenisers_.give_back(std::move(tokeniser));
  return found;
}

std::vector<PairScore> VectorsModel::score(const PairBatch& pairs, const Run& run) const {
  require_texts(pairs.left);
  require_texts(pairs.right);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<PairScore> scores(pairs.size());
  run.pool.for_blocks(pairs.size(), 1024, [&](Index begin, Index end) {
    Tokeniser words = pipeline_.make();
    for (Index i = begin; i < end; ++i) {
      const FoundWord left = find_word(pairs.left.texts[i], words), right = find_word(pairs.right.texts[i], words);
      const double value = left.known() && right.known() ? cosine(left.vector, right.vector) : none;
      scores[i] = {value, none, left.known(), right.known()};
    }
  });
  return scores;
}

Embedded VectorsModel::embed(Side, const Items& items, const Run& run) const {
  require_texts(items);
  MatrixD result = MatrixD::Zero(items.size(), dimension());
  std::vector<char> found(items.size(), 0);
  run.pool.for_blocks(items.size(), 1024, [&](Index begin, Index end) {
    Tokeniser words = pipeline_.make();
    for (Index i = begin; i < end; ++i) {
      const FoundWord word = find_word(items.texts[i], words);
      if (!word.known()) continue;
      found[i] = 1;
      for (Index d = 0; d < dimension(); ++d) result(i, d) = word.vector[d];
      if (const double length = result.row(i).norm(); length > 0) result.row(i) /= length;
    }
  });
  return {std::move(result), {found.begin(), found.end()}};
}

std::int64_t VectorsModel::require_label(const std::string& text) const {
  const FoundWord word = find_word(text);
  if (!word.known()) throw Error(ErrorCode::data, text, "the model does not know it", "there is no score to explain");
  if (word.label < 0) throw Error(ErrorCode::data, text, "is not one word", "explain compares two words of the model");
  return word.label;
}

Explanation VectorsModel::explain(const std::string& left, const std::string& right, const Run&) const {
  if (!kept_)
    throw Error(ErrorCode::model, "", "the model does not keep the table it was made from", "fit with --keep-table");
  const std::int64_t a = require_label(left), b = require_label(right);
  const auto first = vectors_->row(a), second = vectors_->row(b);
  Explanation result;
  result.score = cosine(first, second);
  result.reasons = context_reasons(*kept_, header(), a, first, second);
  double sum = 0;
  for (const Reason& reason : result.reasons) sum += reason.value;
  result.reasons.push_back({"context", "(margins and rounding)", "", result.score - sum});
  return result;
}

const KeptTable& VectorsModel::require_kept() const {
  const std::string* plain = header().find_detail("plain");
  if (header().method != "ca" || !plain || *plain != "yes")
    throw Error(ErrorCode::model, "", "not a plain correspondence analysis",
                "fit ca, without stop words, similarities and kernels");
  if (!kept_) throw Error(ErrorCode::model, "", "the model does not keep its table", "fit with --keep-table");
  return *kept_;
}

const KeptTable& VectorsModel::require_diagonal() const {
  if (!kept_) throw Error(ErrorCode::model, "", "the model does not keep its table", "fit with --keep-table");
  if (kept_->related)
    throw Error(ErrorCode::model, "", "a kernel relates labels, and has no rotation", "fit without such a kernel");
  return *kept_;
}

RotatedGini VectorsModel::gini(const Run& run) const {
  const KeptTable& kept = require_diagonal();
  return rotated_gini(kept.table, kept.decomposition, run);
}

TableAnalysis VectorsModel::analysis() const {
  const KeptTable& kept = require_kept();
  return analyse_table(kept.table, kept.decomposition.u, kept.decomposition.s, kept.decomposition.v);
}

std::vector<double> VectorsModel::self_test(const std::vector<std::string>& input) const {
  if (input.size() != 2) throw Error(ErrorCode::model, "self-test", "an input is not a pair");
  const FoundWord left = find_word(input[0]), right = find_word(input[1]);
  if (!left.known() || !right.known()) throw Error(ErrorCode::model, "self-test", "a word is not known");
  return {cosine(left.vector, right.vector)};
}

std::vector<std::vector<std::string>> VectorsModel::self_test_inputs() const {
  const Vocabulary& words = vectors_->words();
  if (words.size() == 0) return {};
  const std::int64_t last = std::min<std::int64_t>(words.size(), 100) - 1;
  return {{std::string(words.word(0)), std::string(words.word(last))}};
}

void VectorsModel::write(ModelWriter& writer) const {
  add_word_vectors(writer, "", *vectors_);
  if (kept_) write_kept(*kept_, writer);
}

std::unique_ptr<Model> VectorsModel::load(const ModelFile& file, const Loading&) {
  auto vectors = std::make_shared<WordVectors>(load_word_vectors(file, ""));
  std::shared_ptr<const KeptTable> kept;
  const std::string& pipeline = file.detail("text");
  coordinates_in(file.header());  // a forged word is refused here, not when a score is to be explained
  if (file.has("kept.s")) kept = std::make_shared<const KeptTable>(load_kept(file, pipeline));
  return std::make_unique<VectorsModel>(file.header(), std::move(vectors), pipeline, std::move(kept));
}

}  // namespace couplet
