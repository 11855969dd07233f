#include "couplet/tasks/embed.h"

#include <algorithm>

#include "couplet/base/npy.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/option_schema.h"

namespace couplet {
namespace {

using enum CellType;

struct EmbedOptions {
  std::string output;
  Side side = Side::left;
};

const OptionSchema<EmbedOptions>& embed_schema() {
  using Options = EmbedOptions;
  static const auto made = OptionSchema<Options>()
                               .add("output", &Options::output, output_help,
                                    {.placeholder = "FILE", .letter = 'o', .type = ParameterType::output})
                               .add("side", &Options::side, {{"left", Side::left}, {"right", Side::right}},
                                    "which side of the pairs the texts are")
                               .add(data_parameters());
  return made;
}

/// Rows "embed".
void show_vectors(const Embedded& embedded, RowSink& rows) {
  Table table(rows, "embed", {{"text", integer}, {"known", truth}, {"vector", numbers}});
  for (Index i = 0; i < embedded.rows.rows(); ++i)
    table.row({i, static_cast<bool>(embedded.known[i]),
               std::span<const double>(embedded.rows.row(i).data(), static_cast<std::size_t>(embedded.rows.cols()))});
}

Answer run_embed(const Request& request, RowSink& rows, const Run& run) {
  const EmbedOptions options = embed_schema().read(request.options);
  const auto model = request.model("model");
  const EmbedsSides& embedder = model->require<EmbedsSides>();
  const Items items = read_collection(request.data("texts"), 0, run);
  const Embedded embedded = embed_collection(embedder, options.side, items, run);
  if (options.output.empty()) {
    show_vectors(embedded, rows);
  } else if (run.team->is_first()) {
    const MatrixF floats = embedded.rows.cast<float>();
    write_npy(options.output, std::span<const float>(floats.data(), static_cast<std::size_t>(floats.size())),
              floats.rows(), floats.cols());
  }
  warn_of_coverage(run, std::count(embedded.known.begin(), embedded.known.end(), true), items.size(),
                   "texts have a known word");
  return {};
}

}  // namespace

Task embed_task() {
  return {.name = "embed",
          .synopsis = "MODEL TEXTS",
          .summary = "vectors whose inner products are the scores",
          .details =
              "TEXTS has one text a line, or a column of a TSV (--columns), or is .npy. Writes TSV to stdout, or "
              ".npy with --output.",
          .examples = {"couplet embed pairs.couplet left.txt -o left.npy",
                       "couplet embed pairs.couplet right.txt --side right"},
          .inputs = {{"model", InputShape::model}, {"texts", InputShape::data}},
          .parameters = embed_schema().parameters(),
          .minor = true,
          .run = run_embed,
          .in_team = true};
}

}  // namespace couplet
