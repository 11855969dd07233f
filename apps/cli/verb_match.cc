// match: pair up two collections.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "apps/cli/collection.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/methods/matching/match_job.h"
#include "couplet/methods/matching/object_pairs.h"
#include "couplet/plot/sweep_svg.h"

namespace couplet {
namespace {

Parameters given_parameters(const Arguments& arguments) {
  std::map<std::string, std::string> given;
  for (const Parameter& parameter : match_parameters())
    if (arguments.given(parameter.name)) given[parameter.name] = arguments.text(parameter.name);
  return Parameters::resolve(match_parameters(), given);
}

/// --seeds, and those that --accept adds to its file.
ObjectPairs read_seeds(const Arguments& arguments, Index left, Index right) {
  const std::string &path = arguments.text("seeds"), &accepted = arguments.text("accept");
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

void draw_sweep(const Arguments& arguments, const Matching& matching, const ObjectPairs& gold,
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
  AtomicFile file(arguments.text("picture"));
  file.write(sweep_svg(powers, objectives, recovered, powers[best],
                       arguments.text("method") + " on " + arguments.positionals[0]));
  file.commit();
}

std::string note_of(const Match& match, bool extra) {
  if (extra) return "extra";
  return match.seed ? "seed" : match.tied ? "tie" : "";
}

/// The matches to show, with those of --one-to-many after the match of the same object.
std::vector<std::pair<Match, std::string>> shown_matches(const Arguments& arguments, const Matching& matching) {
  const double least = arguments.has("min-confidence") ? arguments.real("min-confidence") : 0;
  std::vector<std::pair<Match, std::string>> shown;
  for (const Match& match : matching.matches)
    if (match.confidence >= least) shown.emplace_back(match, note_of(match, false));
  if (arguments.has("one-to-many"))
    for (const Match& match : further_matches(matching, arguments.real("one-to-many")))
      shown.emplace_back(match, note_of(match, true));
  std::stable_sort(shown.begin(), shown.end(),
                   [](const auto& a, const auto& b) { return a.first.left < b.first.left; });
  return shown;
}

/// The file of -o: the same columns as on standard output.
void write_matches(const std::string& path, const std::vector<std::pair<Match, std::string>>& shown) {
  AtomicFile file(path);
  file.write("left\tright\tconfidence\tmargin\trunner_up\tnote\n");
  for (const auto& [match, note] : shown)
    file.write(fmt::format("{}\t{}\t{:.6g}\t{:.6g}\t{}\t{}\n", match.left, match.right, match.confidence, match.margin,
                           match.runner_up < 0 ? "" : std::to_string(match.runner_up), note));
  file.commit();
}

void print_matches(const Arguments& arguments, const std::vector<std::pair<Match, std::string>>& shown,
                   const Collection& left, const Collection& right) {
  const bool texts = arguments.flag("texts") && left.has_texts() && right.has_texts();
  std::vector<std::string> columns = {"left", "right", "confidence", "margin", "runner_up", "note"};
  if (texts) columns.insert(columns.end(), {"left_text", "right_text"});
  Table table(*arguments.output, "match", columns);
  for (const auto& [match, note] : shown) {
    std::vector<Cell> cells = {match.left,
                               match.right,
                               match.confidence,
                               match.margin,
                               match.runner_up < 0 ? Cell() : Cell(match.runner_up),
                               std::string_view(note)};
    if (texts) {
      cells.emplace_back(std::string_view(left.items.texts[match.left]));
      cells.emplace_back(std::string_view(right.items.texts[match.right]));
    }
    table.row(cells);
  }
}

/// The match of one left object, and what supports it; the column sums to its weight.
void print_explanation(const Arguments& arguments, const Matching& matching, Index left) {
  const auto at = std::find_if(matching.matches.begin(), matching.matches.end(),
                               [&](const Match& match) { return match.left == left; });
  if (at == matching.matches.end())
    throw Error(ErrorCode::usage, "--explain", fmt::format("left object {} has no match", left),
                "give a row from 0 that is in the result");
  const std::vector<Support> support = explain_match(matching, left, at->right);
  double total = 0, rest = 0;
  for (const Support& one : support) total += one.value;
  Table table(*arguments.output, "explain", {"kind", "left", "right", "value"});
  table.row({"weight", left, at->right, total});
  const std::int64_t top = arguments.integer("top");
  std::int64_t shown = 0, left_out = 0;
  for (const Support& one : support) {
    if (one.kind != "match") {
      table.row({one.kind, Cell(), Cell(), one.value});
    } else if (top == 0 || shown < top) {
      ++shown;
      table.row({one.kind, one.left, one.right, one.value});
    } else {
      ++left_out;
      rest += one.value;
    }
  }
  if (left_out > 0) table.row({"match", fmt::format("({} more)", left_out), "", rest});
}

bool planned(const Arguments& arguments) {
  if (!arguments.flag("dry-run")) return false;
  std::vector<std::pair<std::string, std::string>> steps;
  for (const std::string& path : arguments.positionals) steps.emplace_back("read", describe_file(path));
  for (const char* option : {"seeds", "accept", "gold"})
    if (arguments.has(option)) steps.emplace_back("read", describe_file(arguments.text(option)));
  steps.emplace_back("memory",
                     "up to 5000 objects a side 40 bytes for each two of them, beyond 1 KB an object and its terms");
  for (const char* option : {"output", "picture"})
    if (arguments.has(option)) steps.emplace_back("write", arguments.text(option));
  print_plan(arguments, steps);
  return true;
}

}  // namespace

int run_match(Arguments& arguments) {
  const MatchOptions options = match_options(given_parameters(arguments));
  if (arguments.positionals[0] == "-" && arguments.positionals[1] == "-")
    throw Error(ErrorCode::usage, "standard input", "can be one collection only", "give a file for the other");
  if (arguments.has("gold") && !arguments.has("output") && !arguments.has("picture"))
    throw Error(ErrorCode::usage, "--gold", "the share recovered is said in the report, which -o prints, and drawn",
                "add -o MATCHES.tsv, or --picture FILE.svg");
  if (planned(arguments)) return 0;
  const Run run = make_run(arguments);
  const std::vector<std::string>& paths = arguments.positionals;
  const Collection left{paths[0], read_collection(arguments, paths[0], 0, run)},
      right{paths[1], read_collection(arguments, paths[1], 1, run)};
  const ObjectPairs seeds = read_seeds(arguments, left.size(), right.size());
  ObjectPairs gold;
  if (arguments.has("gold")) {
    gold = read_object_pairs(arguments.text("gold"));
    check_object_pairs(gold, left.size(), right.size(), arguments.text("gold"), "gold pair");
  }
  Matching matching = match_collections(left, right, seeds, options, run);
  if (arguments.has("picture")) draw_sweep(arguments, matching, gold, seeds);
  const auto ties =
      std::count_if(matching.matches.begin(), matching.matches.end(), [](const Match& match) { return match.tied; });
  if (ties > 0)
    run.observer->warn(
        fmt::format("{} matches are ties: equal objects could change places; they are in rising order", ties));
  if (arguments.has("explain")) {
    print_explanation(arguments, matching, arguments.integer("explain"));
    return 0;
  }
  const auto shown = shown_matches(arguments, matching);
  if (!arguments.has("output")) {
    print_matches(arguments, shown, left, right);
    return 0;
  }
  write_matches(arguments.text("output"), shown);
  FitReport report;
  report.add("method", arguments.text("method"));
  for (ReportEntry& entry : matching.report.entries) report.entries.push_back(std::move(entry));
  report.add("seeds", seeds.size());
  report.add("matches", shown.size());
  if (!gold.empty()) {
    MatchedRows matched(static_cast<std::size_t>(left.size()), -1);
    for (const Match& match : matching.matches) matched[match.left] = match.right;
    report.add("recovered", recovered_share(matched, gold, seeds), ".4f");
  }
  Table table(*arguments.output, "match-report", {"what", "value"});
  for (const ReportEntry& entry : report.entries) {
    const std::string text = entry.text();
    const bool as_text = !arguments.output->json();
    std::visit([&](const auto& value) { table.row({entry.name, as_text ? Cell(text) : Cell(value)}); }, entry.value);
  }
  return 0;
}

}  // namespace couplet
