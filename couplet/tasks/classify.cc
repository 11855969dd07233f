#include "couplet/tasks/classify.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/tasks/collection.h"
#include "couplet/text/field_reader.h"

namespace couplet {
namespace {

using enum CellType;

struct ClassifyTaskOptions : ClassifyOptions {
  bool check = false;
};

const OptionSchema<ClassifyTaskOptions>& classify_schema() {
  using Options = ClassifyTaskOptions;
  using Kind = ClassifierOptions::Kind;
  static const auto made =
      OptionSchema<Options>()
          .add("by", &Options::by, {{"neighbours", Kind::neighbours}, {"linear", Kind::linear}},
               "the nearest labelled texts, or logistic regression")
          .add("neighbours", &Options::neighbours, "labelled texts that vote")
          .add("cost", &Options::cost, "of errors of the linear classifier, against the size of its coefficients")
          .add("side", &Options::side, {{"left", Side::left}, {"right", Side::right}},
               "the side (language) of the labelled texts")
          .add("new-side", &Options::new_side, {{"left", Side::left}, {"right", Side::right}},
               "the side (language) of the new texts")
          .add("check", &Options::check, "NEW has labels too: print the share of right answers")
          .add(interval_schema())
          .add(data_parameters());
  return made;
}

Answer run_classify(const Request& request, RowSink& rows, const Run& run) {
  const ClassifyTaskOptions options = classify_schema().read(request.options);
  const auto model = request.model("model");
  const LabelledTexts labelled = read_labelled_texts(request.source("labelled"));
  if (options.check) {
    const LabelledTexts gold = read_labelled_texts(request.source("new"));
    const auto found = classify(*model, labelled, gold.texts, options, run);
    MeanOfItems right;
    std::int64_t covered = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      covered += found[i].known;
      right.values.push_back(found[i].known && found[i].label == gold.labels[i]);
    }
    Table table(rows, "eval", eval_columns());
    show_reports(reports_of({{"accuracy", right, covered, std::ssize(right.values)}}, options, run), table);
    return {};
  }
  Source fresh = request.source("new");
  fresh.columns = "";  // it has one text a line
  fresh.format = "auto";
  fresh.header = false;
  const Items texts = read_collection(fresh, 0, run, "NEW has one text a line, and labels with --check only");
  const auto found = classify(*model, labelled, texts, options, run);
  Table table(rows, "classify", {{"text", integer}, {"label", text}, {"share", real}});
  std::int64_t covered = 0;
  for (std::int64_t row = 0; const auto& [known, label, share] : found) {
    covered += known;
    table.row({row++, known ? Cell(label) : Cell(), known ? Cell(share) : Cell()});
  }
  warn_of_coverage(run, covered, texts.size(), "texts have a known word");
  return {};
}

}  // namespace

LabelledTexts read_labelled_texts(const Source& source) {
  FieldReader reader(source, {"label", "text"});
  LabelledTexts read;
  std::vector<std::string> fields;
  while (reader.next(fields)) {
    if (fields.size() != 2)
      throw Error(ErrorCode::usage, "--columns", "names another number of columns than two",
                  "name the column of the labels, then that of the texts, like 1,2");
    read.labels.push_back(fields[0]);
    read.texts.texts.push_back(fields[1]);
  }
  if (read.labels.empty()) throw Error(ErrorCode::data, source.name(), "no labelled text in it");
  return read;
}

std::vector<TextLabel> classify(const LoadedModel& model, const LabelledTexts& labelled, const Items& texts,
                                const ClassifyOptions& options, const Run& run) {
  const auto& embedder = model.require<EmbedsSides>();
  const Embedded examples = embed_collection(embedder, options.side, labelled.texts, run);
  std::vector<Index> number;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < examples.known.size(); ++i) {
    if (!examples.known[i]) continue;
    number.push_back(static_cast<Index>(i));
    labels.push_back(labelled.labels[i]);
  }
  warn_of_coverage(run, std::ssize(number), examples.rows.rows(), "labelled texts have a known word");
  const auto classifier = make_classifier(MatrixD(examples.rows(number, Eigen::all)), labels,
                                          {options.by, options.neighbours, options.cost, embedder.comparison()}, run);
  const Embedded asked = embed_collection(embedder, options.new_side, texts, run);
  std::vector<TextLabel> found;
  for (const Classified& one : classifier->classify(asked.rows, run))
    found.push_back(asked.known[found.size()] ? TextLabel{true, classifier->labels()[one.label], one.share}
                                              : TextLabel());
  return found;
}

Task classify_task() {
  return {.name = "classify",
          .synopsis = "MODEL LABELLED NEW",
          .summary = "labels of texts, from labelled texts of another language",
          .details =
              "LABELLED has a label and a text a line (--columns says where), NEW one text a line. Columns: the "
              "text's row from 0, its label, and the share of the votes or the probability. A text without a known "
              "word has no label.",
          .examples = {"couplet classify opca.couplet topics.tsv right.txt --neighbours 3",
                       "couplet classify opca.couplet topics.tsv topics-fr.tsv --check"},
          .inputs = {{"model", InputShape::model}, {"labelled", InputShape::data}, {"new", InputShape::data}},
          .parameters = classify_schema().parameters(),
          .check =
              [](const Request& request) {
                const bool linear = request.options.text("by") == "linear";
                refuse_unused(request, linear ? "--by linear" : "--by neighbours", {linear ? "neighbours" : "cost"});
                if (!request.options.flag("check")) refuse_unused(request, "no --check", {"resamples", "level"});
              },
          .run = run_classify};
}

}  // namespace couplet
