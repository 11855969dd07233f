#include "couplet/tasks/gold.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "couplet/base/error.h"
#include "couplet/tasks/gold_kinds.h"
#include "couplet/tasks/task.h"

namespace couplet {
namespace {

constexpr bool only_evaluated = false;

using OptionNames = std::vector<const char*>;

OptionNames operator+(OptionNames names, const OptionNames& others) {
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

const OptionNames bad_line_options = {"on-bad-line"},
                  column_options = OptionNames{"columns", "format", "header", "no-header"} + bad_line_options,
                  label_options = {"positive", "group", "threshold", "relevant", "unanswered", "all-right"},
                  cutoff_options = {"at"}, retrieval_options = {"margin"}, question_options = {"scores"};

const GoldKind kinds[] = {
    {"lists", "FILE (candidates)", [](const GoldOptions& o) { return !o.lists.empty(); }, read_list_gold,
     column_options + cutoff_options},
    {"label", "COLUMN (0 or 1)", [](const GoldOptions& o) { return !o.label.empty(); }, read_label_gold,
     column_options + label_options + cutoff_options},
    {"value", "COLUMN (judgements)", [](const GoldOptions& o) { return !o.value.empty(); }, read_value_gold,
     column_options},
    {"retrieval", "(the pairs themselves)", [](const GoldOptions& o) { return o.retrieval; }, read_retrieval_gold,
     column_options + retrieval_options},
    {"analogy", "add|mul (questions)", [](const GoldOptions& o) { return !o.analogy.empty(); }, read_analogy_gold,
     bad_line_options},
    {"opposites", "(questions)", [](const GoldOptions& o) { return o.opposites; }, read_choice_gold, bad_line_options},
    {"synonyms", "(questions)", [](const GoldOptions& o) { return o.synonyms; }, read_choice_gold, bad_line_options},
    {"questions", "(questions)", [](const GoldOptions& o) { return o.questions; }, read_question_gold,
     bad_line_options + question_options},
    {"perplexity", "(text)", [](const GoldOptions& o) { return o.perplexity; }, read_perplexity_gold, column_options,
     only_evaluated},
    {"matching",
     "(a result of match)",
     [](const GoldOptions& o) { return o.matching; },
     read_matching_gold,
     {},
     only_evaluated},
};

}  // namespace

const LoadedModel& System::loaded() const {
  if (!model) LoadedModel::open(path);  // says what is wrong with it
  return *model;
}

std::string System::name() const { return std::filesystem::path(path).filename(); }

std::vector<std::pair<Measure, Measure>> Gold::side_by_side(const Measured& a, const Measured& b) const {
  std::vector<std::pair<Measure, Measure>> pairs;
  for (std::size_t i = 0; i < a.measures.size(); ++i)
    if (a.measures[i].compared) pairs.emplace_back(a.measures[i], b.measures.at(i));
  return pairs;
}

const GoldKind& gold_kind_of(const GoldOptions& options, bool comparing) {
  const GoldKind* found = nullptr;
  std::string known;
  for (const GoldKind& kind : kinds) {
    if (comparing && !kind.compared) continue;
    known += (known.empty() ? "" : ", ") + std::string("--") + kind.option + " " + kind.meaning;
    if (!kind.chosen(options)) continue;
    if (found) throw Error(ErrorCode::usage, "", "more than one option says what is right", "give one of them");
    found = &kind;
  }
  if (!found) throw Error(ErrorCode::usage, "", "what is right is not said", "give one of " + known);
  return *found;
}

void check_gold_options(const Request& request, const GoldKind& kind) {
  for (const char* name : column_options + label_options + cutoff_options + retrieval_options + question_options)
    if (std::find(kind.options.begin(), kind.options.end(), std::string_view(name)) == kind.options.end())
      refuse_unused(request, std::string("--") + kind.option, {name});
  if (!request.options.given("group")) refuse_unused(request, "no --group", {"relevant", "unanswered", "all-right"});
  if (!request.options.given("group") && !request.options.given("lists"))
    refuse_unused(request, "neither --group nor --lists", {"at"});
  cutoffs(request.options.text("at"), {});
  if (request.options.given("group")) refuse_unused(request, "--group", {"threshold"});
}

std::vector<std::int64_t> cutoffs(const std::string& at, std::vector<std::int64_t> usual) {
  if (at.empty()) return usual;
  std::vector<std::int64_t> found;
  std::istringstream words(at);
  for (std::string word; std::getline(words, word, ',');) {
    std::int64_t k = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), k);
    if (failure != std::errc() || end != word.data() + word.size() || k < 1 ||
        std::find(found.begin(), found.end(), k) != found.end())
      throw Error(ErrorCode::usage, "--at", "'" + at + "' is no list of different whole numbers from 1",
                  "write --at 1,5,20");
    found.push_back(k);
  }
  return found;
}

OptionSchema<GoldOptions> gold_schema() {
  using Options = GoldOptions;
  return OptionSchema<Options>()
      .add("lists", &Options::lists,
           "candidates as row numbers from 0: the query's row, the right candidate's, the others'",
           {.placeholder = "FILE", .type = ParameterType::file})
      .add("label", &Options::label, "the column with the label: 0 or 1; with --group also grades, 0 or more",
           {.placeholder = "COLUMN"})
      .add("positive", &Options::positive, "with --label: the label of pairs that should score high (usually 1)",
           {.placeholder = "LABEL"})
      .add("group", &Options::group, "with --label: the column that candidates of one question share",
           {.placeholder = "COLUMN"})
      .add("relevant", &Options::relevant, "with --group: the least grade that is right; not given: any above 0")
      .add("unanswered", &Options::count_unanswered, {{"skip", false}, {"count", true}},
           "with --group: leave out questions without a right candidate, or count them as 0")
      .add("all-right", &Options::skip_all_right, {{"keep", false}, {"skip", true}},
           "with --group: keep questions whose candidates are all right, or leave them out")
      .add("at", &Options::at,
           "with --group: the K of ndcg@K and success@K, with --lists of recall@K; not given: the usual ones",
           {.placeholder = "K,..."})
      .add("value", &Options::value, "the column with people's judgements", {.placeholder = "COLUMN"})
      .add("threshold", &Options::threshold, "with --label: decide for the positive label from this score on")
      .add(interval_schema("bootstrap resamples and rounds of randomisation"))
      .add("analogy", &Options::analogy, {{"add", "add"}, {"mul", "mul"}},
           "GOLD is analogy questions; answer them by 3CosAdd or 3CosMul")
      .add("opposites", &Options::opposites, "GOLD is closest-opposite questions")
      .add("synonyms", &Options::synonyms, "GOLD is synonym questions")
      .add("questions", &Options::questions, "GOLD is questions with a blank, options and answers")
      .add("scores", &Options::scores, outside_scores_help, {.placeholder = "FILE", .type = ParameterType::file})
      .add("margin", &Options::margin,
           "with --retrieval: divide scores by the mean of each text's K nearest, so that texts near to all win less; "
           "0: no",
           {.placeholder = "K"})
      .add("retrieval", &Options::retrieval,
           "every text looks for its counterpart among all texts of the other side, both ways");
}

}  // namespace couplet
