// What is served, in words: which models, what each can do, and what is in its file.
#include <fmt/format.h>

#include "apps/serve/api.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/labels_pairs.h"
#include "couplet/tasks/json_rows.h"

namespace couplet {
namespace {

/// "a","b"
template <class Words>
std::string json_strings(const Words& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ",") + json_string(word);
  return all;
}

std::vector<std::string> tasks_of(const LoadedModel& model) {
  std::vector<std::string> tasks;
  const std::string text = model.tasks();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t comma = std::min(text.find(", ", at), text.size());
    tasks.push_back(text.substr(at, comma - at));
    at = comma + 2;
  }
  return tasks;
}

/// What a page must know beside the tasks: whether they are about pairs, sentences, words or a table.
std::vector<std::string> traits_of(const LoadedModel& model) {
  std::vector<std::string> traits;
  const auto add = [&](bool has, const char* name) {
    if (has) traits.emplace_back(name);
  };
  add(model.as<ScoresPairs>(), "pairs");
  add(model.as<ScoresSentences>(), "sentences");
  add(model.as<HasVectors>(), "words");
  add(model.as<EmbedsSides>(), "texts");
  add(model.as<GivesProbabilities>(), "probabilities");
  add(model.as<ExplainsPairs>(), "reasons");
  add(model.as<CompletesSentences>(), "blanks");
  add(model.as<ScoresRandomPairs>(), "random");
  try {
    if (const auto* analyses = model.as<AnalysesTable>()) {
      analyses->table();
      add(true, "table");
    }
  } catch (const Error&) {  // the table was not kept, or is none of correspondence analysis
  }
  return traits;
}

std::string job_of(const LoadedModel& model) {
  for (const Method& method : all_methods())
    if (method.name == model.method()) return method.job;
  return "";
}

}  // namespace

std::string entry_of(const std::string& name, const LoadedModel& model) {
  std::string parameters;
  for (const auto& [key, value] : model.model().header().parameters)
    parameters += (parameters.empty() ? "" : ",") + json_string(key) + ":" + json_string(value);
  const auto* words = model.as<HasVectors>();
  return fmt::format(
      R"({{"name":{},"method":{},"job":{},"identity":{},"tasks":[{}],"traits":[{}],"rows":{},"words":{},)"
      R"("parameters":{{{}}}}})",
      json_string(name), json_string(model.method()), json_string(job_of(model)), json_string(model.identity()),
      json_strings(tasks_of(model)), json_strings(traits_of(model)), model.model().header().data_rows,
      words ? words->vectors().size() : 0, parameters);
}

HttpReply Api::describe_models() const {
  std::string models, collections;
  const std::shared_lock lock(changing_);
  for (const std::string& name : order_) models += (models.empty() ? "" : ",") + models_.at(name).entry;
  for (const auto& [name, unused] : collections_) collections += (collections.empty() ? "" : ",") + json_string(name);
  return {200, fmt::format(R"({{"models":[{}],"collections":[{}],"demo":{},"fits":{}}})", models, collections, demo_,
                           fits_ != nullptr)};
}

HttpReply Api::describe_model(const std::string& name) const { return {200, served(name).description}; }

}  // namespace couplet
