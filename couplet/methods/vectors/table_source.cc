#include "couplet/methods/vectors/table_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/vectors/counts.h"
#include "couplet/methods/vectors/kernel_files.h"
#include "couplet/model/container.h"
#include "couplet/model/published.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/window_counts.h"

namespace couplet {
namespace {

bool looks_like_table(std::string name) {
  for (const char* const packed : {".gz", ".xz", ".zst"})
    if (name.ends_with(packed)) name.resize(name.find_last_of('.'));
  return name.ends_with(".csv") || name.ends_with(".tsv");
}

CountTable count_text(const Data& data, const Parameters& parameters, SourcedTable& source, FitReport& report,
                      const Run& run) {
  WindowOptions options;
  options.pipeline = TextPipeline::parse(parameters.text("text")).spec();
  options.window = static_cast<int>(parameters.integer("window"));
  using enum WindowOptions::Sides;
  const std::string& sides = parameters.text("sides");
  options.weights = parse_window_weights(parameters.text("weights"));
  options.sides = sides == "left" ? left : sides == "right" ? right : both;
  options.min_count = parameters.integer("min-count");
  options.max_vocabulary = parameters.integer("max-vocabulary");
  options.subsample = parameters.real("subsample");
  options.across_unknown = !parameters.flag("hold-places");
  if (parameters.has("drop-words")) options.stop_words = read_words(parameters.text("drop-words"));

  SparseCounts counts = count_windows(data, options, run);
  report.add("words", fmt::format("{} running, {} different, {} kept", counts.tokens, counts.different_words,
                                  counts.words.size()));
  if (counts.skipped > 0) report.add("bad lines skipped", counts.skipped);
  if (run.team->sum(std::ssize(counts.values)) == 0)
    throw Error(ErrorCode::data, data.name(),
                counts.tokens == 0 ? "no words in it" : "no two words stand near each other often enough",
                counts.tokens == 0 ? "check --text and --columns" : "lower --min-count, or give more text");
  source.from_text = true;
  source.data_rows = counts.lines;
  const std::int64_t size = counts.words.size();
  source.words = {counts.words, std::move(counts.word_counts)};
  CountTable table;
  table.pipeline = options.pipeline;
  table.cols = counts.words;
  table.rows = std::move(counts.words);
  table.counts =
      CsrMatrix<double>(size, size, std::move(counts.offsets), std::move(counts.columns), std::move(counts.values));
  if (!counts.begins.empty())
    source.share = share_of_table(table, std::move(counts.begins), options.sides == both, *run.team);
  return table;
}

CountTable read_labelled(const Data& data, const std::string& kind, SourcedTable& source, const Run& run) {
  LabelledCounts counts = data.table ? *data.table : read_table(data, parse_table_layout(kind), run);
  if (counts.skipped > 0) run.observer->warn(fmt::format("bad lines skipped: {}", counts.skipped));
  source.data_rows = counts.lines > 0 ? counts.lines : counts.rows.size();  // a table in memory has no lines
  return from_entries(std::move(counts));
}

CountTable load_counts(const Data& data, const Parameters& parameters, SourcedTable& source, const Run& run) {
  const ModelFile file(data.paths[0]);
  if (file.header().method != "counts")
    throw Error(ErrorCode::usage, data.paths[0], "is a " + file.header().method + " model",
                "give a count table made by 'couplet count'");
  const std::string* published = file.header().find_parameter(as_published_switch);
  if (is_as_published(parameters) && !(published && *published == "true"))
    throw Error(ErrorCode::usage, std::string("--") + as_published_switch, data.paths[0] + " was not counted so",
                "count with it too, or give the text");
  const std::string& pipeline = file.detail("text");
  source.from_text = !pipeline.empty();
  source.data_rows = file.header().data_rows;
  const Method method = counts_method();
  if (source.from_text && run.team->size() > 1 && file.header().schema_version == method.schema_version)
    return load_own_rows(file, pipeline, source.share.emplace(), *run.team);
  const auto model = load_model(file, std::vector<Method>{method});
  return static_cast<const CountsModel&>(*model).table();
}

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// "a, b, c and 7 more".
std::string some_of(const std::vector<std::string>& labels) {
  constexpr std::size_t shown = 3;
  if (labels.size() <= shown) return fmt::format("{}", fmt::join(labels, ", "));
  return fmt::format("{} and {} more", fmt::join(labels.begin(), labels.begin() + shown, ", "), labels.size() - shown);
}

}  // namespace

std::string fingerprint_of(const CountTable& table) {
  Fingerprint sum;
  for (const Vocabulary* labels : {&table.rows, &table.cols}) {
    sum.add(bytes_of(labels->bytes()));
    sum.add(bytes_of(labels->offsets()));
  }
  sum.add(bytes_of(std::span<const std::int64_t>(table.counts.offsets())));
  sum.add(bytes_of(std::span<const std::int32_t>(table.counts.columns())));
  sum.add(bytes_of(std::span<const double>(table.counts.values())));
  return hex64(sum.value());
}

void SourcedTable::make_whole(const Run& run) {
  if (share) table.counts = whole_everywhere(table.counts, *run.team);
  share.reset();
}

void SourcedTable::make_whole_at_first(const Run& run) {
  if (share) table.counts = whole_at_first(table.counts, *run.team);
  share.reset();
}

std::string input_kind(const Data& data, const Parameters& parameters) {
  if (data.table) return "table";
  const std::string& given = parameters.text("input");
  if (given != "auto") return given;
  if (data.paths.size() == 1 && is_model_file(data.paths[0])) return "counts";
  return data.paths.size() == 1 && data.columns.empty() && looks_like_table(data.paths[0]) ? "table" : "text";
}

SourcedTable read_source(const Data& data, const Parameters& parameters, FitReport& report, const Run& run,
                         bool whole) {
  const std::string kind = input_kind(data, parameters);
  if (kind != "text") {
    if (data.paths.size() > 1)
      throw Error(ErrorCode::usage, data.paths[1], "a table is one file", "several files can only be --input text");
    for (const char* const name : {"text", "window", "weights", "sides", "min-count", "max-vocabulary", "subsample",
                                   "hold-places", "drop-words"})
      if (parameters.given(name))
        throw Error(ErrorCode::usage, "--" + std::string(name), "is for text, and the input is a table of counts",
                    "leave it out, or give --input text");
  }
  SourcedTable source;
  CountTable table = kind == "text"     ? count_text(data, parameters, source, report, run)
                     : kind == "counts" ? load_counts(data, parameters, source, run)
                                        : read_labelled(data, kind, source, run);
  DroppedLabels dropped;
  source.table = source.share ? drop_empty(std::move(table), *source.share, dropped, *run.team)
                              : drop_empty(std::move(table), dropped);
  // A word alone in its line has no contexts: nothing to warn of. An empty row of a table is.
  if (!source.from_text && !dropped.rows.empty())
    run.observer->warn(fmt::format("{} rows without a count left out: {}", dropped.rows.size(), some_of(dropped.rows)));
  if (!source.from_text && !dropped.cols.empty())
    run.observer->warn(
        fmt::format("{} columns without a count left out: {}", dropped.cols.size(), some_of(dropped.cols)));
  report.add("table", fmt::format("{} x {}, {} cells", source.table.counts.rows(), source.table.counts.cols(),
                                  source.share ? run.team->sum(source.table.counts.nonzeros())
                                               : source.table.counts.nonzeros()));
  if (source.share && whole) {
    source.make_whole_at_first(run);
    source.fingerprint = run.team->broadcast(run.team->is_first() ? fingerprint_of(source.table) : "");
    return source;
  }
  source.fingerprint = source.share ? fingerprint_of(source.table, *run.team) : fingerprint_of(source.table);
  return source;
}

}  // namespace couplet
