#include "couplet/tasks/loaded_model.h"

#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"

namespace couplet {
namespace {

/// "score, rank, embed": in the order of help.
std::string tasks_of(const LoadedModel& model) {
  const bool pairs = model.as<ScoresPairs>(), texts = model.as<EmbedsSides>(), words = model.as<HasVectors>(),
             blanks = model.as<CompletesSentences>(), sentences = model.as<ScoresSentences>();
  std::string tasks;
  const auto add = [&](bool has, const char* names) {
    if (has) tasks += (tasks.empty() ? "" : ", ") + std::string(names);
  };
  add(pairs || sentences, "score");
  add(pairs || texts, "rank");
  add(words, "search");
  add(model.as<JudgesPairs>(), "filter");
  add(blanks, "complete");
  add(model.as<ExplainsPairs>() || blanks, "explain");
  add(pairs || sentences || blanks || words, "eval");
  add(pairs || blanks, "compare");
  add(texts, "classify, mine, embed");
  add(model.as<Updates>(), "add, remove, merge");
  add(words, "convert");
  return tasks;
}

}  // namespace

LoadedModel::LoadedModel(std::string name, std::shared_ptr<const Model> model)
    : name_(std::move(name)), model_(std::move(model)) {}
LoadedModel::~LoadedModel() = default;

std::shared_ptr<const LoadedModel> LoadedModel::open(const std::string& path) {
  return std::make_shared<LoadedModel>(path, load_model(path, all_methods()));
}

std::shared_ptr<const LoadedModel> LoadedModel::from_bytes(std::string name, std::string bytes) {
  auto model = load_model_bytes(std::move(bytes), all_methods(), name);
  return std::make_shared<LoadedModel>(std::move(name), std::move(model));
}

const WordSearch& LoadedModel::word_search(const Run& run) const {
  const HasVectors& words = require<HasVectors>();
  const std::lock_guard lock(making_);
  if (!word_search_) word_search_ = std::make_unique<const WordSearch>(words.vectors(), run);
  return *word_search_;
}

Error LoadedModel::lacks(const char* what) const {
  const std::string tasks = tasks_of(*this);
  return Error(ErrorCode::model, "", "a model of " + method() + " cannot " + what,
               tasks.empty() ? "other methods start from it" : "its verbs are " + tasks);
}

}  // namespace couplet
