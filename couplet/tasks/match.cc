#include "couplet/tasks/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/npy.h"
#include "couplet/methods/matching/object_pairs.h"
#include "couplet/plot/sweep_svg.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/match_check.h"
#include "couplet/tasks/option_schema.h"

namespace couplet {
namespace {

using enum CellType;

using NotedMatches = std::vector<std::pair<Match, std::string>>;

struct MatchTaskOptions : ShownMatches {
  std::string gold, picture, output;
  std::optional<std::int64_t> explain;
  std::int64_t top = 10;
};

std::vector<Parameter> matching_parameters() {
  const std::span<const Parameter> parameters = match_parameters();
  return {parameters.begin(), parameters.end()};
}

const OptionSchema<MatchTaskOptions>& match_schema() {
  using Options = MatchTaskOptions;
  static const auto made =
      OptionSchema<Options>()
          .add("gold", &Options::gold,
               "the right pairs, two columns of rows from 0: the share recovered is reported and drawn",
               {.placeholder = "FILE", .type = ParameterType::file})
          .add("picture", &Options::picture, "write the sweep over p as a curve here (SVG)",
               {.placeholder = "FILE", .type = ParameterType::output})
          .add("min-confidence", &Options::min_confidence,
               "leave out the matches of less confidence, 0 to 1; exit code 1 when all cannot be told from chance")
          .add("one-to-many", &Options::one_to_many,
               "also show other right objects that have this share of a left one's weight, 0 to 1")
          .add("explain", &Options::explain, "show instead which other matches support the match of this left row")
          .add("texts", &Options::texts, "show the texts beside the rows")
          .add(matching_parameters())
          .add("output", &Options::output, output_help,
               {.placeholder = "FILE", .letter = 'o', .type = ParameterType::output})
          .add("top", &Options::top, top_help, {.letter = 'k'})
          .add(data_parameters());
  return made;
}

/// The parameters of matching itself among all options of the request.
MatchOptions matching_options(const Parameters& given) {
  std::map<std::string, std::string> own;
  for (const Parameter& parameter : match_parameters())
    if (given.given(parameter.name)) own[parameter.name] = given.text(parameter.name);
  return match_options(Parameters::resolve(match_parameters(), own));
}

/// --seeds, or those that the door has, and those that --accept adds to its file.
ObjectPairs read_seeds(const Request& request, Index left, Index right) {
  const Parameters& options = request.options;
  if (const auto given = request.given.find("seeds"); given != request.given.end()) {
    const ObjectPairs seeds = object_pairs_of(*given->second.rows, "seeds");
    check_object_pairs(seeds, left, right, "seeds", "seed");
    return seeds;
  }
  const std::string &path = options.text("seeds"), &accepted = options.text("accept");
  if (!accepted.empty() && path.empty())
    throw Error(ErrorCode::usage, "--accept", "the accepted pairs are added to the seeds, which have no file",
                "name one with --seeds FILE");
  ObjectPairs seeds;
  if (!path.empty() && (accepted.empty() || std::filesystem::exists(path))) seeds = read_object_pairs(path);
  check_object_pairs(seeds, left, right, path, "seed");
  if (accepted.empty()) return seeds;
  for (const auto& pair : read_object_pairs(accepted))
    if (std::find(seeds.begin(), seeds.end(), pair) == seeds.end()) seeds.push_back(pair);
  check_object_pairs(seeds, left, right, accepted, "pair");
  write_object_pairs(path, seeds);
  return seeds;
}

/// --forbidden, or those that the door has.
ObjectPairs read_forbidden(const Request& request, const ObjectPairs& seeds, Index left, Index right) {
  const std::string& path = request.options.text("forbidden");
  const auto given = request.given.find("forbidden");
  const bool in_memory = given != request.given.end();
  ObjectPairs pairs;
  if (in_memory) pairs = object_pairs_of(*given->second.rows, "forbidden");
  if (!in_memory && !path.empty()) pairs = read_rejected_pairs(path);
  check_forbidden_pairs(pairs, seeds, left, right, in_memory ? "forbidden" : path);
  return pairs;
}

/// The share of the gold pairs outside the seeds that a matching has.
double recovered_share(const MatchedRows& right_of_left, const ObjectPairs& gold, const ObjectPairs& seeds) {
  std::int64_t right = 0, all = 0;
  for (const auto& pair : gold) {
    if (std::find(seeds.begin(), seeds.end(), pair) != seeds.end()) continue;
    ++all;
    right += right_of_left[pair.first] == pair.second;
  }
  return all > 0 ? static_cast<double>(right) / static_cast<double>(all) : 0;
}

std::string draw_sweep(const std::string& title, const Matching& matching, const ObjectPairs& gold,
                       const ObjectPairs& seeds) {
  if (matching.curve.empty() || matching.curve.front().power == 0)
    throw Error(ErrorCode::usage, "--picture", "this method does not sweep p, so there is no curve",
                "use --method psmooth, s-u or s-z");
  std::vector<double> powers, objectives, recovered;
  std::size_t best = 0;
  for (std::size_t k = 0; k < matching.curve.size(); ++k) {
    const SweepPoint& point = matching.curve[k];
    powers.push_back(point.power);
    objectives.push_back(point.objective);
    if (!gold.empty()) recovered.push_back(recovered_share(point.right_of_left, gold, seeds));
    if (point.objective > matching.curve[best].objective) best = k;
  }
  return sweep_svg(powers, objectives, recovered, powers[best], title);
}

/// The matches to show, with those of one_to_many after the match of the same object.
NotedMatches noted_matches(const Matching& matching, const ShownMatches& options) {
  NotedMatches shown;
  for (const Match& match : matching.matches)
    if (match.confidence >= options.min_confidence.value_or(0))
      shown.emplace_back(match, match.seed ? "seed" : match.tied ? "tie" : "");
  if (options.one_to_many)
    for (const Match& match : further_matches(matching, *options.one_to_many)) shown.emplace_back(match, "extra");
  std::stable_sort(shown.begin(), shown.end(),
                   [](const auto& a, const auto& b) { return a.first.left < b.first.left; });
  return shown;
}

/// The same columns as the rows.
std::string match_lines(const NotedMatches& shown) {
  std::string lines = "left\tright\tconfidence\tmargin\trunner_up\tnote\n";
  for (const auto& [match, note] : shown)
    lines += fmt::format("{}\t{}\t{:.6g}\t{:.6g}\t{}\t{}\n", match.left, match.right, match.confidence, match.margin,
                         match.runner_up < 0 ? "" : std::to_string(match.runner_up), note);
  return lines;
}

/// Objects of a collection, without keeping any; 0: standard input.
std::int64_t count_objects(const std::string& path) {
  if (path == "-") return 0;
  if (is_npy(path)) return NpyReader(path).rows();
  std::int64_t lines = 0;
  LineReader reader(path);
  for (std::string_view line; reader.next(line);) ++lines;
  return lines;
}

std::vector<std::pair<std::string, std::string>> plan_match(const Request& request) {
  const std::int64_t largest = std::max(count_objects(request.word("left")), count_objects(request.word("right")));
  if (largest == 0) return {{"memory", "40 bytes for each two objects"}, {"time", "not estimated: standard input"}};
  const bool by_neighbours = matching_options(request.options).neighbours > 0 || largest > most_dense_objects;
  if (by_neighbours)
    return {{"memory", "1 KB an object and its terms: " + format_bytes(largest * 1024) + " and the terms"},
            {"time", "not estimated: by neighbours, minutes for 20,000 documents"}};
  // Measured with documents and names: 2 to 4 s of a processor for 226 to 300 objects, 0.7 s for 115; it grows a little
  // less than with the cube.
  const double seconds = 2 * std::pow(static_cast<double>(largest) / 250, 2.7);
  return {{"memory", format_bytes(40 * largest * largest) + " for the similarities"},
          {"time", fmt::format("about {:.0f} s of a processor, very roughly", std::max(1.0, seconds))}};
}

Answer run_match(const Request& request, RowSink& rows, const Run& run) {
  MatchOptions how = matching_options(request.options);
  const MatchTaskOptions options = match_schema().read(request.options);
  const Collection left{request.word("left"), read_collection(request.data("left"), 0, run)},
      right{request.word("right"), read_collection(request.data("right"), 1, run)};
  check_match_data(request, left, right);
  const ObjectPairs seeds = read_seeds(request, left.size(), right.size());
  how.forbidden = read_forbidden(request, seeds, left.size(), right.size());
  ObjectPairs gold;
  if (!options.gold.empty()) {
    gold = read_object_pairs(options.gold);
    check_object_pairs(gold, left.size(), right.size(), options.gold, "gold pair");
  }
  Matching matching = match_collections(left, right, seeds, how, run);
  const std::string& method = request.options.text("method");
  std::optional<AtomicFile> picture, table;
  if (!options.picture.empty()) {
    picture.emplace(options.picture);
    picture->write(draw_sweep(fmt::format("{}: how good the matching of {} is at each p", method, request.word("left")),
                              matching, gold, seeds));
  }
  const NotedMatches shown = noted_matches(matching, options);
  if (!options.output.empty() && !options.explain) {
    table.emplace(options.output);
    table->write(match_lines(shown));
  }
  AtomicFile::commit_together({picture ? &*picture : nullptr, table ? &*table : nullptr});
  const auto ties =
      std::count_if(matching.matches.begin(), matching.matches.end(), [](const Match& match) { return match.tied; });
  if (ties > 0)
    run.observer->warn(
        fmt::format("{} matches are ties: equal objects could change places; they are in rising order", ties));
  if (matching.chance)
    run.observer->warn("the matches cannot be told from chance: without a part of the objects others are found");
  const bool yes = !(matching.chance && options.min_confidence);
  if (options.explain) {
    explain_matched(matching, *options.explain, options.top, rows);
    return {};
  }
  if (options.output.empty()) {
    show_matches(matching, left, right, options, rows);
    return {yes};
  }
  FitReport report;
  report.add("method", method);
  for (ReportEntry& entry : matching.report.entries) report.entries.push_back(std::move(entry));
  report.add("seeds", seeds.size());
  if (!how.forbidden.empty()) report.add("forbidden", how.forbidden.size());
  report.add("matches", shown.size());
  if (!gold.empty()) {
    MatchedRows matched(left.size(), -1);
    for (const Match& match : matching.matches) matched[match.left] = match.right;
    report.add("recovered", recovered_share(matched, gold, seeds), ".4f");
  }
  return {yes, {nullptr, std::move(report)}};
}

}  // namespace

void show_matches(const Matching& matching, const Collection& left, const Collection& right,
                  const ShownMatches& options, RowSink& rows) {
  const bool texts = options.texts && left.has_texts() && right.has_texts();
  std::vector<Column> columns = {{"left", integer}, {"right", integer},     {"confidence", real},
                                 {"margin", real},  {"runner_up", integer}, {"note", text}};
  if (texts) columns.insert(columns.end(), {{"left_text", text}, {"right_text", text}});
  Table table(rows, "match", columns);
  for (const auto& [match, note] : noted_matches(matching, options)) {
    std::vector<Cell> cells = {
        match.left, match.right, match.confidence, match.margin, match.runner_up < 0 ? Cell() : Cell(match.runner_up),
        note};
    if (texts) cells.insert(cells.end(), {left.items.texts[match.left], right.items.texts[match.right]});
    table.row(cells);
  }
}

void explain_matched(const Matching& matching, Index left, std::int64_t top, RowSink& rows) {
  const auto at = std::find_if(matching.matches.begin(), matching.matches.end(),
                               [&](const Match& match) { return match.left == left; });
  if (at == matching.matches.end())
    throw Error(ErrorCode::usage, "--explain", fmt::format("left object {} has no match", left),
                "give a row from 0 that is in the result");
  const std::vector<Support> support = explain_match(matching, left, at->right);
  double total = 0, rest = 0;
  for (const Support& one : support) total += one.value;
  Table table(rows, "explain", {{"kind", text}, {"left", text}, {"right", text}, {"value", real}});
  table.row({"weight", std::to_string(left), std::to_string(at->right), total});
  std::int64_t shown = 0, left_out = 0;
  for (const Support& one : support) {
    if (one.kind != "match") {
      table.row({one.kind, Cell(), Cell(), one.value});
    } else if (top == 0 || shown < top) {
      ++shown;
      table.row({one.kind, std::to_string(one.left), std::to_string(one.right), one.value});
    } else {
      ++left_out;
      rest += one.value;
    }
  }
  if (left_out > 0) table.row({"match", fmt::format("({} more)", left_out), "", rest});
}

Task match_task() {
  return {
      .name = "match",
      .synopsis = "LEFT RIGHT",
      .summary = "pair up two collections by likeness within each",
      .details =
          "A collection is one text a line, a column of a TSV (--columns), or .npy features. No dictionary and no "
          "similarity across is needed: matched objects have matched neighbours. A few known pairs (--seeds) help "
          "much, and so do pairs known to be wrong (--forbidden). Names are romanised by ICU's transliterator "
          "(Any-Latin; Latin-ASCII). The method auto also uses "
          "letters that both sides share, when the seeds show that they help; --surface off forbids it. Columns: rows "
          "from 0; "
          "confidence; margin, what the total weight loses without this match; the runner-up; note (seed, tie, "
          "extra). "
          "With -o the matches go to a file, which eval --matching reads, and a report is printed.",
      .examples = {"couplet match names-en.txt names-ru.txt --texts",
                   "couplet match names-en.txt names-ru.txt --seeds names-seeds.tsv -o matched.tsv",
                   "couplet match names-en.txt names-ru.txt --seeds names-seeds.tsv --explain 7 --top 3"},
      .inputs = {{"left", InputShape::data}, {"right", InputShape::data}},
      .parameters = match_schema().parameters(),
      .check = check_match,
      .plan = plan_match,
      .run = run_match};
}

}  // namespace couplet
