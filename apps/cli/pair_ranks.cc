#include "apps/cli/pair_ranks.h"

#include "apps/cli/ability.h"
#include "apps/cli/collection.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/text/pair_reader.h"

namespace couplet {

RetrievalRanks retrieval_ranks_of(const Arguments& arguments, const std::string& model_path,
                                  std::vector<std::string> pairs, const Run& run) {
  const auto model = load_model(model_path, all_methods());
  const auto& embedder = require<EmbedsSides>(*model);
  const std::string first = pairs.front();
  PairReader reader(arguments.data_files(std::move(pairs)));
  Items left, right;
  TextPair pair;
  while (reader.next(pair)) {
    left.texts.push_back(pair.left);
    right.texts.push_back(pair.right);
  }
  if (left.texts.empty()) throw Error(ErrorCode::data, first, "no pairs in it");
  const Embedded left_rows = embed_collection(embedder, Side::left, left, run);
  const Embedded right_rows = embed_collection(embedder, Side::right, right, run);
  const Stage stage(*run.observer, "ranking texts");
  return retrieval_ranks(left_rows.rows, right_rows.rows, left_rows.known, right_rows.known, run,
                         {embedder.comparison(), arguments.integer("margin")});
}

}  // namespace couplet
