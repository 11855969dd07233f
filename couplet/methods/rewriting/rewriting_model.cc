#include "couplet/methods/rewriting/rewriting_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/rewriting/saved_knowledge.h"
#include "couplet/methods/rewriting/saved_lists.h"

namespace couplet {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::vector<SentencePair> read_support(const RewritingParts& parts) {
  SentenceReader reader(parts.sentences);
  std::vector<SentencePair> pairs;
  bool cut = false;
  for (std::size_t i = 0; i < parts.support.left.size(); ++i)
    pairs.push_back({reader.read(parts.support.left[i], cut), reader.read(parts.support.right[i], cut)});
  return pairs;
}

/// "12 +0.03, 407 -0.01": the training pairs that carry a rule, largest part first.
std::string carriers_text(const RuleShare& share, const std::vector<std::int64_t>& rows) {
  constexpr std::size_t shown = 3;
  std::string text = name_of(*share.term) + "; pairs";
  for (std::size_t i = 0; i < std::min(shown, share.carriers.size()); ++i)
    text += fmt::format("{} {} {:+.2g}", i == 0 ? "" : ",", rows[share.carriers[i].first], share.carriers[i].second);
  if (share.carriers.size() > shown) text += fmt::format(", {} more", share.carriers.size() - shown);
  return text;
}

}  // namespace

RewritingModel::RewritingModel(ModelHeader header, RewritingParts parts, const Run& run)
    : Model(std::move(header)), parts_(std::move(parts)) {
  kernel_ = std::make_unique<PairKernel>(parts_.kernel, parts_.knowledge, read_support(parts_), run);
}

std::vector<PairScore> RewritingModel::score(const PairBatch& pairs, const Run& run) const {
  if (pairs.left.texts.empty() && pairs.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
  std::vector<PairScore> scores(pairs.size());
  SentenceReader reader(parts_.sentences);
  constexpr Index block = 1024;
  std::int64_t cut_sentences = 0;
  for (Index begin = 0; begin < pairs.size(); begin += block) {
    const Index end = std::min(begin + block, pairs.size());
    std::vector<SentencePair> sentences;
    for (Index i = begin; i < end; ++i) {
      bool left_cut = false, right_cut = false;
      sentences.push_back({reader.read(pairs.left.texts[i], left_cut), reader.read(pairs.right.texts[i], right_cut)});
      cut_sentences += left_cut + right_cut;
    }
    const MatrixD rows = kernel_->rows(sentences, run);
    for (Index i = begin; i < end; ++i) {
      const SentencePair& pair = sentences[i - begin];
      double sum = parts_.support.bias;
      for (std::int64_t j = 0; j < kernel_->size(); ++j) sum += parts_.support.coefficients[j] * rows(i - begin, j);
      const bool left = !pair.left.empty(), right = !pair.right.empty();
      scores[i] = {left && right ? sum : none, none, left, right};
    }
    run.stop->check();
  }
  if (cut_sentences > 0)
    run.observer->warn(fmt::format("{} sentences are longer than {} words: only their beginnings are compared",
                                   cut_sentences, parts_.sentences.most_words));
  return scores;
}

Explanation RewritingModel::explain(const std::string& left, const std::string& right, const Run& run) const {
  SentenceReader reader(parts_.sentences);
  bool cut = false;
  const SentencePair pair{reader.read(left, cut), reader.read(right, cut)};
  for (const auto& [sentence, text] : {std::pair(&pair.left, &left), std::pair(&pair.right, &right)})
    if (sentence->empty()) throw Error(ErrorCode::data, "", "'" + *text + "' has no words", "give two sentences");
  Explanation result;
  PairBatch batch;
  batch.left.texts = {left};
  batch.right.texts = {right};
  result.score = score(batch, run)[0].value;
  for (const RuleShare& share : kernel_->shares(pair, parts_.support.coefficients, run))
    if (share.value != 0)
      result.reasons.push_back(
          {"rule", share.left, share.right, share.value, carriers_text(share, parts_.support.rows)});
  result.reasons.push_back({"bias", "", "", parts_.support.bias});
  return result;
}

std::vector<double> RewritingModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

std::vector<std::vector<std::string>> RewritingModel::self_test_inputs() const {
  constexpr std::size_t wanted = 3;
  std::vector<std::vector<std::string>> inputs;
  const SupportPairs& support = parts_.support;
  for (std::size_t i = 0; i < std::min(wanted, support.left.size()); ++i)
    inputs.push_back({support.left[i], support.right[i]});
  return inputs;
}

void RewritingModel::write(ModelWriter& writer) const {
  const SupportPairs& support = parts_.support;
  const auto count = static_cast<std::int64_t>(support.left.size());
  add_texts(writer, "support.left", support.left);
  add_texts(writer, "support.right", support.right);
  writer.add("support.rows", support.rows, {count});
  writer.add("support.coefficients", support.coefficients, {count});
  writer.add("decision", std::vector<double>{support.bias, support.sigmoid.slope, support.sigmoid.offset}, {3});
  add_knowledge(writer, *parts_.knowledge);
  add_sentence_options(writer, parts_.sentences);
}

}  // namespace couplet
