#include "couplet/tasks/update.h"

#include "couplet/base/error.h"
#include "couplet/model/capabilities.h"
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
  PairInput pairs(request.source("pairs"));
  return {true, (model->require<Updates>().*change)(pairs, run)};
}

Answer run_merge(const Request& request, RowSink&, const Run& run) {
  std::vector<std::shared_ptr<const LoadedModel>> models;
  for (const std::string& word : request.all("models")) models.push_back(request.open_model(word));
  return {true, merge_models(models, run)};
}

Task change_task(const char* name, const char* summary, const char* example, decltype(Task::run) run) {
  return {.name = name,
          .synopsis = "MODEL PAIRS | MODEL LEFT RIGHT",
          .summary = summary,
          .details = "Exact for the statistics; the encoder stays the one that was learned first.",
          .examples = {example},
          .inputs = {{"model", InputShape::model}, {"pairs", InputShape::data, 1, 2}},
          .parameters = update_schema().add(data_parameters()).parameters(),
          .minor = true,
          .check = check_output,
          .run = run};
}

}  // namespace

Fitted merge_models(const std::vector<std::shared_ptr<const LoadedModel>>& models, const Run& run) {
  Fitted merged;
  const Updates* first = &models.front()->require<Updates>();
  for (std::size_t i = 1; i < models.size(); ++i) {
    try {
      merged = first->merged_with(models[i]->model(), run);
    } catch (const Error& error) {
      throw Error(error.code(), models[i]->name(), error.problem(), error.remedy());
    }
    first = &capability<Updates>(*merged.model);
  }
  return merged;
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
  return {.name = "merge",
          .synopsis = "MODEL...",
          .summary = "one model from models of shards",
          .details =
              "The models must share an encoder: fit the first shard, then the others with --encoder-from "
              "FIRST.couplet.",
          .examples = {"couplet merge pairs.couplet shard.couplet -o all.couplet"},
          .inputs = {{"models", InputShape::model, 2, -1}},
          .parameters = update_schema().parameters(),
          .minor = true,
          .check = check_output,
          .run = run_merge};
}

}  // namespace couplet
