#include "couplet/tasks/mine.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/prepared_collection.h"
#include "couplet/text/tab_fields.h"

namespace couplet {
namespace {

using enum CellType;

constexpr std::int64_t usual_margin = 10;

struct MineOptions : BootstrapOptions {
  std::int64_t margin = usual_margin;
  std::optional<double> threshold;
  std::string gold;
  bool aligned = false;
};

const OptionSchema<MineOptions>& mine_schema() {
  using Options = MineOptions;
  static const auto made =
      OptionSchema<Options>()
          .add("margin", &Options::margin,
               "divide scores by the mean of each text's K nearest, so that texts near to all win less; 0: no; when "
               "not given, of "
               "fewer than 40 texts a quarter",
               {.placeholder = "K"})
          .add("threshold", &Options::threshold,
               "only pairs with at least this score; with --gold, when not given: the best F1")
          .add("gold", &Options::gold,
               "rows from 0 that belong together, two a line: print precision and recall instead",
               {.placeholder = "FILE", .type = ParameterType::file})
          .add("aligned", &Options::aligned, "the same, where line i belongs to line i")
          .add(interval_schema())
          .add(data_parameters());
  return made;
}

/// Lines of two row numbers from 0.
GoldPairs read_gold_pairs(const std::string& path, Index left_texts, Index right_texts) {
  GoldPairs pairs;
  LineReader reader(path);
  std::string_view line;
  const auto row = [&](std::string_view field, Index texts) {
    Index value = -1;
    const auto [end, failure] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (failure != std::errc() || end != field.data() + field.size() || value < 0 || value >= texts)
      throw Error(
          ErrorCode::data, reader.place(), fmt::format("'{}' is not a row of the texts", field),
          fmt::format("write two rows from 0: the left one below {}, the right one below {}", left_texts, right_texts));
    return value;
  };
  while (reader.next(line)) {
    const auto fields = tab_fields(line);
    if (fields.size() < 2)
      throw Error(ErrorCode::data, reader.place(), "one column", "write two rows from 0 with a tab between them");
    pairs.emplace_back(row(fields[0], left_texts), row(fields[1], right_texts));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

GoldPairs same_lines(Index left_texts, Index right_texts) {
  if (left_texts != right_texts)
    throw Error(ErrorCode::data, "--aligned", fmt::format("{} left texts and {} right ones", left_texts, right_texts),
                "say which belong together with --gold FILE");
  GoldPairs pairs;
  for (Index i = 0; i < left_texts; ++i) pairs.emplace_back(i, i);
  return pairs;
}

void show_quality(const std::vector<MinedPair>& mined, const GoldPairs& gold, Index left_texts,
                  const MineOptions& options, RowSink& rows, const Run& run) {
  const double threshold = options.threshold ? *options.threshold : best_mining_threshold(mined, gold);
  Table table(rows, "eval", eval_columns());
  table.row({"threshold", threshold, Cell(), Cell(), Cell(), Cell()});
  show_reports(mining_report(mined, gold, threshold, left_texts, options, run), table);
}

struct MinedSide {
  Embedded vectors;
  std::vector<std::string> texts;  // none of rows of numbers
};

/// The vectors of a collection that was prepared as this side, or of texts that are embedded now.
MinedSide read_side(const Request& request, const char* input, Side side, const LoadedModel& model, const Run& run) {
  const std::string& word = request.word(input);
  if (const auto prepared = prepared_collection(request, input, word, model, side, run)) {
    if (prepared->side() != side)
      throw Error(ErrorCode::usage, word, "was prepared as the other side",
                  fmt::format("prepare it with 'couplet index --side {}'", input));
    return {prepared->embedded(), prepared->texts()};
  }
  Items items = read_collection(request.data(input), side == Side::left ? 0 : 1, run);
  return {embed_collection(model.require<EmbedsSides>(), side, items, run), std::move(items.texts)};
}

Answer run_mine(const Request& request, RowSink& rows, const Run& run) {
  const MineOptions options = mine_schema().read(request.options);
  const auto model = request.model("model");
  const MinedSide left = read_side(request, "left", Side::left, *model, run),
                  right = read_side(request, "right", Side::right, *model, run);
  const auto mined = mine(*model, left.vectors, right.vectors,
                          request.options.given("margin") ? std::optional(options.margin) : std::nullopt, run);
  const Index left_texts = left.vectors.rows.rows(), right_texts = right.vectors.rows.rows();
  if (options.aligned || !options.gold.empty()) {
    const GoldPairs gold =
        options.aligned ? same_lines(left_texts, right_texts) : read_gold_pairs(options.gold, left_texts, right_texts);
    show_quality(mined, gold, left_texts, options, rows, run);
    return {};
  }
  const double threshold = options.threshold.value_or(-std::numeric_limits<double>::infinity());
  Table table(rows, "mine",
              {{"left", integer}, {"right", integer}, {"score", real}, {"left_text", text}, {"right_text", text}});
  for (const MinedPair& pair : mined)
    if (pair.score >= threshold)
      table.row({pair.left, pair.right, pair.score, left.texts.empty() ? Cell() : Cell(left.texts[pair.left]),
                 right.texts.empty() ? Cell() : Cell(right.texts[pair.right])});
  return {};
}

}  // namespace

std::vector<MinedPair> mine(const LoadedModel& model, const Items& left, const Items& right,
                            std::optional<std::int64_t> margin, const Run& run) {
  const auto& embedder = model.require<EmbedsSides>();
  return mine(model, embed_collection(embedder, Side::left, left, run),
              embed_collection(embedder, Side::right, right, run), margin, run);
}

std::vector<MinedPair> mine(const LoadedModel& model, const Embedded& left, const Embedded& right,
                            std::optional<std::int64_t> margin, const Run& run) {
  const auto& embedder = model.require<EmbedsSides>();
  // Of few texts a quarter: the mean with all of them would say nothing, and could be 0.
  const Index fewer = std::min(left.rows.rows(), right.rows.rows());
  const Index nearest = margin.value_or(std::clamp<Index>(fewer / 4, 2, usual_margin));
  const Stage stage(*run.observer, "finding pairs");
  return mutual_nearest(left.rows, right.rows, left.known, right.known, {embedder.comparison(), nearest}, run);
}

Task mine_task() {
  return {.name = "mine",
          .synopsis = "MODEL LEFT RIGHT",
          .summary = "pairs of texts that are each other's nearest",
          .details =
              "LEFT and RIGHT have one text a line, or a column of a TSV (--columns), and need not be of the same "
              "length; each may be what 'index --side' prepared. Columns: rows from 0, the "
              "score (a cosine over the mean of the nearest, so 1 is what any near text has), and the texts; best "
              "first.",
          .examples = {"couplet mine opca.couplet left.txt right.txt --threshold 1.2",
                       "couplet mine opca.couplet left.txt right.txt --aligned"},
          .inputs = {{"model", InputShape::model},
                     {"left", InputShape::data, 1, 1, true},
                     {"right", InputShape::data, 1, 1, true}},
          .parameters = mine_schema().parameters(),
          .check =
              [](const Request& request) {
                if (!request.options.has("gold") && !request.options.flag("aligned"))
                  refuse_unused(request, "neither --gold nor --aligned", {"resamples", "level"});
                if (request.options.has("gold") && request.options.flag("aligned"))
                  throw Error(ErrorCode::usage, "--aligned", "cannot stand beside --gold", "give one of them");
              },
          .run = run_mine,
          .in_team = true};
}

}  // namespace couplet
