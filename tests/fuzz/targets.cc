#include "tests/fuzz/targets.h"

#include <cstdio>
#include <cstdlib>

#include "couplet/base/error.h"
#include "tests/base/temporary_directory.h"

namespace couplet::fuzz {

std::span<const Target> all_targets() {
  static constexpr Target targets[] = {
      {"model", read_model, true},
      {"collection", read_collection, true},
      {"checkpoint", read_training_checkpoint, true},
      {"config", read_config},
      {"pairs", read_pairs},
      {"documents", read_documents},
      {"text", read_text},
      {"tables", read_tables},
      {"gold", read_gold},
      {"compressed", read_compressed},
      {"arrays", read_arrays},
      {"vectors", read_vectors},
      {"word2vec", read_word2vec},
      {"fasttext", read_fasttext},
      {"arpa", read_language_model},
      {"wordnet", read_wordnet_files},
      {"mythes", read_mythes_file},
      {"roget", read_roget_file},
      {"thesaurus", read_thesaurus_list},
      {"http", read_http_request},
      {"options", parse_options},
      {"command-line", parse_command_line},
  };
  return targets;
}

const Target* find_target(std::string_view name) {
  for (const Target& target : all_targets())
    if (target.name == name) return &target;
  return nullptr;
}

std::string run_target(const Target& target, std::string_view bytes) {
  try {
    target.run(bytes);
    return "";
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal, error.what());
    return error.what();
  }
}

void require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

const Run& one_thread() {
  static const Run run = [] {
    Run one;
    one.pool = Pool(1);
    return one;
  }();
  return run;
}

std::string input_file(std::string_view bytes, const std::string& name) {
  static const TemporaryDirectory directory;
  return directory.put(name, bytes);
}

}  // namespace couplet::fuzz
