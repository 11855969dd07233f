// filter: keep the pairs that go together, in their order; say why the others went.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "apps/cli/ability.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/plot/histogram_svg.h"

namespace couplet {

namespace {

/// Which pairs stay.
struct Rule {
  double cut = -INFINITY;    // smallest quality kept
  double min_z = -INFINITY;  // smallest z-score kept
  std::int64_t at_cut =
      std::numeric_limits<std::int64_t>::max();  // how many of quality `cut` are still to be kept, the first of them
};

/// Exactly one way to say how much to keep, and a sensible share.
void check_rule(const Arguments& arguments) {
  const int given = arguments.has("keep-best") + arguments.has("keep-fraction") + arguments.has("min-z") +
                    arguments.has("min-quality");
  if (given != 1)
    throw Error(ErrorCode::usage, "",
                given == 0 ? "how much to keep is not said" : "more than one rule says how much to keep",
                "give one of --keep-fraction X, --keep-best N, --min-z X and --min-quality X");
  if (!arguments.has("keep-fraction")) return;
  const double fraction = arguments.real("keep-fraction");
  if (!(fraction >= 0 && fraction <= 1))
    throw Error(ErrorCode::usage, "--keep-fraction", "not between 0 and 1", "0.8 keeps the best 80 %");
}

std::vector<PairQuality> judge_all(const Model& model, const Source& files, double length_weight, const Run& run,
                                   std::int64_t& skipped) {
  const auto& judge = require<JudgesPairs>(model);
  PairInput input(files);
  std::vector<PairQuality> all;
  Stage stage(*run.observer, "judging pairs", input.total(), "B");
  while (const auto batch = input.next(16384)) {
    const auto part = judge.judge(*batch, length_weight, run);
    all.insert(all.end(), part.begin(), part.end());
    stage.advance_to(input.position());
  }
  skipped = input.skipped();
  return all;
}

/// The best `count` stay; of equals the first ones.
Rule keep_best(const std::vector<PairQuality>& all, std::int64_t count) {
  std::vector<double> qualities;
  for (const PairQuality& pair : all)
    if (std::isfinite(pair.quality)) qualities.push_back(pair.quality);
  Rule rule;
  if (count <= 0) rule.cut = INFINITY;
  if (count <= 0 || count >= static_cast<std::int64_t>(qualities.size())) return rule;
  std::nth_element(qualities.begin(), qualities.begin() + (count - 1), qualities.end(), std::greater<>());
  rule.cut = qualities[count - 1];
  rule.at_cut =
      count - std::count_if(qualities.begin(), qualities.end(), [&](double quality) { return quality > rule.cut; });
  return rule;
}

Rule make_rule(const Arguments& arguments, const std::vector<PairQuality>& all) {
  if (arguments.has("keep-best")) return keep_best(all, arguments.integer("keep-best"));
  if (arguments.has("keep-fraction"))
    return keep_best(all, std::llround(arguments.real("keep-fraction") * static_cast<double>(all.size())));
  Rule rule;
  if (arguments.has("min-quality")) rule.cut = arguments.real("min-quality");
  if (arguments.has("min-z")) rule.min_z = arguments.real("min-z");
  return rule;
}

/// Empty: the pair is kept.
std::string reason_to_drop(const PairQuality& pair, Rule& rule) {
  if (!pair.score.left_known || !pair.score.right_known)
    return pair.score.left_known ? "right unknown" : "left unknown";
  if (pair.score.z < rule.min_z) return "low score";
  if (pair.quality > rule.cut || (pair.quality == rule.cut && rule.at_cut-- > 0)) return "";
  return std::abs(pair.length) > 3 ? (pair.length < 0 ? "right too short" : "right too long") : "low score";
}

/// How the lines of a file end, told by the first: "\n" or "\r\n".
std::string line_end_of(const std::string& path) {
  Input input(path);
  char last = 0, buffer[4096];
  while (const std::int64_t count = input.read(buffer, sizeof buffer)) {
    const char* end = std::find(buffer, buffer + count, '\n');
    if (end > buffer) last = end[-1];
    if (end != buffer + count) return last == '\r' ? "\r\n" : "\n";
  }
  return "\n";
}

/// Writes the kept lines and, when asked, the dropped ones with their reason, and the picture: all of them or none.
void write_files(const Arguments& arguments, const Source& files, const std::vector<PairQuality>& all,
                 const std::vector<std::string>& reasons, const std::string& svg) {
  const std::string end = line_end_of(files.paths[0]);
  AtomicFile kept(arguments.text("output"));
  std::unique_ptr<AtomicFile> picture;
  if (arguments.has("picture")) {
    picture = std::make_unique<AtomicFile>(arguments.text("picture"));
    picture->write(svg);
  }
  std::unique_ptr<AtomicFile> dropped;
  if (arguments.has("dropped")) {
    dropped = std::make_unique<AtomicFile>(arguments.text("dropped"));
    dropped->write("reason\tquality\tscore\tz\tlength\tpair" + end);
  }
  PairReader reader(files);
  if (!reader.header_line().empty()) kept.write(reader.header_line() + end);
  TextPair pair;
  for (std::size_t i = 0; reader.next(pair); ++i) {
    const std::string line = std::string(reader.line()) + end;
    if (i >= all.size())
      throw Error(ErrorCode::data, reader.place(), "the file changed while it was read", "run again");
    if (reasons[i].empty())
      kept.write(line);
    else if (dropped)
      dropped->write(fmt::format("{}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.4g}\t{}", reasons[i], all[i].quality,
                                 all[i].score.value, all[i].score.z, all[i].length, line));
  }
  if (picture) picture->commit();
  if (dropped) dropped->commit();
  kept.commit();
}

void print_summary(const Arguments& arguments, const std::vector<PairQuality>& all,
                   const std::vector<std::string>& reasons) {
  Table table(*arguments.output, "filter", {"what", "pairs", "share", "mean_quality", "mean_z"});
  const auto row = [&](const std::string& name, auto&& member) {
    std::int64_t count = 0, scored = 0;
    double quality = 0, z = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!member(reasons[i])) continue;
      ++count;
      if (!std::isfinite(all[i].quality)) continue;
      ++scored;
      quality += all[i].quality;
      z += all[i].score.z;
    }
    if (count == 0 && name != "kept" && name != "dropped") return;
    const double n = static_cast<double>(scored);
    table.row({name, count, static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(all.size(), 1)),
               scored ? Cell(quality / n) : Cell(), scored ? Cell(z / n) : Cell()});
  };
  row("kept", [](const std::string& reason) { return reason.empty(); });
  row("dropped", [](const std::string& reason) { return !reason.empty(); });
  for (const char* why : {"low score", "right too short", "right too long", "left unknown", "right unknown"})
    row(std::string("dropped: ") + why, [&](const std::string& reason) { return reason == why; });
}

}  // namespace

int run_filter(Arguments& arguments) {
  const Source files = arguments.data_files({arguments.positionals.begin() + 1, arguments.positionals.end()});
  for (const std::string& path : files.paths)
    if (path == "-") throw Error(ErrorCode::usage, "standard input", "filter reads its pairs twice", "give a file");
  if (!arguments.has("output"))
    throw Error(ErrorCode::usage, "--output", "where to write the kept pairs is not said", "add -o KEPT.tsv");
  check_rule(arguments);
  if (only_planned(arguments, arguments.positionals,
                   {arguments.text("output"), arguments.text("dropped"), arguments.text("picture")}))
    return 0;
  const auto model = load_model(arguments.positionals[0], all_methods());
  const Run run = make_run(arguments);
  std::int64_t skipped = 0;
  const auto all = judge_all(*model, files, arguments.real("length-weight"), run, skipped);
  const Rule rule = make_rule(arguments, all);
  Rule left = rule;
  std::vector<std::string> reasons;
  std::vector<char> kept;
  std::vector<double> qualities;
  for (const PairQuality& pair : all) {
    reasons.push_back(reason_to_drop(pair, left));
    kept.push_back(reasons.back().empty());
    qualities.push_back(pair.quality);
  }
  std::string svg;
  if (arguments.has("picture"))
    svg = histogram_svg(qualities, kept, rule.cut, "Quality of " + files.paths[0],
                        "quality (deviations from a typical training pair)");
  write_files(arguments, files, all, reasons, svg);
  print_summary(arguments, all, reasons);
  report_coverage(arguments, 0, 0, "", skipped);
  return 0;
}

}  // namespace couplet
