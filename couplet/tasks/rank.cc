#include "couplet/tasks/rank.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/model/container.h"
#include "couplet/search/row_search.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/join_rankings.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/tasks/team_shares.h"
#include "couplet/text/field_reader.h"

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
    throw Error(ErrorCode::usage, "--index",
                options.margin > 0 ? "a margin looks at every candidate" : "this model's scores are no inner products",
                options.margin > 0 ? "leave out --index or --margin"
                                   : "use --index exact, or fit with --distance hellinger or cosine");
  const Embedded asked = embed_collection(embedder, options.side, queries, run);
  const Embedded all = embed_collection(embedder, other(options.side), targets, run);
  // Targets without a known word are no answer to anything.
  std::vector<Index> items;
  for (Index i = 0; i < targets.size(); ++i)
    if (all.known[i]) items.push_back(i);
  // Nor is a query without one near to any.
  std::vector<Index> questions;
  for (Index q = 0; q < queries.size(); ++q)
    if (asked.known[q]) questions.push_back(q);
  const Stage stage(*run.observer, "searching");
  const Neighbours best =
      search_rows(asked.rows(questions, Eigen::all), all.rows(items, Eigen::all),
                  {embedder.comparison(), options.margin}, most_of(options, std::ssize(items)), run);
  Neighbours found(queries.size(), best.per_query());
  for (Index i = 0; i < std::ssize(questions); ++i)
    for (Index k = 0; k < best.per_query(); ++k) found[questions[i]][k] = {items[best[i][k].id], best[i][k].score};
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
  Stage stage(*run.observer, "scoring", queries.size(), "queries");
  for (Index q = 0; q < queries.size(); ++q) {
    PairBatch batch;
    (left ? batch.right : batch.left).texts = targets;
    (left ? batch.left : batch.right).texts.assign(targets.size(), queries.texts[q]);
    const auto scores = shared_results<PairScore>(
        batch, run, [&](const PairBatch& some, const Run& inner) { return scorer.score(some, inner); });
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (std::isfinite(scores[i].value)) order.push_back(static_cast<std::int64_t>(i));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t a, std::int64_t b) { return scores[a].value > scores[b].value; });
    if (order.size() > most) order.resize(most);
    for (std::int64_t rank = 0; const std::int64_t i : order) table.row({q, ++rank, i, scores[i].value, targets[i]});
    stage.advance_to(q + 1);
  }
}

struct RankTaskOptions : RankOptions {
  std::string among, group, lists, with;
};

const OptionSchema<RankTaskOptions>& rank_schema() {
  using Options = RankTaskOptions;
  static const auto made =
      OptionSchema<Options>()
          .add("among", &Options::among, "rank all texts (or .npy rows) of this file, or those that 'index' prepared",
               {.placeholder = "FILE", .type = ParameterType::file})
          .add("group", &Options::group, "QUERIES is a file of pairs: order those that share a value of this column",
               {.placeholder = "COLUMN"})
          .add("index", &Options::index, index_help, {.placeholder = "SPEC"})
          .add("lists", &Options::lists,
               "candidates as row numbers from 0: the query's row, the right candidate's, the others'",
               {.placeholder = "FILE", .type = ParameterType::file})
          .add("margin", &Options::margin,
               "with --among: divide scores by the mean of each text's K nearest, so that texts near to all win less; "
               "0: no",
               {.placeholder = "K"})
          .add("with", &Options::with,
               "further models with commas between: their rankings and this one's are joined by reciprocal rank",
               {.placeholder = "MODEL,..."})
          .add("top", &Options::top, top_help, {.letter = 'k'})
          .add("side", &Options::side, {{"left", Side::left}, {"right", Side::right}},
               "which side of the pairs the texts are")
          .add(data_parameters());
  return made;
}

/// Among a collection that was prepared. It has its side and its index; asking for others is a mistake.
void rank_prepared(const PreparedCollection& targets, const LoadedModel& model, const Data& queries,
                   const Request& request, const RankTaskOptions& options, RowSink& rows, const Run& run) {
  if (request.options.given("side") && options.side == targets.side())
    throw Error(ErrorCode::usage, "--side", options.among + " holds the same side", "queries are of the other");
  if (request.options.given("index") && options.index != targets.index())
    throw Error(ErrorCode::usage, "--index", options.among + " was prepared with " + targets.index(),
                "leave --index out, or prepare it again");
  if (targets.texts().empty()) refuse_unused(request, "a prepared collection of numbers", {"margin"});
  if (options.margin > 0) {  // no index knows it: the texts are embedded anew, as if they had been given
    RankOptions anew = options;
    anew.side = other(targets.side());
    anew.index = "exact";
    return rank_among(model, read_collection(queries, 0, run), {targets.texts(), {}}, anew, rows, run);
  }
  rank_among(targets, read_collection(queries, 0, run), options.top, rows, run);
}

/// The collection that --among names, if it was prepared; null: it is a file of texts or rows, or none is named.
std::shared_ptr<const PreparedCollection> prepared_of(const Request& request, const RankTaskOptions& options,
                                                      const LoadedModel& model, const Run& run) {
  if (options.among.empty()) return nullptr;
  if (auto found = request.find_collection ? request.find_collection(options.among, model) : nullptr) return found;
  if (!request.may_read_files || request.given.contains("among") || !is_model_file(options.among)) return nullptr;
  return std::make_shared<PreparedCollection>(PreparedCollection::open(options.among, model, run));
}

void rank_by(const LoadedModel& model, const PreparedCollection* prepared, const Request& request,
             const RankTaskOptions& options, RowSink& rows, const Run& run) {
  const Data queries = request.data("queries");
  if (!options.lists.empty())
    rank_lists(model, read_candidates(queries, options.lists), options.top, rows, run);
  else if (!options.group.empty())
    rank_lists(model, read_grouped_candidates(queries, options.group), options.top, rows, run);
  else if (prepared)
    rank_prepared(*prepared, model, queries, request, options, rows, run);
  else
    rank_among(model, read_collection(queries, 0, run),
               read_collection(request.data_of_option("among", queries), 1, run), options, rows, run);
}

Answer run_rank(const Request& request, RowSink& rows, const Run& run) {
  RankTaskOptions options = rank_schema().read(request.options);
  const auto model = request.model("model");
  const auto prepared = prepared_of(request, options, *model, run);
  if (options.with.empty()) {
    rank_by(*model, prepared.get(), request, options, rows, run);
    return {};
  }
  constexpr std::int64_t depth = 1000;  // what stands further back adds next to nothing
  const std::int64_t top = options.top;
  options.top = top == 0 || options.among.empty() ? 0 : std::max(top, depth);
  std::vector<CollectedRows> rankings(1);
  rank_by(*model, prepared.get(), request, options, rankings[0], run);
  for (const std::string& name : split_columns(options.with)) {
    const auto further = request.open_model(name);
    CollectedRows& ranking = rankings.emplace_back();
    if (!prepared || request.find_collection) {
      rank_by(*further, prepared_of(request, options, *further, run).get(), request, options, ranking, run);
      continue;
    }
    // Prepared for the first model: the others take its texts.
    RankOptions own = options;
    own.side = other(prepared->side());
    own.index = "exact";
    Items texts;
    texts.texts = prepared->texts();
    rank_among(*further, read_collection(request.data("queries"), 0, run), texts, own, ranking, run);
  }
  join_rankings(rankings, top, rows);
  return {};
}

void check_rank(const Request& request) {
  const Parameters& options = request.options;
  if (options.has("lists") + options.has("among") + options.has("group") != 1)
    throw Error(
        ErrorCode::usage, "", "which candidates to rank is not said",
        "give --among FILE (the best of a whole file), --lists FILE (given lists) or --group COLUMN (pairs of a "
        "question)");
  for (const char* mode : {"lists", "group"})
    if (options.has(mode)) refuse_unused(request, std::string("--") + mode, {"index", "side", "margin"});
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
  if (!embeds && options.margin > 0)
    throw Error(ErrorCode::usage, "--margin", "this model compares pairs and embeds nothing", "leave it out");
  if (embeds && (embeds->comparison() != Comparison::inner_product || options.margin > 0))
    return rank_by_comparison(*embeds, queries, targets, options, rows, run);
  rank_among(PreparedCollection::prepare(model, other(options.side), targets, options.index, run), queries, options.top,
             rows, run);
}

void rank_among(const PreparedCollection& targets, const Items& queries, std::int64_t top, RowSink& rows,
                const Run& run) {
  if (targets.by_pairs())
    return rank_by_pairs(capability<ScoresPairs>(targets.model()), other(targets.side()), queries, targets.texts(), top,
                         rows, run);
  const auto found = targets.search(queries, top, run);
  show_found(found.best, found.known, targets.texts(), rows, run);
  warn_of_coverage(run, targets.known(), targets.size(), "candidates have a known word");
}

Task rank_task() {
  return {
      .name = "rank",
      .synopsis = "MODEL QUERIES",
      .summary = "order candidates for each query",
      .details =
          "With --among: QUERIES has one text a line, and the best of all texts of the other file are found "
          "for each; --columns takes a column of each file. With --lists: QUERIES "
          "is a file of pairs, and each list orders some of its right texts. With --group: the pairs of a "
          "question are ordered. Rows are numbered from 0. With --with: every model ranks, and a candidate's score is "
          "the sum of 1 / (60 + its rank) over the models; no scores need be comparable and nothing is learned.",
      .examples = {"couplet rank pairs.couplet left.txt --among right.txt --top 3",
                   "couplet rank pairs.couplet left.txt --among right.txt --with plain.couplet --top 3"},
      .inputs = {{"model", InputShape::model}, {"queries", InputShape::data}},
      .parameters = rank_schema().parameters(),
      .check = check_rank,
      .plan = [](const Request&) -> std::vector<std::pair<std::string, std::string>> {
        return {{"memory", "the model, all texts, and 4 bytes for each text and dimension"}, {"time", "not estimated"}};
      },
      .run = run_rank,
      .in_team = true};
}

}  // namespace couplet
