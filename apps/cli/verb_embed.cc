#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/cli/ability.h"
#include "apps/cli/collection.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/base/npy.h"
#include "couplet/methods/registry.h"

namespace couplet {

int run_embed(Arguments& arguments) {
  if (only_planned(arguments, arguments.positionals, {arguments.text("output")})) return 0;
  const auto model = load_model(arguments.positionals[0], all_methods());
  const auto& embedder = require<EmbedsSides>(*model);
  const Run run = make_run(arguments);
  const Items items = read_collection(arguments, arguments.positionals[1], 0, run);
  const auto [vectors, known] = embed_collection(embedder, side_option(arguments), items, run);
  if (arguments.has("output")) {
    const MatrixF floats = vectors.cast<float>();
    write_npy(arguments.text("output"), std::span<const float>(floats.data(), static_cast<std::size_t>(floats.size())),
              floats.rows(), floats.cols());
  } else {
    for (Index i = 0; i < vectors.rows(); ++i) {
      if (arguments.output->json()) {
        const std::vector<double> values(vectors.row(i).begin(), vectors.row(i).end());
        arguments.output->object("embed", {{"text", i}, {"known", static_cast<bool>(known[i])}, {"vector", values}});
        continue;
      }
      std::string line;
      for (Index j = 0; j < vectors.cols(); ++j) line += fmt::format("{}{:.7g}", j ? "\t" : "", vectors(i, j));
      arguments.output->write(line + "\n");
    }
  }
  std::int64_t count = 0;
  for (const bool flag : known) count += flag;
  report_coverage(arguments, count, items.size(), "texts have a known word", 0);
  return 0;
}

}  // namespace couplet
