// Counts of shards added up: to the byte what counting all the data gives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/methods/vectors/counts.h"
#include "couplet/methods/vectors/table_source.h"
#include "couplet/text/window_counts.h"

namespace couplet {
namespace {

/// What counts of text are whole multiples of 1 over: they are added up as integers. 1 for tables.
double denominator_of(const ModelHeader& header, bool from_text) {
  if (!from_text) return 1;
  WindowOptions options;
  options.window = static_cast<int>(header.number("window", 1, 1000));
  options.weights = parse_window_weights(header.parameter("weights"));
  return weight_denominator(options);
}

/// The words of all shards in the order of a table of text: by falling count, equal counts by bytes.
WordOccurrences added_up(const std::vector<const WordOccurrences*>& shards) {
  WordOccurrences sum;
  for (const WordOccurrences* shard : shards)
    for (std::int64_t i = 0; i < shard->words.size(); ++i) {
      const auto number = static_cast<std::size_t>(sum.words.add(shard->words.word(i)));
      if (number == sum.counts.size()) sum.counts.push_back(0);
      sum.counts[number] += shard->counts[i];  // each at most 2^50: no overflow
    }
  std::vector<std::int64_t> order(sum.counts.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return sum.counts[a] != sum.counts[b] ? sum.counts[a] > sum.counts[b] : sum.words.word(a) < sum.words.word(b);
  });
  WordOccurrences sorted;
  for (const std::int64_t number : order) {
    sorted.words.add(sum.words.word(number));
    sorted.counts.push_back(sum.counts[number]);
  }
  return sorted;
}

}  // namespace

void CountsModel::require_mergeable(const Model& other) const {
  const auto* same = dynamic_cast<const CountsModel*>(&other);
  if (!same || same->header().parameters != header().parameters || same->table_.pipeline != table_.pipeline)
    throw Error(ErrorCode::usage, "", "the models are not both of counts, counted with the same options",
                "count all shards with the same");
  if (table_.pipeline.empty()) return;
  // Words that a shard left out are lost, and so is where they would stand.
  const auto kept_all = [](const CountsModel& model) {
    return model.words_.words.size() > 0 && model.header().number("min-count", 0, 1e300) == 1 &&
           model.header().number("max-vocabulary", 0, 1e300) == 0 && model.header().number("subsample", 0, 1) == 0;
  };
  if (!kept_all(*this) || !kept_all(*same))
    throw Error(ErrorCode::usage, "", "words were left out when the text was counted: the sum would not be the whole",
                "count every shard with --min-count 1, without --max-vocabulary and --subsample");
}

Fitted CountsModel::merge(const std::vector<const Model*>& others, const Run& run) const {
  std::vector<const CountsModel*> shards{this};
  for (const Model* other : others) shards.push_back(static_cast<const CountsModel*>(other));
  std::vector<const WordOccurrences*> occurrences;
  for (const CountsModel* shard : shards) occurrences.push_back(&shard->words_);

  CountTable sum;
  sum.pipeline = table_.pipeline;
  WordOccurrences words = added_up(occurrences);
  sum.rows = sum.cols = words.words;  // of tables none: labels are numbered as they come
  const double denominator = denominator_of(header(), !table_.pipeline.empty());
  std::vector<Triplet<double>> cells;
  std::int64_t data_rows = 0, expected = 0;
  for (const CountsModel* shard : shards) expected += shard->table_.counts.nonzeros();
  run.memory.require(expected * 3 * static_cast<std::int64_t>(sizeof(Triplet<double>)), "the counts to add up");
  for (const CountsModel* shard : shards) {
    const CountTable& table = shard->table_;
    std::vector<std::int64_t> row_numbers, col_numbers;
    for (std::int64_t i = 0; i < table.rows.size(); ++i) row_numbers.push_back(sum.rows.add(table.rows.word(i)));
    for (std::int64_t j = 0; j < table.cols.size(); ++j) col_numbers.push_back(sum.cols.add(table.cols.word(j)));
    for (std::int64_t i = 0; i < table.rows.size(); ++i)
      for (std::int64_t at = table.counts.offsets()[i]; at < table.counts.offsets()[i + 1]; ++at) {
        const double count = table.counts.values()[at] * denominator;
        cells.push_back(
            {row_numbers[i], col_numbers[table.counts.columns()[at]], denominator == 1 ? count : std::round(count)});
      }
    if (__builtin_add_overflow(data_rows, shard->header().data_rows, &data_rows))
      throw Error(ErrorCode::data, "", "more rows than can be counted", "merge fewer models");
  }
  const auto whole = CsrMatrix<double>::from_triplets(sum.rows.size(), sum.cols.size(), std::move(cells));
  std::vector<double> values = whole.values();
  for (double& value : values) value /= denominator;
  sum.counts = CsrMatrix<double>(whole.rows(), whole.cols(), whole.offsets(), whole.columns(), std::move(values));
  DroppedLabels dropped;  // words alone in their lines, in all shards
  sum = drop_empty(std::move(sum), dropped);

  ModelHeader header = this->header();
  header.data_rows = data_rows;
  header.data_fingerprint = fingerprint_of(sum);
  Fitted fitted;
  fitted.report.add("table",
                    fmt::format("{} x {}, {} cells", sum.counts.rows(), sum.counts.cols(), sum.counts.nonzeros()));
  fitted.model = std::make_unique<CountsModel>(std::move(header), std::move(sum), std::move(words));
  return fitted;
}

}  // namespace couplet
