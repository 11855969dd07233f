#include "couplet/tasks/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/plot/histogram_svg.h"
#include "couplet/plot/picture_file.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/tasks/team_shares.h"
#include "couplet/text/pair_reader.h"

namespace couplet {
namespace {

using enum CellType;

/// Where the cut falls.
struct Cut {
  double quality = -INFINITY;  // smallest kept
  double z = -INFINITY;        // smallest kept
  // How many of just that quality are still to be kept, the first of them.
  std::int64_t at_quality = std::numeric_limits<std::int64_t>::max();
};

/// Exactly one way to say how much to keep, and a sensible share.
void check_rule(const FilterRule& rule) {
  const int given = rule.keep_best.has_value() + rule.keep_fraction.has_value() + rule.min_z.has_value() +
                    rule.min_quality.has_value();
  if (given != 1)
    throw Error(ErrorCode::usage, "",
                given == 0 ? "how much to keep is not said" : "more than one rule says how much to keep",
                "give one of --keep-fraction X, --keep-best N, --min-z X and --min-quality X");
  if (rule.keep_fraction && !(*rule.keep_fraction >= 0 && *rule.keep_fraction <= 1))
    throw Error(ErrorCode::usage, "--keep-fraction", "not between 0 and 1", "0.8 keeps the best 80 %");
}

/// The best `count` stay; of equals the first ones.
Cut keep_best(const std::vector<PairQuality>& all, std::int64_t count) {
  std::vector<double> qualities;
  for (const PairQuality& pair : all)
    if (std::isfinite(pair.quality)) qualities.push_back(pair.quality);
  Cut cut;
  if (count <= 0) cut.quality = INFINITY;
  if (count <= 0 || count >= std::ssize(qualities)) return cut;
  std::nth_element(qualities.begin(), qualities.begin() + (count - 1), qualities.end(), std::greater<>());
  cut.quality = qualities[count - 1];
  cut.at_quality =
      count - std::count_if(qualities.begin(), qualities.end(), [&](double quality) { return quality > cut.quality; });
  return cut;
}

Cut make_cut(const FilterRule& rule, const std::vector<PairQuality>& all) {
  if (rule.keep_best) return keep_best(all, *rule.keep_best);
  if (rule.keep_fraction) return keep_best(all, std::llround(*rule.keep_fraction * static_cast<double>(all.size())));
  return {rule.min_quality.value_or(-INFINITY), rule.min_z.value_or(-INFINITY)};
}

/// Empty: the pair is kept.
std::string reason_to_drop(const PairQuality& pair, Cut& cut) {
  if (!pair.score.left_known || !pair.score.right_known)
    return pair.score.left_known ? "right unknown" : "left unknown";
  if (pair.score.z < cut.z) return "low score";
  if (pair.quality > cut.quality || (pair.quality == cut.quality && cut.at_quality-- > 0)) return "";
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

struct FilterOptions : FilterRule {
  std::string output, dropped, picture;
  bool each = false;
};

const OptionSchema<FilterOptions>& filter_schema() {
  using Options = FilterOptions;
  const OptionForm written{.placeholder = "FILE", .type = ParameterType::output};
  static const auto made =
      OptionSchema<Options>()
          .add("output", &Options::output, output_help,
               {.placeholder = "FILE", .letter = 'o', .type = ParameterType::output})
          .add("keep-fraction", &Options::keep_fraction, "keep this share of the pairs, the best")
          .add("keep-best", &Options::keep_best, "keep this many pairs, the best")
          .add("min-z", &Options::min_z, "keep pairs whose score is this many deviations above random pairs")
          .add("min-quality", &Options::min_quality,
               "keep pairs of at least this quality; 0 is a typical training pair, -3 a poor one")
          .add("length-weight", &Options::length_weight, "how much an odd length ratio counts; 0: not at all")
          .add("each", &Options::each, "show every pair too, with its quality and why it goes; then -o may be left out")
          .add("dropped", &Options::dropped, "write the dropped pairs here, with the reason", written)
          .add("picture", &Options::picture, "write a histogram of the qualities here (SVG)", written)
          .add(data_parameters());
  return made;
}

/// A number of the file of dropped pairs; empty: there is none.
std::string digits(double value, int significant) {
  return std::isfinite(value) ? fmt::format("{:.{}g}", value, significant) : "";
}

/// Writes the kept lines and, when asked, the dropped ones with their reason, and the picture: all of them or none.
void write_files(const FilteredPairs& filtered, const Source& source, const FilterOptions& options) {
  const std::string end = line_end_of(source.file());
  AtomicFile kept(options.output);
  std::unique_ptr<AtomicFile> picture, dropped;
  if (!options.picture.empty()) {
    picture = std::make_unique<AtomicFile>(options.picture);
    picture->write(filter_picture(filtered, source.paths[0]));
  }
  if (!options.dropped.empty()) {
    dropped = std::make_unique<AtomicFile>(options.dropped);
    dropped->write("reason\tquality\tscore\tz\tlength\tpair" + end);
  }
  PairReader reader(source);
  if (!reader.header_line().empty()) kept.write(reader.header_line() + end);
  TextPair pair;
  for (std::size_t i = 0; reader.next(pair); ++i) {
    const std::string line = std::string(reader.line()) + end;
    if (i >= filtered.judged.size())
      throw Error(ErrorCode::data, reader.place(), "the file changed while it was read", "run again");
    const PairQuality& judged = filtered.judged[i];
    if (filtered.reasons[i].empty())
      kept.write(line);
    else if (dropped)
      dropped->write(fmt::format("{}\t{}\t{}\t{}\t{}\t{}", filtered.reasons[i], digits(judged.quality, 6),
                                 digits(judged.score.value, 6), digits(judged.score.z, 6), digits(judged.length, 4),
                                 line));
  }
  AtomicFile::commit_together({picture.get(), dropped.get(), &kept});
}

void check_filter(const Request& request) {
  for (const std::string& path : request.all("pairs"))
    if (path == "-") throw Error(ErrorCode::usage, "standard input", "filter reads its pairs twice", "give a file");
  const FilterOptions options = filter_schema().read(request.options);
  if (options.output.empty() && !options.each)
    throw Error(ErrorCode::usage, "--output", "where to write the kept pairs is not said", "add -o KEPT.tsv");
  if (options.output.empty()) refuse_unused(request, "--each without --output", {"dropped", "picture"});
  check_rule(options);
  if (!options.picture.empty()) check_picture_name("--picture", options.picture);
}

Answer run_filter(const Request& request, RowSink& rows, const Run& run) {
  FilterOptions options = filter_schema().read(request.options);
  options.name_faults = options.each || !options.dropped.empty();
  const Source source = request.source("pairs");
  const FilteredPairs filtered = filter_pairs(*request.model("model"), source, options, run);
  if (!options.output.empty() && run.team->is_first()) write_files(filtered, source, options);
  show_filtered(filtered, rows);
  if (options.each) show_judged(filtered, rows);
  warn_of_skipped(run, filtered.skipped);
  return {};
}

}  // namespace

FilteredPairs filter_pairs(const LoadedModel& model, const Data& pairs, const FilterRule& rule, const Run& run) {
  check_rule(rule);
  const auto& judge = model.require<JudgesPairs>();
  PairInput input(pairs);
  const auto* const names = rule.name_faults ? model.as<NamesFaults>() : nullptr;
  FilteredPairs filtered;
  std::vector<std::string> faults;
  {
    Stage stage(*run.observer, "judging pairs", input.total(), "B");
    while (const auto batch = input.next(16384)) {
      const auto part = shared_results<PairQuality>(*batch, run, [&](const PairBatch& some, const Run& inner) {
        return judge.judge(some, rule.length_weight, inner);
      });
      filtered.judged.insert(filtered.judged.end(), part.begin(), part.end());
      if (names)
        for (std::string& fault : names->faults(*batch, run)) faults.push_back(std::move(fault));
      stage.advance_to(input.position());
    }
  }
  filtered.skipped = input.skipped();
  Cut cut = make_cut(rule, filtered.judged);
  filtered.cut = cut.quality;
  filtered.random_quality = judge.random_quality();
  for (const PairQuality& pair : filtered.judged) {
    std::string& reason = filtered.reasons.emplace_back(reason_to_drop(pair, cut));
    if (names && !reason.empty()) reason = std::move(faults[filtered.reasons.size() - 1]);
  }
  return filtered;
}

std::string filter_picture(const FilteredPairs& filtered, const std::string& name) {
  std::vector<char> kept;
  std::vector<double> qualities;
  for (std::size_t i = 0; i < filtered.judged.size(); ++i) {
    kept.push_back(filtered.reasons[i].empty());
    qualities.push_back(filtered.judged[i].quality);
  }
  return histogram_svg(qualities, kept, {filtered.cut, filtered.random_quality},
                       fmt::format("Quality of the {} pairs of {}", qualities.size(), name),
                       "quality (deviations from a typical training pair)");
}

void show_filtered(const FilteredPairs& filtered, RowSink& rows) {
  const auto& all = filtered.judged;
  Table table(rows, "filter",
              {{"what", text}, {"pairs", integer}, {"share", real}, {"mean_quality", real}, {"mean_z", real}});
  const auto row = [&](const std::string& name, auto&& member) {
    std::int64_t count = 0, scored = 0;
    double quality = 0, z = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!member(filtered.reasons[i])) continue;
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

void show_judged(const FilteredPairs& filtered, RowSink& rows) {
  Table table(rows, "judged",
              {{"pair", integer}, {"quality", real}, {"score", real}, {"z", real}, {"length", real}, {"reason", text}});
  for (std::size_t i = 0; i < filtered.judged.size(); ++i) {
    const PairQuality& pair = filtered.judged[i];
    table.row({static_cast<std::int64_t>(i), finite_cell(pair.quality), finite_cell(pair.score.value),
               finite_cell(pair.score.z), finite_cell(pair.length), filtered.reasons[i]});
  }
  table.row({Cell(), finite_cell(filtered.random_quality), Cell(), Cell(), Cell(), "a random pair"});
}

Task filter_task() {
  return {.name = "filter",
          .synopsis = "MODEL PAIRS | MODEL LEFT RIGHT",
          .summary = "keep the pairs that go together, in their order",
          .details =
              "Quality is the score, measured in deviations from a typical training pair, less a penalty for an "
              "unusual length ratio (which finds "
              "truncated partners). Kept lines are written as they are.",
          .examples = {"couplet filter pairs.couplet pairs.tsv --keep-fraction 0.8 -o clean.tsv --dropped noise.tsv "
                       "--picture quality.svg"},
          .inputs = {{"model", InputShape::model}, {"pairs", InputShape::data, 1, 2}},
          .parameters = filter_schema().parameters(),
          .check = check_filter,
          .plan = [](const Request&) -> std::vector<std::pair<std::string, std::string>> {
            return {{"memory", "the model, 16384 pairs at a time, and 8 bytes a pair"}, {"time", "not estimated"}};
          },
          .run = run_filter,
          .in_team = true};
}

}  // namespace couplet
