#include "couplet/tasks/index.h"

#include "couplet/base/error.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/tasks/prepared_collection.h"

namespace couplet {
namespace {

using enum CellType;

struct IndexOptions {
  std::string output, index = "exact";
  Side side = Side::right;
};

const OptionSchema<IndexOptions>& index_schema() {
  using Options = IndexOptions;
  static const auto made = OptionSchema<Options>()
                               .add("output", &Options::output, output_help,
                                    {.placeholder = "FILE", .letter = 'o', .type = ParameterType::output})
                               .add("side", &Options::side, {{"left", Side::left}, {"right", Side::right}},
                                    "which side of the pairs the texts are; queries are the other")
                               .add("index", &Options::index, index_help, {.placeholder = "SPEC"})
                               .add(data_parameters());
  return made;
}

Answer run_index(const Request& request, RowSink& rows, const Run& run) {
  const IndexOptions options = index_schema().read(request.options);
  const auto model = request.model("model");
  if (!model->as<EmbedsTerms>()) model->require<EmbedsSides>();
  const auto made = PreparedCollection::prepare(*model, options.side, read_collection(request.data("texts"), 0, run),
                                                options.index, run);
  {
    const Stage stage(*run.observer, "writing " + options.output);
    made.save(options.output);
  }
  Table table(rows, "index",
              {{"output", text}, {"index", text}, {"texts", integer}, {"known", integer}, {"dimension", integer}});
  table.row({options.output, made.index(), made.size(), made.known(), made.dimension()});
  warn_of_coverage(run, made.known(), made.size(), "texts have a known word");
  return {};
}

}  // namespace

Task index_task() {
  return {.name = "index",
          .synopsis = "MODEL TEXTS",
          .summary = "embed a collection once, for 'rank --among'",
          .details =
              "TEXTS has one text a line, or a column of a TSV (--columns), or is .npy. The file holds the texts, "
              "their vectors and the graph of --index; it serves the model it was made with and no other.",
          .examples = {"couplet index pairs.couplet right.txt -o right.index",
                       "couplet index pairs.couplet left.txt --side left --index hnsw -o left.index"},
          .inputs = {{"model", InputShape::model}, {"texts", InputShape::data}},
          .parameters = index_schema().parameters(),
          .minor = true,
          .check =
              [](const Request& request) {
                if (!request.options.has("output"))
                  throw Error(ErrorCode::usage, "", "no file to write", "use --output FILE");
              },
          .run = run_index};
}

}  // namespace couplet
