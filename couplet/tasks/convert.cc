#include "couplet/tasks/convert.h"

#include <memory>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/tasks/file_check.h"
#include "couplet/tasks/option_schema.h"

namespace couplet {
namespace {

using enum CellType;

struct ConvertOptions {
  std::string output, from = "auto", to = "auto";
};

/// The names of vector formats as words of a choice, each standing for itself.
std::vector<std::pair<std::string, std::string>> choices(FormatUse use) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const std::string& name : vector_format_names(use)) words.emplace_back(name, name);
  if (use == FormatUse::writing) words.emplace_back("arpa", "arpa");
  return words;
}

const OptionSchema<ConvertOptions>& convert_schema() {
  using Options = ConvertOptions;
  static const auto made =
      OptionSchema<Options>()
          .add("output", &Options::output, output_help,
               {.placeholder = "FILE", .letter = 'o', .type = ParameterType::output})
          .add("from", &Options::from, choices(FormatUse::reading), "the format of INPUT; auto tells by content")
          .add("to", &Options::to, choices(FormatUse::writing),
               "the format to write; auto goes by the ending: .npy, .bin (word2vec-bin), .tsv, .vec or .txt "
               "(word2vec), .arpa "
               "or .arpa.gz (n-gram models)");
  return made;
}

std::string format_by_ending(const std::string& path) {
  if (path.ends_with(".arpa") || path.ends_with(".arpa.gz")) return "arpa";
  return std::string(vector_format_of(path));
}

/// The format to write.
std::string target_of(const ConvertOptions& options) {
  if (options.output.empty()) throw Error(ErrorCode::usage, "", "no file to write", "use --output FILE");
  return options.to == "auto" ? format_by_ending(options.output) : options.to;
}

/// Where the words go that vectors of this format have in a file beside; empty: nowhere.
std::string words_beside(const std::string& path, const std::string& to) {
  if (to == "npy") return npy_words_path(path);
  return to == "tsv" ? tsv_labels_path(path) : "";
}

void check_convert(const Request& request) {
  const ConvertOptions options = convert_schema().read(request.options);
  const std::string to = target_of(options), words = words_beside(options.output, to);
  if (to == "arpa") refuse_unused(request, "ARPA", {"from"});
  if (!words.empty() && !names_standard_output(options.output))
    check_files({.read = request.all("input"), .written = {options.output, words}});
}

/// The vectors of a model, or of a file in any of the formats. They share what they lie in.
WordVectors read_vectors(const Request& request, const std::string& from, const Run& run) {
  const std::string& input = request.word("input");
  const Stage stage(*run.observer, "reading " + (input == "-" ? "standard input" : input));
  if (input == "-" || from != "auto" || !is_model_file(input)) return read_word_vectors(input, run, from);
  const auto model = request.model("input");
  const WordVectors& vectors = model->require<HasVectors>().vectors();
  return WordVectors(vectors.words(), vectors.dimension(), vectors.values(), vectors.subwords(), model->shared());
}

/// An n-gram model as ARPA.
void write_ngrams(const LoadedModel& model, const std::string& path, RowSink& rows, const Run& run) {
  const auto* ngrams = model.as<HasNgrams>();
  if (!ngrams)
    throw Error(ErrorCode::model, model.name(), "a " + model.method() + " model has no n-grams",
                "only models of 'fit ngram' can be written as ARPA");
  ngrams->write_arpa(path, run);
  Table table(rows, "convert-arpa", {{"output", text}, {"format", text}, {"words", integer}, {"order", integer}});
  table.row({path, "arpa", ngrams->words().size(), static_cast<std::int64_t>(ngrams->order())});
}

Answer run_convert(const Request& request, RowSink& rows, const Run& run) {
  const ConvertOptions options = convert_schema().read(request.options);
  const std::string to = target_of(options), &path = options.output;
  if (to == "arpa") {
    write_ngrams(*request.model("input"), path, rows, run);
    return {};
  }
  const WordVectors vectors = read_vectors(request, options.from, run);
  if (vectors.subwords())
    run.observer->warn("the subword vectors of " + request.word("input") + " are left out: " + to + " has none");
  run.stop->check();
  {
    const Stage stage(*run.observer, "writing " + path);
    write_word_vectors(path, vectors, to);
  }
  Table table(rows, "convert", {{"output", text}, {"format", text}, {"words", integer}, {"dimension", integer}});
  table.row({path, to, vectors.size(), vectors.dimension()});
  return {};
}

}  // namespace

Task convert_task() {
  return {
      .name = "convert",
      .synopsis = "INPUT",
      .summary = "word vectors or n-grams from a model or file to another file format",
      .details =
          "Reads the vectors of a model, word2vec text and binary, GloVe text, fastText .vec and .bin, and .npy with "
          "a word list; text may be compressed with gz, xz or zst. Writes all of them but models and fastText's "
          ".bin, and TSV: one vector a line, the labels beside in .labels.tsv, as the TensorFlow embedding projector "
          "reads them. N-gram models are written as ARPA; 'fit ngram FILE.arpa' reads it.",
      .examples = {"couplet convert vectors.txt -o words.npy", "couplet convert words.npy -o words.bin",
                   "couplet convert words.couplet -o words.tsv"},
      .inputs = {{"input", InputShape::system}},
      .parameters = convert_schema().parameters(),
      .minor = true,
      .check = check_convert,
      .run = run_convert};
}

}  // namespace couplet
