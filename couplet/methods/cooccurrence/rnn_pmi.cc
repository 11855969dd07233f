#include "couplet/methods/cooccurrence/rnn_pmi.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr double without_score = std::numeric_limits<double>::quiet_NaN();

/// The net's own header: what a language model asks of one.
ModelHeader net_header(const ModelHeader& header) {
  ModelHeader own = header;
  own.parameters.emplace_back("context", "sentence");
  return own;
}

}  // namespace

RnnPmiModel::RnnPmiModel(ModelHeader header, std::unique_ptr<RnnModel> net)
    : Model(std::move(header)), net_(std::move(net)) {}

std::unique_ptr<Model> RnnPmiModel::load(const ModelFile& file, const Loading&) {
  return std::make_unique<RnnPmiModel>(file.header(), RnnModel::load_net(file, net_header(file.header())));
}

RnnPmiModel::Chances RnnPmiModel::chances(std::span<const std::string> left, std::span<const std::string> right,
                                          const Run& run) const {
  std::vector<NumberedSentence> texts;
  std::vector<std::size_t> begins;  // of y in each text
  for (std::size_t i = 0; i < left.size(); ++i) {
    const NumberedSentence y = net_->numbered(right[i]);
    for (const bool with_left : {true, false}) {
      NumberedSentence text = with_left ? net_->numbered(left[i]) : NumberedSentence{sentence_end};
      text.back() = sentence_start;
      begins.push_back(text.size());
      text.insert(text.end(), y.begin(), y.end());
      texts.push_back(std::move(text));
    }
  }
  const auto found = net_->chances(texts, run);
  Chances result;
  for (std::size_t t = 0; t < texts.size(); ++t) {
    std::vector<double> words;
    for (std::size_t j = begins[t]; j < found[t].size(); ++j) words.push_back(found[t][j].log10 * std::log(10.0));
    (t % 2 == 0 ? result.after : result.alone).push_back(std::move(words));
  }
  return result;
}

std::vector<PairScore> RnnPmiModel::score(const PairBatch& pairs, const Run& run) const {
  if (pairs.left.texts.empty() && pairs.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
  const Chances found = chances(pairs.left.texts, pairs.right.texts, run);
  std::vector<PairScore> scores(pairs.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto sum = [](const std::vector<double>& words) { return std::accumulate(words.begin(), words.end(), 0.0); };
    const bool known = found.after[i].size() > 1;  // more than its end
    scores[i] = {known ? sum(found.after[i]) - sum(found.alone[i]) : without_score, without_score, true, known};
  }
  return scores;
}

Explanation RnnPmiModel::explain(const std::string& left, const std::string& right, const Run& run) const {
  const Chances found = chances(std::span(&left, 1), std::span(&right, 1), run);
  const NumberedSentence words = net_->numbered(right);
  if (words.size() < 2) throw Error(ErrorCode::data, "right text", "no word in it", "there is no score to explain");
  Explanation result;
  for (std::size_t j = 0; j < words.size(); ++j) {
    const double gain = found.after[0][j] - found.alone[0][j];
    result.score += gain;
    result.reasons.push_back({"word", "", std::string(net_->words().word(words[j])), gain});
  }
  std::stable_sort(result.reasons.begin(), result.reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  return result;
}

std::vector<double> RnnPmiModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

std::vector<std::vector<std::string>> RnnPmiModel::self_test_inputs() const {
  const auto words = net_->self_test_inputs();
  return {{words[0][0], words[0][0]}};
}

}  // namespace couplet
