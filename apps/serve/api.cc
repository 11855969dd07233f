#include "apps/serve/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "apps/serve/page_files.h"
#include "apps/serve/reply_rows.h"
#include "apps/serve/request_json.h"
#include "couplet/base/error.h"
#include "couplet/base/error_word.h"
#include "couplet/model/container.h"
#include "couplet/model/inspect.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/json_rows.h"
#include "couplet/tasks/registry.h"

namespace couplet {
namespace {

constexpr std::string_view root = "/api/v1/";
constexpr std::size_t short_body = 32 << 10;  // bytes; more is no matter of a moment
constexpr std::size_t most_maps = 16, most_map_request = 4 << 10;

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

/// Of the exception that is being handled.
HttpReply reply_to_failure() {
  try {
    throw;
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

std::string type_of(std::string_view path) {
  if (path.ends_with(".html")) return "text/html; charset=utf-8";
  if (path.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (path.ends_with(".css")) return "text/css; charset=utf-8";
  return "text/plain; charset=utf-8";
}

HttpReply page_reply(const HttpRequest& request) {
  const std::string_view path = request.path == "/" ? "/index.html" : std::string_view(request.path);
  for (const PageFile& file : page_files())
    if (file.path == path)
      return {200, std::string(request.takes_gzip ? file.zipped : file.bytes), type_of(path), request.takes_gzip};
  return error_reply(404, "not_found", request.path, "is not here", "the page is at /, the API below /api/v1/");
}

}  // namespace

const std::vector<const Task*>& served_tasks() {
  static const std::vector<const Task*> tasks = [] {
    std::vector<const Task*> found;
    for (const char* name : {"score", "rank", "search", "explain", "complete", "classify", "match", "eval", "compare",
                             "embed", "mine", "report", "filter", "words", "map", "verify"})
      for (const Task& task : all_tasks())
        if (task.name == name) found.push_back(&task);
    return found;
  }();
  return tasks;
}

Api::Api(int threads, ApiLimits limits) : one_thread_(1), all_threads_(threads), limits_(limits) {}

void Api::add_model(const std::string& word) {
  const auto [name, file] = name_and_file(word);
  const auto model = LoadedModel::open(file);
  ServedModel served{model, entry_of(name, *model), inspect_json(ModelFile(file))};
  served.description.pop_back();  // its newline
  const std::unique_lock lock(changing_);
  if (!models_.emplace(name, std::move(served)).second)
    throw Error(ErrorCode::usage, word, "'" + name + "' names another model already", "write it as NAME=" + file);
  order_.push_back(name);
}

void Api::allow_fit(const std::string& folder) {
  fits_ = std::make_unique<Fits>(
      folder, all_threads_, [this](const std::string& name, const std::string& file) { add_model(name + "=" + file); });
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
  if (request.method != "POST") return false;
  if (request.wants_lines || request.body.size() > short_body) return true;
  for (const char* quick : {"score", "search", "explain", "complete", "embed", "words"})
    if (request.path == std::string(root) + quick) return false;
  return true;
}

HttpReply Api::answer(const HttpRequest& request, const StopToken& stop) const {
  try {
    if (request.method == "GET" && !request.path.starts_with(root)) return page_reply(request);
    if (const HttpReply reply = request.method == "GET" ? answer_get(request) : HttpReply{404}; reply.status != 404)
      return reply;
    if (request.path.starts_with(std::string(root) + "fit")) return answer_fit(request);
    for (const Task* task : served_tasks()) {
      if (request.path != std::string(root) + task->name) continue;
      if (request.method == "POST") return run(*task, request, stop);
      return error_reply(405, "method", request.method, "is not how to ask", "use POST with a JSON object");
    }
    return error_reply(404, "not_found", request.path, "is not here", "see /api/v1/openapi.json");
  } catch (...) {
    return reply_to_failure();
  }
}

HttpReply Api::answer_get(const HttpRequest& request) const {
  const std::string_view path = std::string_view(request.path).substr(root.size());
  constexpr std::string_view one = "models/";
  if (path == "models") return describe_models();
  if (path == "openapi.json") return {200, open_api_json()};
  if (path.starts_with(one)) return describe_model(std::string(path.substr(one.size())));
  return {404};
}

HttpReply Api::answer_fit(const HttpRequest& request) const {
  if (!fits_)
    return error_reply(403, "forbidden", "", "this server fits no models", "start it with --allow-fit FOLDER");
  const std::string_view path = std::string_view(request.path).substr(root.size());
  if (path == "fit" && request.method == "POST")
    return {202, fits_->describe(fits_->add(fit_order_of_json(request.body, limits_.items)))};
  if (path == "fits" && request.method == "GET") return {200, R"({"fits":)" + fits_->describe() + "}"};
  constexpr std::string_view one = "fits/", events = "/events";
  if (path.starts_with(one)) {
    const std::int64_t number = std::strtoll(path.data() + one.size(), nullptr, 10);
    const std::string name = std::string(one) + std::to_string(number);
    if (path == name && request.method == "DELETE" && fits_->cancel(number)) return {200, fits_->describe(number)};
    if (path == name && request.method == "GET")
      if (std::string text = fits_->describe(number); !text.empty()) return {200, std::move(text)};
    if (path == name + std::string(events) && request.method == "GET")
      if (auto stream = fits_->events(number)) return {.type = "text/event-stream", .stream = std::move(stream)};
  }
  return error_reply(404, "not_found", request.path, "is not here", "see /api/v1/openapi.json");
}

HttpReply Api::run(const Task& task, const HttpRequest& request, const StopToken& stop) const {
  // A map of all words takes its time and is always the same.
  const bool kept = task.name == "map" && !request.wants_lines && request.body.size() < most_map_request;
  if (kept) {
    const std::lock_guard lock(mapping_);
    if (const auto found = maps_.find(request.body); found != maps_.end()) return {200, found->second};
  }
  Request asked = request_of_json(task, request.body, only_model(), limits_.items);
  Warnings warnings;
  // A short request runs on the thread that has it: others run beside it.
  const Run run{is_long(request) ? all_threads_ : one_thread_, MemoryBudget(), 1, &warnings, &stop};
  asked.open_model = [this](const std::string& name) { return served(name).model; };
  asked.find_collection = [this, &run](const std::string& name, const LoadedModel& model, Side texts) {
    return collection(name, model, texts, run);
  };
  if (task.check) task.check(asked);
  ReplyRows rows(request, limits_.rows, stop);
  Answer answer;
  try {
    answer = task.run(asked, rows, run);
  } catch (...) {
    if (!rows.started()) throw;
    rows.finish(reply_to_failure().body + "\n");
    return {};
  }
  if (rows.started()) {
    rows.finish();
    return {};
  }
  if (request.wants_lines) return {200, rows.text(), "application/x-ndjson"};
  std::string body =
      fmt::format(R"({{"rows":[{}],"warnings":[{}],"yes":{}}})", rows.text(), warnings.json(), answer.yes);
  if (kept && asked.given.empty()) {
    const std::lock_guard lock(mapping_);
    if (maps_.size() >= most_maps) maps_.clear();
    maps_[request.body] = body;
  }
  return {200, std::move(body)};
}

std::string Api::only_model() const {
  const std::shared_lock lock(changing_);
  return order_.size() == 1 ? order_[0] : "";
}

Api::ServedModel Api::served(const std::string& name) const {
  const std::shared_lock lock(changing_);
  if (const auto found = models_.find(name); found != models_.end()) return found->second;
  const std::string near = nearest_word(name, order_);
  throw Error(ErrorCode::usage, name, "is no model that is served",
              near.empty() ? "/api/v1/models lists them" : "did you mean '" + near + "'?");
}

std::shared_ptr<const PreparedCollection> Api::collection(const std::string& name, const LoadedModel& model, Side side,
                                                          const Run& run) const {
  const auto found = collections_.find(name);
  if (found == collections_.end()) return nullptr;
  Collection& kept = *found->second;
  const std::lock_guard lock(kept.making);
  const bool from_file = is_model_file(kept.path);  // it has its side
  auto& prepared = kept.prepared[{model.identity(), from_file ? Side::right : side}];
  if (!prepared && from_file) {
    prepared = std::make_shared<PreparedCollection>(PreparedCollection::open(kept.path, model, run));
  } else if (!prepared) {
    const Items texts = read_collection(Source{.paths = {kept.path}}, 1, run);
    prepared = std::make_shared<PreparedCollection>(PreparedCollection::prepare(model, side, texts, "exact", run));
  }
  return prepared;
}

}  // namespace couplet
