// `couplet fit align`.
#include <fmt/format.h>

#include <map>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/cooccurrence/align.h"
#include "couplet/methods/cooccurrence/pair_sample.h"

namespace couplet {

namespace {

/// The texts of the pairs with the least keys: a sample that does not depend on the order of the pairs.
class SampledTexts {
 public:
  void offer(const PairBatch& batch, LengthProfile& lengths) {
    for (Index i = 0; i < batch.size(); ++i) {
      const std::string &left = batch.left.texts[i], &right = batch.right.texts[i];
      lengths.count(left, right);
      const std::uint64_t key = PairSample::key_of(left, right);
      fingerprint += key;
      kept_.emplace(key, std::pair(left, right));
      if (kept_.size() > size) kept_.erase(std::prev(kept_.end()));
    }
  }
  std::vector<std::string> side(bool right) const {
    std::vector<std::string> texts;
    for (const auto& [key, pair] : kept_) texts.push_back(right ? pair.second : pair.first);
    return texts;
  }
  std::uint64_t fingerprint = 0;

 private:
  static constexpr std::size_t size = 512;
  std::map<std::uint64_t, std::pair<std::string, std::string>> kept_;
};

Fitted fit_align(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  PairInput input(data);
  if (input.has_rows())
    throw Error(ErrorCode::usage, data.name(), "align reads texts, not .npy rows", "use phsic for vectors");
  const TextPipeline left_text = TextPipeline::parse(parameters.text("text")),
                     right_text =
                         TextPipeline::parse(parameters.text(parameters.has("text-right") ? "text-right" : "text"));
  LengthProfile lengths;
  SampledTexts sample;
  NumberedPairs pairs = read_numbered_pairs(input, left_text, right_text, parameters.integer("min-count"), run,
                                            [&](const PairBatch& batch) { sample.offer(batch, lengths); });
  if (pairs.left.numbers.empty() || pairs.right.numbers.empty())
    throw Error(ErrorCode::data, data.name(), "no pairs with words in it",
                "give pairs, and check --columns and --text");
  lengths.finish();
  const std::int64_t one = parameters.integer("rounds"), chain = parameters.integer("chain-rounds");
  WordAligner to_right = learn_aligner(pairs.left, pairs.right, one, chain, run);
  WordAligner to_left = learn_aligner(pairs.right, pairs.left, one, chain, run);
  FitReport report;
  report.add("pairs", pairs.left.texts());
  report.add("words", fmt::format("{} left, {} right", pairs.left.words.size() - 1, pairs.right.words.size() - 1));
  report.add("translations", fmt::format("{} to the right, {} to the left", to_right.numbers().table.nonzeros(),
                                         to_left.numbers().table.nonzeros()));
  ModelHeader header = fitting.header(pairs.left.texts(), hex64(sample.fingerprint),
                                      {{"text.left", left_text.spec()}, {"text.right", right_text.spec()}});
  AlignModel::Parts parts{std::move(pairs.left.words), std::move(pairs.right.words), std::move(to_right),
                          std::move(to_left),          std::move(lengths),           {}};
  const AlignModel model(header, parts);
  parts.yardstick = model.measured(sample.side(false), sample.side(true), run);
  report.add("random pairs score",
             fmt::format("{:.4g} +- {:.4g}", parts.yardstick.random_mean, parts.yardstick.random_sd));
  report.add("training pairs score",
             fmt::format("{:.4g} +- {:.4g} (median)", parts.yardstick.typical, parts.yardstick.typical_spread));
  return {std::make_unique<AlignModel>(std::move(header), std::move(parts)), std::move(report)};
}

std::vector<std::pair<std::string, std::string>> plan_align(const Data& data, const Parameters& parameters,
                                                            const Run&) {
  const PairInput input(data);
  return {{"passes over the data", "1, and rounds over its words in memory"},
          {"rounds", fmt::format("{} of model 1 and {} of the chain, in both directions", parameters.text("rounds"),
                                 parameters.text("chain-rounds"))},
          {"memory", "about 32 bytes a word of the texts, and the tables"}};
}

}  // namespace

Method align_method() {
  using enum ParameterType;
  return {.name = "align",
          .job = "cooccurrence",
          .summary = "how well the words of two texts translate each other, by word alignment in both directions",
          .data = "PAIRS | LEFT RIGHT",
          .parameters = {{"rounds", integer, "5", "of IBM model 1, which finds the translations", 1, 1000},
                         {"chain-rounds", integer, "4",
                          "of the hidden Markov model over positions; 0: IBM model 1 alone", 0, 1000},
                         {"min-count", integer, "2", "words seen less often are one rare word", 1, 1e9},
                         {"text", text, "nfkc,lower,penn", "text pipeline"},
                         {"text-right", text, "", "text pipeline of the right side; default: as the left"}},
          .examples = {"couplet fit align pairs.tsv -o align.couplet"},
          .plan = plan_align,
          .fit = fit_align,
          .load = AlignModel::load};
}

}  // namespace couplet
