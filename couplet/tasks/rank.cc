#include "couplet/tasks/rank.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/search/row_search.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/team_shares.h"

namespace couplet {
namespace {

using enum CellType;

const std::vector<Column> rank_columns = {
    {"query", integer}, {"rank", integer}, {"candidate", integer}, {"score", real}};

std::vector<Column> columns_with_text() {
  std::vector<Column> columns = rank_columns;
  columns.push_back({"text", text});
  return columns;
}

Index most_of(const RankOptions& options, Index candidates) {
  return options.top == 0 ? std::max<Index>(1, candidates) : options.top;
}

/// Rows "rank" of what was found for the queries that have a known word; texts: of the candidates, may be none.
void show_found(const Neighbours& found, const std::vector<bool>& known, const std::vector<std::string>& texts,
                RowSink& rows, const Run& run) {
  Table table(rows, "rank", columns_with_text());
  const Index queries = std::ssize(known);
  for (Index q = 0; q < queries; ++q) {
    if (!known[q]) continue;
    for (std::int64_t rank = 0; const Neighbour& neighbour : found[q])
      table.row({q, ++rank, neighbour.id, neighbour.score, texts.empty() ? Cell() : Cell(texts[neighbour.id])});
  }
  warn_of_coverage(run, std::count(known.begin(), known.end(), true), queries, "queries have a known word");
}

/// By scores that no index knows: every candidate is looked at.
void rank_by_comparison(const EmbedsSides& embedder, const Items& queries, const Items& targets,
                        const RankOptions& options, RowSink& rows, const Run& run) {
  if (options.index != "exact")
    throw Error(ErrorCode::usage, "--index", "this model's scores are no inner products",
                "use --index exact, or fit with --distance hellinger or cosine");
  const Embedded asked = embed_collection(embedder, options.side, queries, run);
  const Embedded all = embed_collection(embedder, other(options.side), targets, run);
  // Targets without a known word are no answer to anything.
  std::vector<Index> items;
  for (Index i = 0; i < targets.size(); ++i)
    if (all.known[i]) items.push_back(i);
  const Stage stage(*run.observer, "searching");
  Neighbours found =
      search_known_rows(asked.rows, asked.known, all.rows(items, Eigen::all), {embedder.comparison(), options.margin},
                        most_of(options, std::ssize(items)), run);
  for (Index q = 0; q < queries.size(); ++q)
    for (Neighbour& neighbour : found[q]) neighbour.id = items[neighbour.id];
  show_found(found, asked.known, targets.texts, rows, run);
  warn_of_coverage(run, std::ssize(items), targets.size(), "candidates have a known word");
}

/// Every pair is scored: for models that compare pairs only.
void rank_by_pairs(const ScoresPairs& scorer, Side side, const Items& queries, const std::vector<std::string>& targets,
                   std::int64_t top, RowSink& rows, const Run& run) {
  if (queries.texts.empty() || targets.empty())
    throw Error(ErrorCode::usage, "", "this model compares texts, not .npy rows", "give files with one text a line");
  const bool left = side == Side::left;
  Table table(rows, "rank", columns_with_text());
  const std::size_t most = top == 0 ? targets.size() : static_cast<std::size_t>(top);
  std::int64_t known = 0;
  Stage stage(*run.observer, "scoring", queries.size(), "queries");
  for (Index q = 0; q < queries.size(); ++q) {
    PairBatch batch;
    (left ? batch.right : batch.left).texts = targets;
    (left ? batch.left : batch.right).texts.assign(targets.size(), queries.texts[q]);
    const auto scores = shared_scores(scorer, batch, run);
    known += std::any_of(scores.begin(), scores.end(),
                         [&](const PairScore& score) { return left ? score.left_known : score.right_known; });
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (std::isfinite(scores[i].value)) order.push_back(static_cast<std::int64_t>(i));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t a, std::int64_t b) { return scores[a].value > scores[b].value; });
    if (order.size() > most) order.resize(most);
    for (std::int64_t rank = 0; const std::int64_t i : order) table.row({q, ++rank, i, scores[i].value, targets[i]});
    stage.advance_to(q + 1);
  }
  warn_of_coverage(run, known, queries.size(), "queries have a known word");
}

}  // namespace

void rank_lists(const LoadedModel& model, const CandidateData& data, std::int64_t top, RowSink& rows, const Run& run) {
  const auto scores = score_candidates(model, data, run);
  Table table(rows, "rank", rank_columns);
  for (std::size_t q = 0; q < data.lists.size(); ++q) {
    const auto& list = data.lists[q];
    std::vector<std::size_t> order(list.candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) { return std::isnan(scores[q][i]) ? -INFINITY : scores[q][i]; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
    if (top > 0 && std::ssize(order) > top) order.resize(top);
    for (std::int64_t rank = 0; const std::size_t i : order)
      table.row({list.query, ++rank, list.candidates[i], std::isnan(scores[q][i]) ? Cell() : Cell(scores[q][i])});
  }
}

void rank_among(const LoadedModel& model, const Items& queries, const Items& targets, const RankOptions& options,
                RowSink& rows, const Run& run) {
  const auto* embeds = model.as<EmbedsSides>();
  if (embeds && embeds->comparison() != Comparison::inner_product)
    return rank_by_comparison(*embeds, queries, targets, options, rows, run);
  if (options.margin > 0 && options.index != "exact")
    throw Error(ErrorCode::usage, "--index", "a margin looks at every candidate", "leave out --index or --margin");
  rank_among(PreparedCollection::prepare(model, other(options.side), targets, options.index, run), queries,
             {.top = options.top, .margin = options.margin}, rows, run);
}

void rank_among(const PreparedCollection& targets, const Items& queries, const CollectionSearch& how, RowSink& rows,
                const Run& run) {
  if (how.margin > 0 && !dynamic_cast<const EmbedsSides*>(&targets.model()))
    throw Error(ErrorCode::usage, "--margin", "this model compares pairs and embeds nothing", "leave it out");
  if (targets.by_pairs())
    return rank_by_pairs(capability<ScoresPairs>(targets.model()), other(targets.side()), queries, targets.texts(),
                         how.top, rows, run);
  const auto found = targets.search(queries, how, run);
  show_found(found.best, found.known, targets.texts(), rows, run);
  warn_of_coverage(run, targets.known(), targets.size(), "candidates have a known word");
}

}  // namespace couplet
