#include "couplet/methods/cooccurrence/pmi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/cooccurrence/pair_sample.h"
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

std::string times(std::int64_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

/// Counts all pairs of the input into the table.
void count_pairs(PairInput& input, const std::string& text, PmiModel::Table& table, const Run& run) {
  const bool whole = text.empty();
  Tokeniser tokeniser = TextPipeline::parse(whole ? "space" : text).make();
  Stage stage(*run.observer, "counting pairs", input.total(), "B");
  while (auto batch = input.next(4096)) {
    for (Index i = 0; i < batch->size(); ++i) {
      const std::string left = counted(batch->left.texts[i], whole, tokeniser);
      table.add(left, counted(batch->right.texts[i], whole, tokeniser), 1);
    }
    run.memory.require(static_cast<std::int64_t>(table.pairs.size()) * 64, "the table of pairs");
    stage.advance_to(input.position());
    run.stop->check();
  }
}

void refuse_rows(const PairInput& input, const std::string& name) {
  if (input.has_rows()) throw Error(ErrorCode::usage, name, "pmi counts texts, not .npy rows", "use phsic for vectors");
}

Fitted fit_pmi(const Data& data, const Fitting& fitting) {
  PairPasses passes(data);
  refuse_rows(passes.input(), data.name());
  const auto table = passes.sum<PmiModel::Table>("counting pairs", fitting.run, [&](PairInput& input, const Run& run) {
    PmiModel::Table counts;
    count_pairs(input, fitting.parameters.text("text"), counts, run);
    return counts;
  });
  if (table.pairs.empty()) throw Error(ErrorCode::data, data.name(), "no pairs in it", "give at least one pair");
  return PmiModel::finished(fitting.header(0, ""), table);
}

std::vector<std::pair<std::string, std::string>> plan_pmi(const Data&, const Parameters&, const Run&) {
  return {{"passes over the data", "1"}, {"memory", "about 150 bytes and the text of each different pair"}};
}

}  // namespace

void PmiModel::Table::add(std::string_view x, std::string_view y, std::int64_t count) {
  std::int64_t& sum = pairs[{left.add(x), right.add(y)}];
  if (__builtin_add_overflow(sum, count, &sum))
    throw Error(ErrorCode::data, "", "more pairs than can be counted", "fit on fewer pairs");
}

void PmiModel::Table::add(const Table& other) {
  for (const auto& [pair, count] : other.pairs) add(other.left.word(pair.first), other.right.word(pair.second), count);
}

void PmiModel::Table::write(PartWriter& writer) const {
  left.write(writer);
  right.write(writer);
  writer.put(pairs.size());
  for (const auto& [pair, count] : pairs)
    for (const std::int64_t number : {pair.first, pair.second, count}) writer.put(number);
}

PmiModel::Table PmiModel::Table::read(PartReader& reader) {
  Table table;
  table.left = Vocabulary::read(reader);
  table.right = Vocabulary::read(reader);
  for (auto size = reader.get<std::size_t>(); size > 0; --size) {
    const auto x = reader.get<std::int64_t>(), y = reader.get<std::int64_t>();
    table.pairs[{x, y}] = reader.get<std::int64_t>();
  }
  return table;
}

PmiModel::Table PmiModel::Table::sorted() const {
  Table result;
  std::vector<std::int64_t> left_numbers(left.size(), -1), right_numbers(right.size(), -1);
  for (const auto& [pair, count] : pairs)
    if (count > 0) left_numbers[pair.first] = right_numbers[pair.second] = 0;
  const auto number = [](const Vocabulary& words, std::vector<std::int64_t>& numbers, Vocabulary& sorted) {
    std::vector<std::int64_t> order;
    for (std::int64_t i = 0; i < words.size(); ++i)
      if (numbers[i] == 0) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return words.word(a) < words.word(b); });
    for (const std::int64_t i : order) numbers[i] = sorted.add(words.word(i));
  };
  number(left, left_numbers, result.left);
  number(right, right_numbers, result.right);
  for (const auto& [pair, count] : pairs)
    if (count > 0) result.pairs[{left_numbers[pair.first], right_numbers[pair.second]}] = count;
  return result;
}

PmiModel::PmiModel(ModelHeader header, Table table)
    : Model(std::move(header)),
      smoothing_(this->header().number("smoothing", 0, 1e6)),
      text_(TextPipeline::parse(this->header().parameter("text").empty() ? "space" : this->header().parameter("text"))),
      whole_(this->header().parameter("text").empty()),
      table_(std::move(table)),
      left_counts_(table_.left.size(), 0),
      right_counts_(table_.right.size(), 0) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  for (const auto& [pair, count] : table_.pairs) {
    if (count > most - total_)
      throw Error(ErrorCode::model, "pairs", "the counts add up to more than can be counted", "fit on fewer pairs");
    left_counts_[pair.first] += count;
    right_counts_[pair.second] += count;
    total_ += count;
  }
}

Fitted PmiModel::finished(ModelHeader header, const Table& table) {
  Table sorted = table.sorted();
  // A sum over the pairs: it does not depend on their order.
  std::uint64_t fingerprint = 0;
  std::int64_t total = 0;
  for (const auto& [pair, count] : sorted.pairs) {
    fingerprint += static_cast<std::uint64_t>(count) *
                   PairSample::key_of(sorted.left.word(pair.first), sorted.right.word(pair.second));
    total += count;
  }
  header.data_rows = total;
  header.data_fingerprint = hex64(fingerprint);
  FitReport report;
  report.add("pairs", total);
  report.add("distinct",
             fmt::format("{} pairs, {} left, {} right", sorted.pairs.size(), sorted.left.size(), sorted.right.size()));
  return {std::make_unique<PmiModel>(std::move(header), std::move(sorted)), std::move(report)};
}

Fitted PmiModel::add(PairInput& pairs, const Run& run) const {
  refuse_rows(pairs, "");
  Table sum = table_;
  count_pairs(pairs, header().parameter("text"), sum, run);
  return finished(header(), sum);
}

Fitted PmiModel::remove(PairInput& pairs, const Run& run) const {
  refuse_rows(pairs, "");
  Table less, rest = table_;
  count_pairs(pairs, header().parameter("text"), less, run);
  for (const auto& [pair, count] : less.pairs) {
    const std::string_view x = less.left.word(pair.first), y = less.right.word(pair.second);
    const auto found = rest.pairs.find({rest.left.find(x), rest.right.find(y)});
    if (const std::int64_t there = found == rest.pairs.end() ? 0 : found->second; there < count)
      throw Error(
          ErrorCode::data, "",
          fmt::format("'{}' with '{}' is to be removed {}, and the model has it {}", x, y, times(count), times(there)),
          "remove only pairs that the model was fitted on");
    found->second -= count;
  }
  if (std::all_of(rest.pairs.begin(), rest.pairs.end(), [](const auto& entry) { return entry.second == 0; }))
    throw Error(ErrorCode::data, "", "no pair would be left", "leave at least one");
  return finished(header(), rest);
}

void PmiModel::require_mergeable(const Model& other) const {
  if (!dynamic_cast<const PmiModel*>(&other) || other.header().parameters != header().parameters)
    throw Error(ErrorCode::usage, "", "the models are not both of pmi with the same --text and --smoothing",
                "fit all shards with the same");
}

Fitted PmiModel::merge(const std::vector<const Model*>& others, const Run&) const {
  Table sum = table_;
  for (const Model* other : others) sum.add(static_cast<const PmiModel*>(other)->table_);
  return finished(header(), sum);
}

PmiModel::Counts PmiModel::counts(const std::string& left, const std::string& right, Tokeniser& tokeniser) const {
  const std::int64_t x = table_.left.find(counted(left, whole_, tokeniser));
  const std::int64_t y = table_.right.find(counted(right, whole_, tokeniser));
  const auto found = table_.pairs.find({x, y});
  return {x < 0 ? 0 : left_counts_[x], y < 0 ? 0 : right_counts_[y], found == table_.pairs.end() ? 0 : found->second};
}

double PmiModel::value(const Counts& c) const {
  const double a = static_cast<double>(table_.left.size()), b = static_cast<double>(table_.right.size());
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
  const double a = static_cast<double>(table_.left.size()), b = static_cast<double>(table_.right.size());
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
  const auto& [x, y] = table_.pairs.begin()->first;
  return {{std::string(table_.left.word(x)), std::string(table_.right.word(y))}};
}

void PmiModel::write(ModelWriter& writer) const {
  add_vocabulary(writer, "left", table_.left);
  add_vocabulary(writer, "right", table_.right);
  std::vector<std::int64_t> table;
  for (const auto& [pair, count] : table_.pairs) table.insert(table.end(), {pair.first, pair.second, count});
  writer.add("pairs", std::move(table), {static_cast<Index>(table_.pairs.size()), 3});
}

std::unique_ptr<Model> PmiModel::load(const ModelFile& file, const Loading&) {
  Table table{load_vocabulary(file, "left"), load_vocabulary(file, "right"), {}};
  const auto rows = file.integers("pairs", -1, 3);
  for (std::size_t i = 0; i < rows.size(); i += 3) {
    const std::pair pair{rows[i], rows[i + 1]};
    const bool ordered = table.pairs.empty() || table.pairs.rbegin()->first < pair;
    if (!ordered || pair.first < 0 || pair.first >= table.left.size() || pair.second < 0 ||
        pair.second >= table.right.size() || rows[i + 2] < 1)
      throw Error(ErrorCode::model, "pairs", fmt::format("row {} is out of range or order", i / 3),
                  "fit the model again");
    table.pairs.emplace_hint(table.pairs.end(), pair, rows[i + 2]);
  }
  if (table.pairs.empty()) throw Error(ErrorCode::model, "pairs", "there are none", "fit the model again");
  return std::make_unique<PmiModel>(file.header(), std::move(table));
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
      .load = PmiModel::load,
      .in_team = true,
      .by_segments = true};
}

}  // namespace couplet
