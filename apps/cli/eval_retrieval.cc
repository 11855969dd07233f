#include "apps/cli/eval_retrieval.h"
#include "apps/cli/ability.h"

#include "apps/cli/collection.h"
#include "couplet/base/error.h"
#include "couplet/eval/retrieval.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/compares_rows.h"
#include "couplet/text/pair_reader.h"

namespace couplet {

std::vector<MetricReport> evaluate_retrieval(const Arguments& arguments, const Run& run) {
  for (const char* other : {"lists", "label", "value"})
    if (arguments.has(other))
      throw Error(ErrorCode::usage, "--" + std::string(other), "cannot stand beside --retrieval",
                  "with --retrieval the pairs themselves say what is right");
  const auto model = load_model(arguments.positionals[0], all_methods());
  const auto& embedder = require<EmbedsSides>(*model);
  PairReader reader(arguments.data_files({arguments.positionals.begin() + 1, arguments.positionals.end()}));
  Items left, right;
  TextPair pair;
  while (reader.next(pair)) {
    left.texts.push_back(pair.left);
    right.texts.push_back(pair.right);
  }
  if (left.texts.empty()) throw Error(ErrorCode::data, arguments.positionals[1], "no pairs in it");
  std::vector<bool> left_known, right_known;
  const MatrixD left_rows = embed_collection(embedder, Side::left, left, left_known, run);
  const MatrixD right_rows = embed_collection(embedder, Side::right, right, right_known, run);
  const Stage stage(*run.observer, "ranking texts");
  return pair_retrieval_report(retrieval_ranks(left_rows, right_rows, left_known, right_known, run,
                                               {comparison_of(*model), arguments.integer("margin")}),
                               {arguments.integer("resamples"), arguments.real("level")}, run);
}

}  // namespace couplet
