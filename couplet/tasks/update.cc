#include "couplet/tasks/update.h"

#include <filesystem>
#include <system_error>

#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/segment_parts.h"
#include "couplet/tasks/option_schema.h"

namespace couplet {
namespace {

/// Where the model goes is the door's business; that it must go somewhere is said before the work begins.
struct UpdateOptions {
  std::string output;
};

OptionSchema<UpdateOptions> update_schema() {
  return OptionSchema<UpdateOptions>().add("output", &UpdateOptions::output, output_help,
                                           {.placeholder = "FILE", .letter = 'o', .type = ParameterType::output});
}

void check_output(const Request& request) {
  if (!request.options.has("output"))
    throw Error(ErrorCode::usage, "--output", "where to save the model is not said", "add -o MODEL.couplet");
}

template <Fitted (Updates::*change)(PairInput&, const Run&) const>
Answer run_change(const Request& request, RowSink&, const Run& run) {
  const auto model = request.model("model");
  PairInput pairs(request.data("pairs"));
  return {true, (model->require<Updates>().*change)(pairs, run)};
}

Answer run_merge(const Request& request, RowSink&, const Run& run) {
  const std::vector<std::string>& words = request.all("models");
  std::error_code ignored;
  if (request.may_read_files && std::filesystem::is_directory(words.front(), ignored))
    return {true, merge_parts(words, all_methods(), run)};
  std::vector<std::shared_ptr<const LoadedModel>> models;
  for (const std::string& word : words) models.push_back(request.open_model(word));
  return {true, merge_models(models, run)};
}

Task change_task(const char* name, const char* summary, const char* example, decltype(Task::run) run) {
  return {
      .name = name,
      .synopsis = "MODEL PAIRS | MODEL LEFT RIGHT",
      .summary = summary,
      .details =
          "phsic: the statistics are those of all the pairs, to rounding; the encoder stays the one that was learned "
          "first. pmi: exact, to the byte.",
      .examples = {example},
      .inputs = {{"model", InputShape::model}, {"pairs", InputShape::data, 1, 2}},
      .parameters = update_schema().add(data_parameters()).parameters(),
      .minor = true,
      .check = check_output,
      .run = run};
}

}  // namespace

Fitted merge_models(const std::vector<std::shared_ptr<const LoadedModel>>& models, const Run& run) {
  const Merges& first = models.front()->require<Merges>();
  std::vector<const Model*> others;
  for (std::size_t i = 1; i < models.size(); ++i) {
    try {
      first.require_mergeable(models[i]->model());
    } catch (const Error& error) {
      throw Error(error.code(), models[i]->name(), error.problem(), error.remedy());
    }
    for (std::size_t before = 0; before < i; ++before) {
      const ModelHeader &one = models[before]->model().header(), &other = models[i]->model().header();
      if (one.data_fingerprint == other.data_fingerprint && one.data_rows == other.data_rows)
        throw Error(ErrorCode::usage, models[i]->name(), "is of the same data as " + models[before]->name(),
                    "give each shard once");
    }
    others.push_back(&models[i]->model());
  }
  return first.merged_with(others, run);
}

Task add_task() {
  return change_task("add", "a model with more pairs, as if they had been in the data",
                     "couplet add pairs.couplet more.tsv -o all.couplet", run_change<&Updates::with_added>);
}

Task remove_task() {
  return change_task("remove", "a model without some of its pairs",
                     "couplet remove all.couplet more.tsv -o pairs2.couplet", run_change<&Updates::with_removed>);
}

Task merge_task() {
  return {
      .name = "merge",
      .synopsis = "MODEL... | FOLDER...",
      .summary = "one model from models of shards, or from parts of a fit",
      .details =
          "Of phsic, pmi and counts. phsic models must share an encoder: fit the first shard, then the others with "
          "--encoder-from FIRST.couplet; the order of the models does not matter. Models of pmi and counts give "
          "the model of all the data, to the byte. So do folders of 'couplet fit --partial I/N --checkpoint FOLDER', "
          "of any method that has these options; the data must be where it was.",
      .examples = {"couplet merge pairs.couplet shard.couplet -o all.couplet"},
      .inputs = {{"models", InputShape::model, 2, -1}},
      .parameters = update_schema().parameters(),
      .minor = true,
      .check = check_output,
      .run = run_merge};
}

}  // namespace couplet
