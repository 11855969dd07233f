#include "apps/serve/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "apps/serve/request_json.h"
#include "couplet/base/error.h"
#include "couplet/base/error_word.h"
#include "couplet/model/container.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/json_rows.h"
#include "couplet/tasks/registry.h"

namespace couplet {
namespace {

constexpr std::string_view root = "/api/v1/";
constexpr std::size_t short_body = 32 << 10;  // bytes; more is no matter of a moment

/// "NAME=FILE", or the name of the file without folder and ending.
std::pair<std::string, std::string> name_and_file(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals != std::string::npos && equals > 0 && word.find('/') > equals)
    return {word.substr(0, equals), word.substr(equals + 1)};
  return {std::filesystem::path(word).stem().string(), word};
}

class Warnings final : public Observer {
 public:
  void warn(std::string_view message) override {
    if (!json_.empty()) json_ += ',';
    json_ += json_string(message);
  }
  const std::string& json() const { return json_; }

 private:
  std::string json_;
};

/// Ends a task that has more to say than a reply shall hold.
class LimitedRows final : public RowSink {
 public:
  LimitedRows(RowSink& rows, std::int64_t most) : rows_(rows), left_(most) {}
  void begin(std::string_view kind, std::span<const Column> columns) override { rows_.begin(kind, columns); }
  void row(std::span<const Cell> cells) override {
    if (left_-- <= 0)
      throw Error(ErrorCode::usage, "", "the answer has too many rows", "ask for less at once, or set top");
    rows_.row(cells);
  }

 private:
  RowSink& rows_;
  std::int64_t left_;
};

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
    case ErrorCode::data:
    case ErrorCode::model:
      return 400;
    case ErrorCode::interrupted:
      return 503;
    default:
      return 500;
  }
}

}  // namespace

const std::vector<const Task*>& served_tasks() {
  static const std::vector<const Task*> tasks = [] {
    std::vector<const Task*> found;
    for (const char* name : {"score", "rank", "search", "explain", "complete", "classify", "match", "eval", "compare",
                             "embed", "mine", "report"})
      for (const Task& task : all_tasks())
        if (task.name == name) found.push_back(&task);
    return found;
  }();
  return tasks;
}

void Api::add_model(const std::string& word) {
  const auto [name, file] = name_and_file(word);
  if (!models_.emplace(name, LoadedModel::open(file)).second)
    throw Error(ErrorCode::usage, word, "'" + name + "' names another model already", "write it as NAME=" + file);
  order_.push_back(name);
}

void Api::add_collection(const std::string& word) {
  const auto [name, file] = name_and_file(word);
  if (!std::filesystem::exists(file)) throw_errno(file, "open");
  auto made = std::make_unique<Collection>();
  made->path = file;
  if (!collections_.emplace(name, std::move(made)).second)
    throw Error(ErrorCode::usage, word, "'" + name + "' names another collection already", "write it as NAME=" + file);
}

bool Api::is_long(const HttpRequest& request) const {
  if (request.body.size() > short_body) return true;
  for (const char* quick : {"score", "search", "explain", "complete", "embed"})
    if (request.path == std::string(root) + quick) return false;
  return request.method == "POST";
}

HttpReply Api::answer(const HttpRequest& request, const StopToken& stop) const {
  try {
    if (request.path == std::string(root) + "models" && request.method == "GET") return describe_models();
    if (request.path == std::string(root) + "openapi.json" && request.method == "GET") return {200, open_api_json()};
    for (const Task* task : served_tasks()) {
      if (request.path != std::string(root) + task->name) continue;
      if (request.method == "POST") return run(*task, request, stop);
      return error_reply(405, "method", request.method, "is not how to ask", "use POST with a JSON object");
    }
    return error_reply(404, "not_found", request.path, "is not here", "see /api/v1/openapi.json");
  } catch (const Error& error) {
    const bool late = error.code() == ErrorCode::interrupted;
    return error_reply(status_of(error.code()), error_word(error.code()), error.place(),
                       late ? "took too long" : error.problem(), late ? "ask for less at once" : error.remedy());
  } catch (const std::bad_alloc&) {
    return error_reply(503, "io", "", "out of memory", "ask for less at once");
  } catch (const std::exception& error) {
    return error_reply(500, "internal", "", error.what(), "this is a bug in couplet, please report it");
  }
}

HttpReply Api::run(const Task& task, const HttpRequest& request, const StopToken& stop) const {
  Request asked = request_of_json(task, request.body, order_.size() == 1 ? order_[0] : "", limits_.items);
  Warnings warnings;
  // A short request runs on the thread that has it: others run beside it.
  const Run run{is_long(request) ? all_threads_ : one_thread_, MemoryBudget(), 1, &warnings, &stop};
  asked.open_model = [this](const std::string& name) { return model(name); };
  asked.find_collection = [this, &run](const std::string& name, const LoadedModel& model) {
    return collection(name, model, run);
  };
  if (task.check) task.check(asked);
  JsonRows rows(request.wants_lines ? "\n" : ",");
  LimitedRows limited(rows, limits_.rows);
  const Answer answer = task.run(asked, limited, run);
  if (request.wants_lines) return {200, rows.text() + "\n", "application/x-ndjson"};
  return {200, fmt::format(R"({{"rows":[{}],"warnings":[{}],"yes":{}}})", rows.text(), warnings.json(), answer.yes)};
}

std::shared_ptr<const LoadedModel> Api::model(const std::string& name) const {
  if (const auto found = models_.find(name); found != models_.end()) return found->second;
  const std::string near = nearest_word(name, order_);
  throw Error(ErrorCode::usage, name, "is no model that is served",
              near.empty() ? "/api/v1/models lists them" : "did you mean '" + near + "'?");
}

std::shared_ptr<const PreparedCollection> Api::collection(const std::string& name, const LoadedModel& model,
                                                          const Run& run) const {
  const auto found = collections_.find(name);
  if (found == collections_.end()) return nullptr;
  Collection& kept = *found->second;
  const std::lock_guard lock(kept.making);
  auto& prepared = kept.prepared[model.identity()];
  if (!prepared && is_model_file(kept.path)) {
    prepared = std::make_shared<PreparedCollection>(PreparedCollection::open(kept.path, model, run));
  } else if (!prepared) {
    const Items texts = read_collection(Source{.paths = {kept.path}}, 1, run);
    prepared =
        std::make_shared<PreparedCollection>(PreparedCollection::prepare(model, Side::right, texts, "exact", run));
  }
  return prepared;
}

HttpReply Api::describe_models() const {
  std::string models, collections;
  for (const std::string& name : order_) {
    const LoadedModel& model = *models_.at(name);
    std::string parameters;
    for (const auto& [key, value] : model.model().header().parameters)
      parameters += (parameters.empty() ? "" : ",") + json_string(key) + ":" + json_string(value);
    models += fmt::format(R"({}{{"name":{},"method":{},"identity":{},"parameters":{{{}}}}})", models.empty() ? "" : ",",
                          json_string(name), json_string(model.method()), json_string(model.identity()), parameters);
  }
  for (const auto& [name, unused] : collections_) collections += (collections.empty() ? "" : ",") + json_string(name);
  return {200, fmt::format(R"({{"models":[{}],"collections":[{}]}})", models, collections)};
}

}  // namespace couplet
