// The tasks of the library over HTTP: a JSON object in, the rows of --json out; and the page that asks for them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "apps/serve/fits.h"
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
  explicit Api(int threads, ApiLimits limits = {});

  /// "NAME=FILE", or a file whose name without folder and ending is the name. Error(usage) for a name given twice.
  void add_model(const std::string& word);
  /// The same for texts, one a line, or what 'index' prepared; ready for a model when it is first asked for.
  void add_collection(const std::string& word);
  /// Models may be fitted: into this folder, served from then on.
  void allow_fit(const std::string& folder);
  /// True: the models are examples (demo.h), and the page says so.
  void say_demo() { demo_ = true; }

  HttpReply answer(const HttpRequest& request, const StopToken& stop) const;
  /// Whether it may take more than a moment.
  bool is_long(const HttpRequest& request) const;
  /// Ends what runs in the background, while requests may still be answered.
  void end() const {
    if (fits_) fits_->end();
  }

 private:
  struct ServedModel {
    std::shared_ptr<const LoadedModel> model;
    std::string entry;        // in the list of models
    std::string description;  // what 'inspect --json' says
  };
  struct Collection {
    std::string path;
    std::mutex making;
    /// By the model's identity and the side of the texts.
    std::map<std::pair<std::string, Side>, std::shared_ptr<const PreparedCollection>> prepared;
  };
  HttpReply answer_get(const HttpRequest& request) const;
  HttpReply answer_fit(const HttpRequest& request) const;
  HttpReply run(const Task& task, const HttpRequest& request, const StopToken& stop) const;
  HttpReply describe_models() const;
  HttpReply describe_model(const std::string& name) const;
  ServedModel served(const std::string& name) const;
  std::string only_model() const;
  std::shared_ptr<const PreparedCollection> collection(const std::string& name, const LoadedModel& model, Side side,
                                                       const Run& run) const;

  Pool one_thread_, all_threads_;  // made once: a request takes what it needs of them
  ApiLimits limits_;
  bool demo_ = false;
  mutable std::shared_mutex changing_;  // the models, when one is fitted
  std::vector<std::string> order_;      // of the models
  std::map<std::string, ServedModel> models_;
  std::map<std::string, std::unique_ptr<Collection>> collections_;
  mutable std::mutex mapping_;
  mutable std::map<std::string, std::string> maps_;  // answers of 'map' about words, by request
  std::unique_ptr<Fits> fits_;                       // null: not allowed
};

/// What the list of models says about one of them (describe.cc).
std::string entry_of(const std::string& name, const LoadedModel& model);

/// The tasks that can be asked for: those that answer and change nothing.
const std::vector<const Task*>& served_tasks();

/// What can be asked, as OpenAPI 3.1, made from the schemas of the tasks.
std::string open_api_json();

}  // namespace couplet
