#include "couplet/methods/cooccurrence/pmi.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {

namespace {

/// The string that is counted: the text itself (whole), or its tokens joined by blanks.
std::string counted(const std::string& text, bool whole, Tokeniser& tokeniser) {
  if (whole) return text;
  std::string joined;
  for (const std::string_view token : tokeniser.tokens(text)) {
    if (!joined.empty()) joined += ' ';
    joined += token;
  }
  return joined;
}

Fitted fit_pmi(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  PairInput input(data);
  if (input.has_rows())
    throw Error(ErrorCode::usage, data.name(), "pmi counts texts, not .npy rows", "use phsic for vectors");
  const bool whole = !parameters.has("text");
  const TextPipeline pipeline = TextPipeline::parse(whole ? "space" : parameters.text("text"));
  Tokeniser tokeniser = pipeline.make();
  Vocabulary left, right;
  PmiModel::PairCounts pairs;
  std::int64_t total = 0;
  {
    Stage stage(*run.observer, "counting pairs", input.total(), "B");
    while (auto batch = input.next(4096)) {
      for (Index i = 0; i < batch->size(); ++i) {
        const std::int64_t x = left.add(counted(batch->left.texts[i], whole, tokeniser));
        ++pairs[{x, right.add(counted(batch->right.texts[i], whole, tokeniser))}];
      }
      total += batch->size();
      run.memory.require(static_cast<std::int64_t>(pairs.size()) * 64, "the table of pairs");
      stage.advance_to(input.position());
      run.stop->check();
    }
  }
  if (total == 0) throw Error(ErrorCode::data, data.name(), "no pairs in it", "give at least one pair");
  ModelHeader header = fitting.header(total, hex64(input.fingerprint()));
  FitReport report;
  report.add("pairs", total);
  report.add("distinct", fmt::format("{} pairs, {} left, {} right", pairs.size(), left.size(), right.size()));
  auto model = std::make_unique<PmiModel>(std::move(header), std::move(left), std::move(right), std::move(pairs));
  return {std::move(model), std::move(report)};
}

std::vector<std::pair<std::string, std::string>> plan_pmi(const Data&, const Parameters&, const Run&) {
  return {{"passes over the data", "1"}, {"memory", "about 150 bytes and the text of each different pair"}};
}

}  // namespace

PmiModel::PmiModel(ModelHeader header, Vocabulary left, Vocabulary right, PairCounts pairs)
    : Model(std::move(header)),
      smoothing_(this->header().number("smoothing", 0, 1e6)),
      text_(TextPipeline::parse(this->header().parameter("text").empty() ? "space" : this->header().parameter("text"))),
      whole_(this->header().parameter("text").empty()),
      left_(std::move(left)),
      right_(std::move(right)),
      left_counts_(left_.size(), 0),
      right_counts_(right_.size(), 0),
      pairs_(std::move(pairs)) {
  for (const auto& [pair, count] : pairs_) {
    left_counts_[pair.first] += count;
    right_counts_[pair.second] += count;
    total_ += count;
  }
}

PmiModel::Counts PmiModel::counts(const std::string& left, const std::string& right, Tokeniser& tokeniser) const {
  const std::int64_t x = left_.find(counted(left, whole_, tokeniser));
  const std::int64_t y = right_.find(counted(right, whole_, tokeniser));
  const auto found = pairs_.find({x, y});
  return {x < 0 ? 0 : left_counts_[x], y < 0 ? 0 : right_counts_[y], found == pairs_.end() ? 0 : found->second};
}

double PmiModel::value(const Counts& c) const {
  const double a = static_cast<double>(left_.size()), b = static_cast<double>(right_.size());
  const double joint = static_cast<double>(c.xy) + smoothing_;
  if (c.x == 0 || c.y == 0 || joint <= 0) return std::numeric_limits<double>::quiet_NaN();
  return std::log(joint) + std::log(static_cast<double>(total_) + smoothing_ * a * b) -
         std::log(static_cast<double>(c.x) + smoothing_ * b) - std::log(static_cast<double>(c.y) + smoothing_ * a);
}

std::vector<PairScore> PmiModel::score(const PairBatch& pairs, const Run& run) const {
  if (pairs.left.texts.empty() && pairs.size() > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
  std::vector<PairScore> scores(pairs.size());
  run.pool.for_blocks(pairs.size(), 1024, [&](Index begin, Index end) {
    Tokeniser tokeniser = text_.make();
    for (Index i = begin; i < end; ++i) {
      const Counts c = counts(pairs.left.texts[i], pairs.right.texts[i], tokeniser);
      scores[i] = {value(c), std::numeric_limits<double>::quiet_NaN(), c.x > 0, c.y > 0};
    }
  });
  return scores;
}

Explanation PmiModel::explain(const std::string& left, const std::string& right, const Run&) const {
  Tokeniser tokeniser = text_.make();
  const Counts c = counts(left, right, tokeniser);
  Explanation result;
  result.score = value(c);
  if (!std::isfinite(result.score))
    throw Error(ErrorCode::data, "",
                fmt::format("no PMI: counts are {} (left), {} (right), {} (together)", c.x, c.y, c.xy),
                "fit with --smoothing K, or use phsic, which scores unseen pairs");
  const double a = static_cast<double>(left_.size()), b = static_cast<double>(right_.size());
  result.reasons = {{"log count of the pair", left, right, std::log(static_cast<double>(c.xy) + smoothing_)},
                    {"log count of all pairs", "", "", std::log(static_cast<double>(total_) + smoothing_ * a * b)},
                    {"log count of the left", left, "", -std::log(static_cast<double>(c.x) + smoothing_ * b)},
                    {"log count of the right", "", right, -std::log(static_cast<double>(c.y) + smoothing_ * a)}};
  return result;
}

std::vector<double> PmiModel::self_test(const std::vector<std::string>& input) const {
  if (input.size() != 2) throw Error(ErrorCode::model, "self-test", "an input is not a pair");
  Tokeniser tokeniser = text_.make();
  return {value(counts(input[0], input[1], tokeniser))};
}

std::vector<std::vector<std::string>> PmiModel::self_test_inputs() const {
  // The first pair of the table: its texts stand in the model anyway.
  const auto& [x, y] = pairs_.begin()->first;
  return {{std::string(left_.word(x)), std::string(right_.word(y))}};
}

void PmiModel::write(ModelWriter& writer) const {
  add_vocabulary(writer, "left", left_);
  add_vocabulary(writer, "right", right_);
  std::vector<std::int64_t> table;
  for (const auto& [pair, count] : pairs_) table.insert(table.end(), {pair.first, pair.second, count});
  writer.add("pairs", std::move(table), {static_cast<Index>(pairs_.size()), 3});
}

std::unique_ptr<Model> PmiModel::load(const ModelFile& file, const Loading&) {
  Vocabulary left = load_vocabulary(file, "left"), right = load_vocabulary(file, "right");
  const auto table = file.integers("pairs", -1, 3);
  PairCounts pairs;
  for (std::size_t i = 0; i < table.size(); i += 3) {
    if (table[i] < 0 || table[i] >= left.size() || table[i + 1] < 0 || table[i + 1] >= right.size() || table[i + 2] < 1)
      throw Error(ErrorCode::model, "pairs", fmt::format("row {} is out of range", i / 3), "fit the model again");
    pairs.emplace_hint(pairs.end(), std::pair{table[i], table[i + 1]}, table[i + 2]);
  }
  return std::make_unique<PmiModel>(file.header(), std::move(left), std::move(right), std::move(pairs));
}

Method pmi_method() {
  using enum ParameterType;
  return {
      .name = "pmi",
      .job = "cooccurrence",
      .summary = "pointwise mutual information of pairs of whole strings, by counts",
      .data = "PAIRS | LEFT RIGHT",
      .parameters = {{"smoothing", real, "0", "add-k smoothing of the pair counts", 0, 1e6},
                     {"text", text, "", "count the tokens of this text pipeline instead of the strings as they are"}},
      .examples = {"couplet fit pmi pairs.tsv -o pmi.couplet",
                   "couplet fit pmi pairs.tsv --text lower,space --smoothing 0.1 -o pmi.couplet"},
      .plan = plan_pmi,
      .fit = fit_pmi,
      .load = PmiModel::load};
}

}  // namespace couplet
