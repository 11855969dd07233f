#include "apps/serve/demo.h"

#include <cstdlib>
#include <map>

#include "apps/serve/page_files.h"
#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/tasks/fit.h"

namespace couplet {
namespace {

struct DemoModel {
  const char *name, *method;
  std::vector<std::string> data;
  std::map<std::string, std::string> parameters;
};

/// A later one may start from those before it.
const std::vector<DemoModel>& demo_models() {
  static const std::vector<DemoModel> models = {
      {"translations", "phsic", {"pairs.tsv"}, {{"keep-pairs", "120"}}},
      {"words", "sgns", {"story.txt"}, {{"window", "2"}, {"dimensions", "40"}, {"keep-table", "true"}}},
      {"opposites", "pilsa", {"thesaurus.tsv"}, {{"dimensions", "20"}}},
      {"eyes", "ca", {"eyes.csv"}, {}},
      {"languages", "opca", {"pairs.tsv"}, {}},
      {"trigrams", "ngram", {"story.txt"}, {{"order", "3"}}},
      {"topics", "lsa", {"story.txt"}, {{"dimensions", "20"}}},
      {"blanks", "completion", {"blanks.tsv", "trigrams.couplet", "topics.couplet"}, {}},
      {"paraphrases",
       "rewriting",
       {"paraphrases.tsv"},
       {{"label", "3"}, {"kernel", "pr+srk:1-4"}, {"both-ways", "true"}}},
      {"cleaner", "cleaner", {"crawl.tsv"}, {}},
  };
  return models;
}

}  // namespace

Demo::Demo(Api& api, const Run& run) {
  std::string name = (std::filesystem::temp_directory_path() / "couplet-demo.XXXXXX").string();
  if (!mkdtemp(name.data())) throw_errno(name, "create");
  folder_ = name;
  for (const PageFile& file : page_files()) {
    if (!file.path.starts_with("/examples/")) continue;
    AtomicFile copy((folder_ / std::filesystem::path(file.path).filename()).string());
    copy.write(file.bytes);
    copy.commit();
  }
  for (const DemoModel& model : demo_models()) {
    Data data;
    for (const std::string& file : model.data) data.paths.push_back((folder_ / file).string());
    const std::string path = (folder_ / (std::string(model.name) + ".couplet")).string();
    // What the fits warn of (little data) is known here.
    const Run quiet{run.pool, run.memory, run.seed, &Observer::silent(), run.stop};
    save_model(*fit(model.method, data, model.parameters, quiet).model, path);
    api.add_model(std::string(model.name) + "=" + path);
  }
  api.say_demo();
  api.add_collection("french=" + (folder_ / "right.txt").string());
}

Demo::~Demo() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace couplet
