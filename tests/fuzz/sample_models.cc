#include "tests/fuzz/sample_models.h"

#include <filesystem>
#include <iterator>
#include <sstream>

#include "apps/cli/parse.h"
#include "couplet/methods/registry.h"
#include "tests/fuzz/targets.h"

namespace couplet::fuzz {

void make_sample_models(const std::string& examples, const std::string& directory) {
  for (const auto& entry : std::filesystem::directory_iterator(examples))
    if (entry.is_regular_file()) std::filesystem::copy(entry, directory);
  // The examples name files of the working directory.
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory);
  for (const Method& method : all_methods()) {
    for (const std::string& example : method.examples) {
      std::istringstream words(example.substr(example.find(' ') + 1));
      const Arguments arguments = parse_arguments({std::istream_iterator<std::string>(words), {}});
      const Request request{.words = {{"data", arguments.positionals}}, .options = arguments.own};
      const Parameters parameters = Parameters::resolve(method.parameters, arguments.method_values);
      const Fitted fitted = fit_model(method, request.source("data"), parameters, all_methods(), one_thread());
      save_model(*fitted.model, arguments.own.text("output"));
    }
  }
  std::filesystem::current_path(before);
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() != ".couplet") std::filesystem::remove(entry);
}

void make_container_seeds(const std::string& examples, const std::string& seeds) {
  for (const char* target : {"model", "collection", "checkpoint"}) {
    std::filesystem::remove_all(seeds + "/" + target);
    std::filesystem::create_directories(seeds + "/" + target);
  }
  make_sample_models(examples, seeds + "/model");
  for (const auto& entry : std::filesystem::directory_iterator(seeds + "/model"))
    if (entry.file_size() > 250'000) std::filesystem::remove(entry);
  make_sample_collections(seeds + "/collection");
  make_sample_checkpoints(seeds + "/checkpoint");
}

}  // namespace couplet::fuzz
