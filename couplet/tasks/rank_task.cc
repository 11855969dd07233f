// The verb and its options; the ranking itself is rank.cc's.
#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/model/container.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/join_rankings.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/tasks/rank.h"
#include "couplet/text/field_reader.h"

namespace couplet {
namespace {

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
               "with --among: divide scores by the mean of each text's K nearest (of a collection at most a quarter), "
               "so that texts near to all win less; of fewer than 4 K queries by the query's mean alone; 0: no",
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
void rank_prepared(const PreparedCollection& targets, const Data& queries, const Request& request,
                   const RankTaskOptions& options, RowSink& rows, const Run& run) {
  if (request.options.given("side") && options.side == targets.side())
    throw Error(ErrorCode::usage, "--side", options.among + " holds the same side", "queries are of the other");
  // How far a graph is walked is a matter of the search; all else was settled when it was built.
  const auto reach =
      request.options.given("index") ? reach_between(options.index, targets.index()) : std::optional<Index>(0);
  if (!reach)
    throw Error(ErrorCode::usage, "--index", options.among + " was prepared with " + targets.index(),
                "only ef may differ: leave --index out, or prepare it again");
  rank_among(targets, read_collection(queries, 0, run), {.top = options.top, .reach = *reach, .margin = options.margin},
             rows, run);
}

/// The collection that --among names, if it was prepared; null: it is a file of texts or rows, or none is named.
std::shared_ptr<const PreparedCollection> prepared_of(const Request& request, const RankTaskOptions& options,
                                                      const LoadedModel& model, const Run& run) {
  if (options.among.empty()) return nullptr;
  return prepared_collection(request, "among", options.among, model, other(options.side), run);
}

void rank_by(const LoadedModel& model, const PreparedCollection* prepared, const Request& request,
             const RankTaskOptions& options, RowSink& rows, const Run& run) {
  const Data queries = request.data("queries");
  if (!options.lists.empty())
    rank_lists(model, read_candidates(queries, options.lists), options.top, rows, run);
  else if (!options.group.empty())
    rank_lists(model, read_grouped_candidates(queries, options.group), options.top, rows, run);
  else if (prepared)
    rank_prepared(*prepared, queries, request, options, rows, run);
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
    if (!prepared || !prepared->from_file()) {
      rank_by(*further, prepared_of(request, options, *further, run).get(), request, options, ranking, run);
      continue;
    }
    // Prepared for the first model: the others take its texts.
    if (prepared->texts().empty())
      throw Error(ErrorCode::usage, "--with", options.among + " was prepared from numbers, and has no texts for others",
                  "leave --with out, or prepare the texts");
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
  if (options.integer("margin") > 0 && options.text("index") != "exact")
    throw Error(ErrorCode::usage, "--index", "a margin looks at every candidate", "leave out --index or --margin");
  for (const char* mode : {"lists", "group"})
    if (options.has(mode)) refuse_unused(request, std::string("--") + mode, {"index", "side", "margin"});
}

}  // namespace

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
