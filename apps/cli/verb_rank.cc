#include <algorithm>
#include <cmath>
#include <numeric>

#include "apps/cli/ability.h"
#include "apps/cli/collection.h"
#include "apps/cli/gold.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/search/row_search.h"

namespace couplet {

namespace {

/// The candidates of each list, best first; without a score last.
void rank_lists(Arguments& arguments, const Model& model, const CandidateData& data, const Run& run) {
  const auto scores = score_candidates(model, data, run);
  Table table(*arguments.output, "rank", {"query", "rank", "candidate", "score"});
  for (std::size_t q = 0; q < data.lists.size(); ++q) {
    const auto& list = data.lists[q];
    std::vector<std::size_t> order(list.candidates.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::size_t i) { return std::isnan(scores[q][i]) ? -INFINITY : scores[q][i]; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
    std::int64_t rank = 0;
    for (const std::size_t i : order)
      table.row({list.query, ++rank, list.candidates[i], std::isnan(scores[q][i]) ? Cell() : Cell(scores[q][i])});
  }
}

/// Queries and candidates of --among; --columns names one column for both, or one each.
struct Collections {
  Items queries, targets;
};

Collections read_collections(const Arguments& arguments, const Run& run) {
  return {read_collection(arguments, arguments.positionals[1], 0, run),
          read_collection(arguments, arguments.text("among"), 1, run)};
}

/// --top; 0: all.
Index top_of(const Arguments& arguments, Index candidates) {
  const Index top = arguments.integer("top");
  return top == 0 ? std::max<Index>(1, candidates) : top;
}

/// The best rows for each query.
Neighbours nearest(const MatrixD& queries, const MatrixD& targets, Comparison comparison, const Arguments& arguments,
                   const Run& run) {
  const Index top = top_of(arguments, targets.rows());
  const Stage stage(*run.observer, "searching");
  const std::string& spec = arguments.text("index");
  if (comparison != Comparison::inner_product) {
    if (spec != "exact")
      throw Error(ErrorCode::usage, "--index", "this model's scores are no inner products",
                  "use --index exact, or fit with --distance hellinger or cosine");
    return search_rows(queries, targets, comparison, top, run);
  }
  return make_vector_index(spec, targets.cast<float>(), Similarity::inner_product, run)
      ->search(queries.cast<float>(), top, run);
}

/// The best of a whole collection for each query, every pair being scored: for models that compare pairs only.
void rank_pairs(Arguments& arguments, const Model& model, const Run& run) {
  const auto& scorer = require<ScoresPairs>(model);
  const bool left = side_option(arguments) == Side::left;
  const auto [queries, targets] = read_collections(arguments, run);
  if (queries.texts.empty() || targets.texts.empty())
    throw Error(ErrorCode::usage, "", "this model compares texts, not .npy rows", "give files with one text a line");
  Table table(*arguments.output, "rank", {"query", "rank", "candidate", "score", "text"});
  const auto top = static_cast<std::size_t>(top_of(arguments, targets.size()));
  Stage stage(*run.observer, "scoring", queries.size(), "queries");
  for (Index q = 0; q < queries.size(); ++q) {
    PairBatch batch;
    (left ? batch.right : batch.left).texts = targets.texts;
    (left ? batch.left : batch.right).texts.assign(targets.texts.size(), queries.texts[q]);
    const std::vector<PairScore> scores = scorer.score(batch, run);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (std::isfinite(scores[i].value)) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a].value > scores[b].value; });
    for (std::size_t rank = 0; rank < std::min(top, order.size()); ++rank)
      table.row({q, static_cast<std::int64_t>(rank) + 1, static_cast<std::int64_t>(order[rank]),
                 scores[order[rank]].value, targets.texts[order[rank]]});
    stage.advance_to(q + 1);
  }
}

/// The best of a whole collection for each query, by inner-product search.
void rank_collection(Arguments& arguments, const Model& model, const Run& run) {
  if (!dynamic_cast<const EmbedsSides*>(&model) && dynamic_cast<const ScoresPairs*>(&model))
    return rank_pairs(arguments, model, run);
  const auto& embedder = require<EmbedsSides>(model);
  const Side query_side = side_option(arguments), target_side = query_side == Side::left ? Side::right : Side::left;
  const auto [queries, targets] = read_collections(arguments, run);
  const Embedded query_vectors = embed_collection(embedder, query_side, queries, run);
  const Embedded all_targets = embed_collection(embedder, target_side, targets, run);
  // Targets without a known word are no answer to anything.
  std::vector<Index> number;
  for (Index i = 0; i < targets.size(); ++i)
    if (all_targets.known[i]) number.push_back(i);
  const Neighbours found =
      nearest(query_vectors.rows, all_targets.rows(number, Eigen::all), embedder.comparison(), arguments, run);
  Table table(*arguments.output, "rank", {"query", "rank", "candidate", "score", "text"});
  std::int64_t answered = 0;
  for (Index q = 0; q < queries.size(); ++q) {
    if (!query_vectors.known[q]) continue;
    ++answered;
    std::int64_t rank = 0;
    for (const Neighbour& neighbour : found[q]) {
      const Index target = number[neighbour.id];
      table.row({q, ++rank, target, neighbour.score, targets.texts.empty() ? Cell() : Cell(targets.texts[target])});
    }
  }
  report_coverage(arguments, answered, queries.size(), "queries have a known word", 0);
  report_coverage(arguments, static_cast<std::int64_t>(number.size()), targets.size(), "candidates have a known word",
                  0);
}

}  // namespace

int run_rank(Arguments& arguments) {
  if (arguments.has("lists") + arguments.has("among") + arguments.has("group") != 1)
    throw Error(
        ErrorCode::usage, "", "which candidates to rank is not said",
        "give --among FILE (the best of a whole file), --lists FILE (given lists) or --group COLUMN (pairs of a "
        "question)");
  if (only_planned(arguments, {arguments.positionals[0], arguments.positionals[1], arguments.text("lists"),
                               arguments.text("among")}))
    return 0;
  const auto model = load_model(arguments.positionals[0], all_methods());
  const Run run = make_run(arguments);
  if (arguments.has("lists"))
    rank_lists(arguments, *model, read_candidates(arguments, arguments.positionals[1], run), run);
  else if (arguments.has("group"))
    rank_lists(arguments, *model, read_grouped_candidates(arguments, arguments.positionals[1]), run);
  else
    rank_collection(arguments, *model, run);
  return 0;
}

}  // namespace couplet
