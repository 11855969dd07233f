#include <cmath>

#include "couplet/base/error.h"
#include "couplet/methods/rewriting/rewriting_model.h"
#include "couplet/methods/rewriting/rewriting_schema.h"
#include "couplet/methods/rewriting/saved_knowledge.h"
#include "couplet/methods/rewriting/saved_lists.h"

namespace couplet {

std::unique_ptr<Model> RewritingModel::load(const ModelFile& file, const Loading&) {
  RewritingParts parts;
  parts.sentences = saved_sentence_options(file);
  parts.kernel = saved_kernel_options(file);
  PairKnowledge knowledge = load_knowledge(file);
  if (uses(parts.kernel.terms, KernelTerm::Kind::overlap) && knowledge.overlap.mean.empty())
    throw Error(ErrorCode::model, file.path(), "overlap.mean is missing", "fit the model again");
  knowledge.sources.stemmer = file.parameter("stemmer");
  knowledge.idf_of_stems = file.parameter("idf") == "stems";
  knowledge.sources.tagged = file.parameter("tags") != "none";
  parts.knowledge = std::make_shared<const PairKnowledge>(std::move(knowledge));
  SupportPairs& support = parts.support;
  support.left = load_texts(file, "support.left");
  support.right = load_texts(file, "support.right");
  const auto count = static_cast<std::int64_t>(support.left.size());
  const auto rows = file.integers("support.rows", count, 1);
  const auto coefficients = file.doubles("support.coefficients", count, 1);
  const auto decision = file.doubles("decision", 3, 1);
  if (support.right.size() != support.left.size())
    throw Error(ErrorCode::model, file.path(), "support pairs lack a side", "fit the model again");
  support.rows.assign(rows.begin(), rows.end());
  support.coefficients.assign(coefficients.begin(), coefficients.end());
  support.bias = decision[0];
  support.sigmoid = {decision[1], decision[2]};
  return std::make_unique<RewritingModel>(file.header(), std::move(parts), Run());
}

}  // namespace couplet
