// The tasks of the library over HTTP: a JSON object in, the rows of --json out.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "apps/serve/server.h"
#include "couplet/tasks/loaded_model.h"
#include "couplet/tasks/prepared_collection.h"
#include "couplet/tasks/task.h"

namespace couplet {

struct ApiLimits {
  std::int64_t rows = 100'000;   // of an answer
  std::int64_t items = 100'000;  // texts or pairs of a request
};

/// What is served, and the answers about it. Safe to ask from several threads.
class Api {
 public:
  explicit Api(int threads, ApiLimits limits = {}) : one_thread_(1), all_threads_(threads), limits_(limits) {}

  /// "NAME=FILE", or a file whose name without folder and ending is the name. Error(usage) for a name given twice.
  void add_model(const std::string& word);
  /// The same for texts, one a line, or what 'index' prepared; ready for a model when it is first asked for.
  void add_collection(const std::string& word);

  HttpReply answer(const HttpRequest& request, const StopToken& stop) const;
  /// Whether it may take more than a moment.
  bool is_long(const HttpRequest& request) const;

 private:
  struct Collection {
    std::string path;
    std::mutex making;
    std::map<std::string, std::shared_ptr<const PreparedCollection>> prepared;  // by the model's identity
  };
  HttpReply run(const Task& task, const HttpRequest& request, const StopToken& stop) const;
  HttpReply describe_models() const;
  std::shared_ptr<const LoadedModel> model(const std::string& name) const;
  std::shared_ptr<const PreparedCollection> collection(const std::string& name, const LoadedModel& model,
                                                       const Run& run) const;

  Pool one_thread_, all_threads_;  // made once: a request takes what it needs of them
  ApiLimits limits_;
  std::vector<std::string> order_;  // of the models
  std::map<std::string, std::shared_ptr<const LoadedModel>> models_;
  std::map<std::string, std::unique_ptr<Collection>> collections_;
};

/// The tasks that can be asked for: those that answer and change nothing.
const std::vector<const Task*>& served_tasks();

/// What can be asked, as OpenAPI 3.1, made from the schemas of the tasks.
std::string open_api_json();

}  // namespace couplet
