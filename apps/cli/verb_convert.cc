#include <memory>

#include "apps/cli/ability.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/ngram/arpa.h"
#include "couplet/methods/ngram/ngram_model.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"

namespace couplet {
namespace {

std::string format_by_ending(const std::string& path) {
  if (path.ends_with(".arpa") || path.ends_with(".arpa.gz")) return "arpa";
  return std::string(vector_format_of(path));
}

/// The vectors of a model, or of a file in any of the formats. They share what they lie in.
WordVectors read_vectors(const std::string& input, const std::string& from, const Run& run) {
  const Stage stage(*run.observer, "reading " + (input == "-" ? "standard input" : input));
  if (input == "-" || from != "auto" || !is_model_file(input)) return read_word_vectors(input, run, from);
  const std::shared_ptr<const Model> model = load_model(input, all_methods());
  const WordVectors& vectors = require<HasVectors>(*model).vectors();
  return WordVectors(vectors.words(), vectors.dimension(), vectors.values(), vectors.subwords(), model);
}

/// An n-gram model as ARPA.
int convert_ngrams(Arguments& arguments, const std::string& input, const std::string& path, const Run& run) {
  const std::unique_ptr<Model> model = load_model(input, all_methods());
  const auto* ngrams = dynamic_cast<const NgramModel*>(model.get());
  if (!ngrams)
    throw Error(ErrorCode::model, input, "a " + model->header().method + " model has no n-grams",
                "only models of 'fit ngram' can be written as ARPA");
  write_arpa(path, ngrams->words(), ngrams->table(), run);
  if (path == "-") return 0;
  Table table(*arguments.output, "convert-arpa", {"output", "format", "words", "order"});
  table.row({path, "arpa", ngrams->words().size(), static_cast<std::int64_t>(ngrams->table().order())});
  return 0;
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
  if (to == "arpa") return convert_ngrams(arguments, input, path, run);
  const WordVectors vectors = read_vectors(input, arguments.text("from"), run);
  if (vectors.subwords()) run.observer->warn("the subword vectors of " + input + " are left out: " + to + " has none");
  run.stop->check();
  {
    Stage stage(*run.observer, "writing " + path);
    write_word_vectors(path, vectors, to);
  }
  if (path != "-") {
    Table table(*arguments.output, "convert", {"output", "format", "words", "dimension"});
    table.row({path, to, vectors.size(), vectors.dimension()});
  }
  return 0;
}

}  // namespace couplet
