#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "apps/cli/ability.h"
#include "apps/cli/collection.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/eval/mining_report.h"
#include "couplet/methods/registry.h"
#include "couplet/model/compares_rows.h"
#include "couplet/text/tab_fields.h"

namespace couplet {

namespace {

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

/// Of few texts the default takes a quarter: the mean with all of them would say nothing, and could be 0.
Index margin_of(const Arguments& arguments, Index texts) {
  const Index margin = arguments.integer("margin");
  return arguments.given("margin") ? margin : std::clamp<Index>(texts / 4, 2, margin);
}

void print_quality(Arguments& arguments, const std::vector<MinedPair>& mined, const GoldPairs& gold, Index left_texts,
                   const Run& run) {
  const double threshold =
      arguments.has("threshold") ? arguments.real("threshold") : best_mining_threshold(mined, gold);
  Table table(*arguments.output, "eval", {"metric", "value", "low", "high", "covered", "total"});
  table.row({"threshold", threshold, Cell(), Cell(), Cell(), Cell()});
  for (const MetricReport& report : mining_report(mined, gold, threshold, left_texts,
                                                  {arguments.integer("resamples"), arguments.real("level")}, run))
    table.row(
        {report.name, report.estimate.value, report.estimate.low, report.estimate.high, report.covered, report.total});
}

}  // namespace

int run_mine(Arguments& arguments) {
  if (only_planned(arguments, {arguments.positionals[0], arguments.positionals[1], arguments.positionals[2]})) return 0;
  if (arguments.has("gold") && arguments.flag("aligned"))
    throw Error(ErrorCode::usage, "--aligned", "cannot stand beside --gold", "give one of them");
  const auto model = load_model(arguments.positionals[0], all_methods());
  const auto& embedder = require<EmbedsSides>(*model);
  const Run run = make_run(arguments);
  const Items left = read_collection(arguments, arguments.positionals[1], 0, run),
              right = read_collection(arguments, arguments.positionals[2], 1, run);
  std::vector<bool> left_known, right_known;
  const MatrixD left_rows = embed_collection(embedder, Side::left, left, left_known, run);
  const MatrixD right_rows = embed_collection(embedder, Side::right, right, right_known, run);
  const auto mined = [&] {
    const Stage stage(*run.observer, "finding pairs");
    return mutual_nearest(left_rows, right_rows, left_known, right_known,
                          {comparison_of(*model), margin_of(arguments, std::min(left.size(), right.size()))}, run);
  }();
  if (arguments.has("gold") || arguments.flag("aligned")) {
    const GoldPairs gold = arguments.flag("aligned")
                               ? same_lines(left.size(), right.size())
                               : read_gold_pairs(arguments.text("gold"), left.size(), right.size());
    print_quality(arguments, mined, gold, left.size(), run);
    return 0;
  }
  const double threshold =
      arguments.has("threshold") ? arguments.real("threshold") : -std::numeric_limits<double>::infinity();
  Table table(*arguments.output, "mine", {"left", "right", "score", "left_text", "right_text"});
  for (const MinedPair& pair : mined)
    if (pair.score >= threshold)
      table.row({pair.left, pair.right, pair.score, left.texts.empty() ? Cell() : Cell(left.texts[pair.left]),
                 right.texts.empty() ? Cell() : Cell(right.texts[pair.right])});
  return 0;
}

}  // namespace couplet
