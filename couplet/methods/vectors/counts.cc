#include "couplet/methods/vectors/counts.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/methods/vectors/table_source.h"
#include "couplet/methods/vectors/vectors_schema.h"
#include "couplet/model/container.h"
#include "couplet/model/saved_vocabulary.h"
#include "couplet/text/pipeline.h"

namespace couplet {
namespace {

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  Fitted fitted;
  SourcedTable source = read_source(data, parameters, fitted.report, run, true);
  if (!run.team->is_first()) return fitted;
  ModelHeader header = fitting.header(source.data_rows, source.fingerprint, {{"text", source.table.pipeline}});
  fitted.model = std::make_unique<CountsModel>(std::move(header), std::move(source.table), std::move(source.words));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan_counts(const Data& data, const Parameters& parameters,
                                                             const Run& run) {
  return {{"input", input_kind(data, parameters)},
          {"passes over the data", "1"},
          {"memory", "what the table needs; at most " + format_bytes(run.memory.bytes()) + ", the rest on disk"}};
}

}  // namespace

std::unique_ptr<Model> CountsModel::load(const ModelFile& file, const Loading&) {
  const std::string& pipeline = file.detail("text");
  if (!pipeline.empty()) TextPipeline::parse(pipeline);  // refused here, not where another method reads the counts
  WordOccurrences words;
  if (file.has("occurrences")) {
    words.words = load_vocabulary(file, "words");
    const auto counts = file.integers("occurrences", words.words.size(), 1);
    words.counts.assign(counts.begin(), counts.end());
    constexpr std::int64_t most = std::int64_t{1} << 50;  // so that sums of models cannot overflow
    if (std::any_of(counts.begin(), counts.end(), [](std::int64_t count) { return count < 1 || count > most; }))
      throw Error(ErrorCode::model, file.path(), "tensor 'occurrences': a count is out of range",
                  "fit the model again");
  }
  return std::make_unique<CountsModel>(file.header(), CountTable::load(file, "table", pipeline), std::move(words));
}

void CountsModel::write(ModelWriter& writer) const {
  table_.write(writer, "table");
  if (words_.words.size() == 0) return;
  add_vocabulary(writer, "words", words_.words);
  writer.add("occurrences", std::span<const std::int64_t>(words_.counts), {words_.words.size()});
}

std::vector<double> CountsModel::self_test(const std::vector<std::string>& input) const {
  const std::int64_t row = input.size() == 2 ? table_.rows.find(input[0]) : -1;
  const std::int64_t col = row < 0 ? -1 : table_.cols.find(input[1]);
  if (col < 0) throw Error(ErrorCode::model, "self-test", "an input is not a row and a column");
  const auto begin = table_.counts.columns().begin() + table_.counts.offsets()[row];
  const auto end = table_.counts.columns().begin() + table_.counts.offsets()[row + 1];
  const auto found = std::lower_bound(begin, end, static_cast<std::int32_t>(col));
  return {found != end && *found == col ? table_.counts.values()[found - table_.counts.columns().begin()] : 0};
}

std::vector<std::vector<std::string>> CountsModel::self_test_inputs() const {
  return {{std::string(table_.rows.word(0)), std::string(table_.cols.word(table_.counts.columns()[0]))}};
}

Method counts_method() {
  return {.name = "counts",
          .job = "vectors",
          .summary = "a table of counts from text or a table, for the other methods of this job to start from",
          .data = "TEXT... | TABLE",
          .parameters = counting_parameters(),
          .examples = {"couplet fit counts story.txt --window 2 -o counts.couplet"},
          .plan = plan_counts,
          .fit = fit,
          .load = CountsModel::load,
          .in_team = true};
}

}  // namespace couplet
