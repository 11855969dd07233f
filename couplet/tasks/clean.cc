#include "couplet/tasks/clean.h"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/methods/cleaning/cleaner.h"
#include "couplet/methods/cleaning/corpus_sample.h"
#include "couplet/model/segment_job.h"
#include "couplet/tasks/clean_checkpoint.h"
#include "couplet/tasks/clean_files.h"
#include "couplet/tasks/fit.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/text/pair_reader.h"

namespace couplet {
namespace {

constexpr std::size_t cleaned_block = 1024, most_shown = 5;

const OptionSchema<CleanOptions>& clean_schema() {
  using Options = CleanOptions;
  const OptionForm written{.placeholder = "FILE", .type = ParameterType::output};
  static const auto made =
      OptionSchema<Options>()
          .add("output", &Options::output,
               "the file for the kept pairs; .gz, .xz and .zst compress; with --output-right for their left texts",
               {.placeholder = "FILE", .letter = 'o', .type = ParameterType::output})
          .add("output-right", &Options::output_right, "write the right texts of the kept pairs here, line by line",
               written)
          .add("model", &Options::model, "judge by this cleaner; default: one fitted on the pairs themselves",
               {.placeholder = "MODEL", .type = ParameterType::file})
          .add("save-model", &Options::save_model, "write the cleaner that was fitted here", written)
          .add("min-probability", &Options::min_probability, "keep pairs that are good with at least this probability",
               {.minimum = 0, .maximum = 1})
          .add("duplicates", &Options::duplicates,
               {{"keep", Repeats::keep},
                {"pairs", Repeats::pairs},
                {"left", Repeats::left},
                {"right", Repeats::right},
                {"either", Repeats::either}},
               "drop all but the first of equal pairs, or of pairs with an equal left, right or either text; case, "
               "punctuation and blanks do not count")
          .add("near", &Options::near,
               "drop near duplicates too: pairs that differ from an earlier one in numbers alone, or in a few words")
          .add("outside", &Options::outside,
               "the column with a score from elsewhere, higher for better pairs: a LaBSE cosine, bicleaner's")
          .add("label", &Options::label,
               "fit: the column with 1 for good pairs, 0 for bad ones, nothing for the others")
          .add("languages", &Options::languages,
               "fit: other languages that texts may be in: a name, a tab and a text a line",
               {.placeholder = "FILE", .type = ParameterType::file})
          .add("checkpoint", &Options::checkpoint,
               "keep the cleaner and what was judged here: after an interruption the same command goes on from there",
               {.placeholder = "FOLDER", .type = ParameterType::output})
          .add("scores", &Options::scores, "write probability and reason of every pair here", written)
          .add("dropped", &Options::dropped, "write the dropped pairs here, with the reason", written)
          .add("page", &Options::page, "write a report with pictures and examples here (HTML)", written)
          .add(data_parameters());
  return made;
}

/// Pairs with their lines, as they are read.
struct ReadBlock {
  PairBatch pairs;
  std::vector<std::string> lines;
  std::vector<double> outside;                     // scores, where asked for
  std::optional<std::vector<CleanedPair>> judged;  // before an interruption
};
struct JudgedBlock {
  ReadBlock read;
  std::vector<CleanedPair> judged;
  std::vector<std::uint64_t> left, right;        // hashes
  std::vector<std::vector<std::uint64_t>> near;  // of each, with --near
};

void check_clean(const Request& request) {
  const CleanOptions options = clean_schema().read(request.options);
  if (options.output.empty())
    throw Error(ErrorCode::usage, "--output", "where to write the kept pairs is not said", "add -o CLEAN.tsv");
  for (const std::string& path : request.all("pairs"))
    if (path == "-" && options.model.empty())
      throw Error(ErrorCode::usage, "standard input", "can be read once only, and a cleaner is fitted before it judges",
                  "give a file, or --model MODEL");
  for (const auto& [name, value] : {std::pair("--save-model", options.save_model), {"--languages", options.languages}})
    if (!options.model.empty() && !value.empty())
      throw Error(ErrorCode::usage, name, "no model is fitted with --model", "leave one of them out");
}

/// The reason that a pair goes for; empty: it stays.
std::string reason_of(const CleanedPair& pair, const char* repeat, double cut) {
  if (repeat) return repeat;
  return pair.probability() >= cut ? "" : info_of(pair.worst).reason;
}

CleaningReport clean_pairs(const CleanerModel& model, const Source& source, const CleanOptions& options,
                           CleanCheckpoint& checkpoint, const Run& run) {
  PairReader reader(source);
  CleanedFiles files(options, reader.header_line());
  RepeatFinder repeats(options.duplicates, options.near, reader.size());
  CleaningReport report;
  report.name = source.name();
  report.cut = options.min_probability;
  report.fitted = model.parts().share;
  report.random_probability = model.probability(model.random_quality());
  Stage stage(*run.observer, "cleaning", reader.size(), source.unit());
  std::atomic<std::int64_t> position = 0;  // the input may be read while a block is taken
  std::int64_t begun = 0;
  const auto read = [&]() -> std::optional<ReadBlock> {
    ReadBlock block;
    TextPair pair;
    while (block.lines.size() < cleaned_block && reader.next(pair)) {
      block.pairs.left.texts.push_back(std::move(pair.left));
      block.pairs.right.texts.push_back(std::move(pair.right));
      block.lines.emplace_back(reader.line());
      if (!options.outside.empty()) block.outside.push_back(outside_score(pair.extra.back(), reader));
    }
    position = reader.position();
    if (block.lines.empty()) return {};
    block.judged = checkpoint.load(begun, std::ssize(block.lines));
    begun += std::ssize(block.lines);
    return block;
  };
  const auto work = [&](ReadBlock&& block) {
    JudgedBlock judged;
    judged.judged = block.judged ? std::move(*block.judged) : model.clean(block.pairs, run, block.outside);
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
      judged.left.push_back(normalised_hash(block.pairs.left.texts[i]));
      judged.right.push_back(normalised_hash(block.pairs.right.texts[i]));
    }
    judged.near.resize(block.lines.size());
    for (std::size_t i = 0; options.near && i < block.lines.size(); ++i)
      judged.near[i] = near_hashes(block.pairs.left.texts[i], block.pairs.right.texts[i]);
    judged.read = std::move(block);
    return judged;
  };
  run.pool.stream(read, work, [&](JudgedBlock&& block) {
    for (std::size_t i = 0; i < block.judged.size(); ++i) {
      const CleanedPair& pair = block.judged[i];
      const std::string &left = block.read.pairs.left.texts[i], &right = block.read.pairs.right.texts[i];
      const bool nothing = block.left[i] == 0 && block.right[i] == 0;
      const char* repeat = nothing ? nullptr : repeats.reason(block.left[i], block.right[i], block.near[i]);
      const std::string reason = reason_of(pair, repeat, options.min_probability);
      files.take(report.pairs++, pair, reason, block.read.lines[i], left, right);
      if (!repeat) report.judged.add(pair.probability());
      if (reason.empty()) {
        ++report.kept;
        report.kept_probability += pair.probability();
        continue;
      }
      CleaningReport::Dropped& dropped = report.reasons[reason];
      ++dropped.pairs;
      dropped.probability += pair.probability();
      if (dropped.examples.size() < most_shown) dropped.examples.push_back({pair.probability(), left, right});
    }
    checkpoint.add(block.judged);
    stage.advance_to(position);
    run.stop->check();
  });
  checkpoint.finish();
  report.skipped = reader.skipped();
  files.finish(report);
  return report;
}

/// What the pairs are judged by: opened or fitted here.
struct Judge {
  std::shared_ptr<const LoadedModel> loaded;
  Fitted fitted;
  const Model& model() const { return loaded ? loaded->model() : *fitted.model; }
};

Judge find_judge(const Request& request, const Source& source, const CleanOptions& options, CleanCheckpoint& checkpoint,
                 const Run& run) {
  Judge judge;
  std::string path = options.model;
  if (path.empty()) {
    std::map<std::string, std::string> parameters;
    if (!options.label.empty()) parameters["label"] = options.label;
    if (!options.outside.empty()) parameters["outside"] = options.outside;
    if (!options.languages.empty()) parameters["languages"] = options.languages;
    const std::string list = options.languages.empty() ? "" : identity_of_file(options.languages);
    if (checkpoint) path = checkpoint.model_path(options.label + " " + options.outside + " " + list, run);
    if (path.empty() || !std::filesystem::exists(path)) {
      judge.fitted = fit("cleaner", source, parameters, run);
      if (checkpoint) {
        std::filesystem::create_directories(options.checkpoint);
        save_model(*judge.fitted.model, path);
      }
    }
  }
  if (!judge.fitted.model) judge.loaded = request.open_model(path);
  if (!options.save_model.empty()) save_model(judge.model(), options.save_model);
  if (checkpoint) checkpoint.judge_by(path, options.outside);
  return judge;
}

Answer run_clean(const Request& request, RowSink& rows, const Run& run) {
  const CleanOptions options = clean_schema().read(request.options);
  Source source = request.source("pairs");
  source.further.clear();
  for (const std::string& column : {options.label, options.outside})
    if (!column.empty()) source.further.push_back(column);
  CleanCheckpoint checkpoint(options.checkpoint, source);
  const Judge judge = find_judge(request, source, options, checkpoint, run);
  const auto* cleaner = dynamic_cast<const CleanerModel*>(&judge.model());
  if (!cleaner)
    throw Error(ErrorCode::model, options.model, "is a " + judge.model().header().method + " model",
                "give one of 'couplet fit cleaner'");
  if (!options.outside.empty() && !options.model.empty() && !cleaner->knows_outside_scores())
    throw Error(ErrorCode::usage, "--outside", options.model + " was fitted without such scores",
                "fit it with --outside, or leave it out here");
  const CleaningReport report = clean_pairs(*cleaner, source, options, checkpoint, run);
  show_cleaned(report, rows);
  warn_of_skipped(run, report.skipped);
  return {};
}

}  // namespace

Task clean_task() {
  return {
      .name = "clean",
      .synopsis = "PAIRS | LEFT RIGHT",
      .summary = "a parallel corpus without the pairs that look wrong",
      .details =
          "Fits a cleaner on the pairs themselves (or takes --model), judges every pair and writes those that are good "
          "with at least --min-probability, as they are and in their order. The rows say how many went, and why; the "
          "second table what other cuts would do.",
      .examples = {"couplet clean pairs.tsv -o clean.tsv --dropped noise.tsv --page cleaning.html",
                   "couplet clean left.txt right.txt -o left.clean.txt --output-right right.clean.txt"},
      .inputs = {{"pairs", InputShape::data, 1, 2}},
      .parameters = clean_schema().parameters(),
      .check = check_clean,
      .plan = [](const Request&) -> std::vector<std::pair<std::string, std::string>> {
        return {{"memory", "the sample and the model (about 1.5 GB at most), and up to 256 MB for duplicates"},
                {"time", "not estimated"}};
      },
      .run = run_clean};
}

}  // namespace couplet
