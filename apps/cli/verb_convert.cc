#include <filesystem>

#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/lexicon/word_vectors_io.h"

namespace couplet {
namespace {

std::string format_by_ending(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".npy") return "npy";
  if (ending == ".bin") return "word2vec-bin";
  if (ending == ".vec" || ending == ".txt") return "word2vec";
  throw Error(ErrorCode::usage, path, "the ending does not tell the format", "use --to");
}

}  // namespace

int run_convert(Arguments& arguments) {
  const std::string& input = arguments.positionals[0];
  const std::string& path = arguments.text("output");
  if (path.empty()) throw Error(ErrorCode::usage, "", "no file to write", "use --output FILE");
  const std::string to = arguments.text("to") == "auto" ? format_by_ending(path) : arguments.text("to");
  if (arguments.flag("dry-run")) {
    print_plan(arguments, {{"read", describe_file(input)}, {"write", path + ", " + to}});
    return 0;
  }
  const Run run = make_run(arguments);
  const WordVectors vectors = [&] {
    const Stage stage(*run.observer, "reading " + (input == "-" ? "standard input" : input));
    return read_word_vectors(input, run, parse_vector_format(arguments.text("from")));
  }();
  if (vectors.subwords()) run.observer->warn("the subword vectors of " + input + " are left out: " + to + " has none");
  run.stop->check();
  {
    Stage stage(*run.observer, "writing " + path);
    write_word_vectors(path, vectors, parse_vector_format(to));
  }
  if (path != "-") {
    Table table(*arguments.output, "convert", {"output", "format", "words", "dimension"});
    table.row({path, to, vectors.size(), vectors.dimension()});
  }
  return 0;
}

}  // namespace couplet
