#include "couplet/tasks/loaded_model.h"

#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/method.h"
#include "couplet/model/whole_file.h"

namespace couplet {
namespace {

std::shared_ptr<const LoadedModel> load(const ModelFile& file) {
  if (file.header().method == "collection")
    throw Error(ErrorCode::model, file.path(), "a prepared collection, not a model",
                "'rank --among' searches it, 'inspect' checks it");
  return std::make_shared<LoadedModel>(file.path(), load_model(file, all_methods()), file.checksum(),
                                       is_as_fitted(file));
}

}  // namespace

LoadedModel::LoadedModel(std::string name, std::shared_ptr<const Model> model, std::string identity, bool as_fitted)
    : name_(std::move(name)), model_(std::move(model)), as_fitted_(as_fitted), identity_(std::move(identity)) {}
LoadedModel::~LoadedModel() = default;

std::shared_ptr<const LoadedModel> LoadedModel::open(const std::string& path) { return load(ModelFile(path)); }

std::shared_ptr<const LoadedModel> LoadedModel::from_bytes(std::string name, std::string bytes) {
  const auto kept = std::make_shared<const std::string>(std::move(bytes));
  return load(ModelFile(std::move(name), *kept, kept));
}

const std::string& LoadedModel::identity() const {
  const std::lock_guard lock(making_);
  if (identity_.empty()) {
    ModelWriter writer(model_->header());
    model_->write(writer);
    identity_ = writer.checksum();
  }
  return identity_;
}

const WordSearch& LoadedModel::word_search(const Run& run) const {
  const HasVectors& words = require<HasVectors>();
  const std::lock_guard lock(making_);
  if (!word_search_) word_search_ = std::make_unique<const WordSearch>(words.vectors(), run);
  return *word_search_;
}

std::string LoadedModel::tasks() const {
  const bool pairs = as<ScoresPairs>(), texts = as<EmbedsSides>(), words = as<HasVectors>(),
             blanks = as<CompletesSentences>(), sentences = as<ScoresSentences>();
  std::string all;
  const auto add = [&](bool has, const char* names) {
    if (has) all += (all.empty() ? "" : ", ") + std::string(names);
  };
  add(pairs || sentences, "score");
  add(pairs || texts, "rank");
  add(words, "search");
  add(as<JudgesPairs>(), "filter");
  add(blanks, "complete");
  add(as<ExplainsPairs>() || blanks, "explain");
  add(pairs || sentences || blanks || words, "eval");
  add(pairs || blanks, "compare");
  add(texts, "classify, mine, embed");
  add(texts && as<EmbedsSides>()->comparison() == Comparison::inner_product, "index");
  add(as<Updates>(), "add, remove");
  add(as<Merges>(), "merge");
  add(words, "convert");
  return all;
}

Error LoadedModel::lacks(const char* what) const {
  return Error(ErrorCode::model, "", "a model of " + method() + " cannot " + what,
               tasks().empty() ? "other methods start from it" : "its verbs are " + tasks());
}

}  // namespace couplet
