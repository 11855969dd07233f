#include <algorithm>

#include "apps/cli/ability.h"
#include "apps/cli/collection.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/methods/registry.h"
#include "couplet/model/compares_rows.h"
#include "couplet/search/classifier.h"
#include "couplet/text/field_reader.h"

namespace couplet {

namespace {

struct LabelledTexts {
  std::vector<std::string> labels;
  Items texts;
};

LabelledTexts read_labelled(const Arguments& arguments, const std::string& path) {
  FieldReader reader(arguments.data_files({path}), {"label", "text"});
  LabelledTexts read;
  std::vector<std::string> fields;
  while (reader.next(fields)) {
    if (fields.size() != 2)
      throw Error(ErrorCode::usage, "--columns", "names another number of columns than two",
                  "name the column of the labels, then that of the texts, like 1,2");
    read.labels.push_back(fields[0]);
    read.texts.texts.push_back(fields[1]);
  }
  if (read.labels.empty()) throw Error(ErrorCode::data, path, "no labelled text in it");
  return read;
}

Side side_of(const std::string& name) { return name == "left" ? Side::left : Side::right; }

/// The labels of texts whose vectors are not zero; texts without a known word get none (-1).
std::vector<Classified> answers(const Classifier& classifier, const MatrixD& vectors, const std::vector<bool>& known,
                                const Run& run) {
  std::vector<Classified> all = classifier.classify(vectors, run);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!known[i]) all[i].label = -1;
  return all;
}

void print_accuracy(Arguments& arguments, const LabelledTexts& gold, const std::vector<Classified>& found,
                    const Classifier& classifier, const Run& run) {
  std::vector<double> right;
  std::int64_t covered = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    covered += found[i].label >= 0;
    right.push_back(found[i].label >= 0 && classifier.labels()[found[i].label] == gold.labels[i]);
  }
  const Estimate accuracy = bootstrap_mean(right, {arguments.integer("resamples"), arguments.real("level")}, run);
  Table table(*arguments.output, "eval", {"metric", "value", "low", "high", "covered", "total"});
  table.row({"accuracy", accuracy.value, accuracy.low, accuracy.high, covered, std::ssize(right)});
}

}  // namespace

int run_classify(Arguments& arguments) {
  const std::string &labelled_path = arguments.positionals[1], &new_path = arguments.positionals[2];
  if (only_planned(arguments, {arguments.positionals[0], labelled_path, new_path})) return 0;
  const auto model = load_model(arguments.positionals[0], all_methods());
  const auto& embedder = require<EmbedsSides>(*model);
  const Run run = make_run(arguments);
  const LabelledTexts labelled = read_labelled(arguments, labelled_path);
  std::vector<bool> known;
  const MatrixD vectors = embed_collection(embedder, side_of(arguments.text("side")), labelled.texts, known, run);
  std::vector<Index> rows;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (!known[i]) continue;
    rows.push_back(static_cast<Index>(i));
    labels.push_back(labelled.labels[i]);
  }
  report_coverage(arguments, std::ssize(rows), vectors.rows(), "labelled texts have a known word", 0);
  ClassifierOptions options;
  options.kind =
      arguments.text("by") == "linear" ? ClassifierOptions::Kind::linear : ClassifierOptions::Kind::neighbours;
  options.neighbours = arguments.integer("neighbours");
  options.cost = arguments.real("cost");
  options.comparison = comparison_of(*model);
  const auto classifier = make_classifier(MatrixD(vectors(rows, Eigen::all)), labels, options, run);

  const Side new_side = side_of(arguments.text("new-side"));
  if (arguments.flag("check")) {
    const LabelledTexts gold = read_labelled(arguments, new_path);
    const MatrixD others = embed_collection(embedder, new_side, gold.texts, known, run);
    print_accuracy(arguments, gold, answers(*classifier, others, known, run), *classifier, run);
    return 0;
  }
  const Items texts = read_collection(new_path, "NEW has one text a line, and labels with --check only", run);
  const MatrixD others = embed_collection(embedder, new_side, texts, known, run);
  const auto found = answers(*classifier, others, known, run);
  Table table(*arguments.output, "classify", {"text", "label", "share"});
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].label < 0)
      table.row({static_cast<std::int64_t>(i), Cell(), Cell()});
    else
      table.row({static_cast<std::int64_t>(i), classifier->labels()[found[i].label], found[i].share});
  }
  report_coverage(arguments, std::count(known.begin(), known.end(), true), texts.size(), "texts have a known word", 0);
  return 0;
}

}  // namespace couplet
