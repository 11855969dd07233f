#include "apps/cli/options.h"

#include <fmt/ranges.h>

#include "couplet/base/error.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/matching/match_options.h"
#include "couplet/methods/registry.h"
#include "couplet/model/method.h"

namespace couplet {
namespace {

std::vector<Option> fixed_options() {
  return {
      // name, letter, placeholder, default, help, group
      {"columns", 'c', "LIST", "", "the columns to take, like 1,2 or en,fr: numbers from 1, header names or JSON keys",
       "data"},
      {"format", 0, "auto|tsv|jsonl", "auto", "how the data is written; auto tells by content", "data"},
      {"header", 0, "", "", "the first line of a TSV names the columns", "data"},
      {"on-bad-line", 0, "stop|skip", "stop", "what to do with a line that cannot be read; skipped ones are counted",
       "bad-line"},

      {"output", 'o', "FILE", "", "the file to write", "output"},
      {"from", 0, fmt::format("{}", fmt::join(vector_format_names(FormatUse::reading), "|")), "auto",
       "the format of INPUT; auto tells by content", "convert"},
      {"to", 0, fmt::format("{}|arpa", fmt::join(vector_format_names(FormatUse::writing), "|")), "auto",
       "the format to write; auto goes by the ending: .npy, .bin (word2vec-bin), .tsv, .vec or .txt (word2vec), .arpa "
       "or .arpa.gz (n-gram models)",
       "convert"},

      {"words", 0, "", "", "with a language model: a row a word instead of a row a sentence", "words"},
      {"top", 'k', "N", "10", "how many rows to show: of a query, of a kind of reasons, of the largest cells; 0: all",
       "top"},
      {"side", 0, "left|right", "left", "which side of the pairs the texts are", "side"},
      {"lists", 0, "FILE", "", "candidates as row numbers from 0: the query's row, the right candidate's, the others'",
       "lists"},
      {"among", 0, "FILE", "", "rank all texts (or .npy rows) of this file", "rank"},
      {"group", 0, "COLUMN", "", "QUERIES is a file of pairs: order those that share a value of this column", "rank"},
      {"index", 0, "SPEC", "exact", "exact, or hnsw:m=16,build=200,ef=100 for very many candidates", "rank"},

      {"opposites", 0, "", "", "the least similar words instead", "search"},
      {"axis", 0, "WORD[:WORD]", "", "order the words given from WORD to its opposite, or to the second WORD",
       "search"},
      {"odd-one-out", 0, "", "", "order the words given, the one least like the others first", "search"},
      {"analogy", 0, "add|mul", "add", "how a:b::c:? is answered: 3CosAdd or 3CosMul", "search"},

      {"keep-fraction", 0, "X", "", "keep this share of the pairs, the best", "filter"},
      {"keep-best", 0, "N", "", "keep this many pairs, the best", "filter"},
      {"min-z", 0, "X", "", "keep pairs whose score is this many deviations above random pairs", "filter"},
      {"min-quality", 0, "X", "", "keep pairs of at least this quality; 0 is a typical training pair, -3 a poor one",
       "filter"},
      {"length-weight", 0, "X", "0.5", "how much an odd length ratio counts; 0: not at all", "filter"},
      {"dropped", 0, "FILE", "", "write the dropped pairs here, with the reason", "filter"},
      {"picture", 0, "FILE", "", "write a histogram of the qualities here (SVG)", "filter"},

      {"label", 0, "COLUMN", "", "the column with the label, 0 or 1", "gold"},
      {"group", 0, "COLUMN", "", "with --label: the column that candidates of one question share", "gold"},
      {"value", 0, "COLUMN", "", "the column with people's judgements", "gold"},
      {"analogy", 0, "add|mul", "", "GOLD is analogy questions; answer them by 3CosAdd or 3CosMul", "questions"},
      {"opposites", 0, "", "", "GOLD is closest-opposite questions", "questions"},
      {"threshold", 0, "X", "", "with --label: decide 1 from this score on", "gold"},
      {"resamples", 0, "N", "10000", "bootstrap resamples and rounds of randomisation", "gold"},
      {"level", 0, "X", "0.95", "confidence level of the intervals", "gold"},
      {"perplexity", 0, "", "", "GOLD is text, a sentence a line, for a language model", "eval"},
      {"questions", 0, "", "", "GOLD is questions with a blank, options and answers", "questions"},
      {"min", 0, "METRIC=X", "", "exit with 1 when the metric is below", "eval"},
      {"margin", 0, "K", "0",
       "with --retrieval: divide scores by the mean of each text's K nearest, so that texts near to all win less; 0: "
       "no",
       "questions"},
      {"retrieval", 0, "", "", "every text looks for its counterpart among all texts of the other side, both ways",
       "questions"},
      {"matching", 0, "", "", "the first file is a result of match, GOLD the right pairs, two columns of rows from 0",
       "eval"},
      {"by", 0, "neighbours|linear", "neighbours", "the nearest labelled texts, or logistic regression", "classify"},
      {"neighbours", 0, "N", "1", "labelled texts that vote", "classify"},
      {"cost", 0, "X", "10", "of errors of the linear classifier, against the size of its coefficients", "classify"},
      {"side", 0, "left|right", "left", "the side (language) of the labelled texts", "classify"},
      {"new-side", 0, "left|right", "right", "the side (language) of the new texts", "classify"},
      {"check", 0, "", "", "NEW has labels too: print the share of right answers", "classify"},
      {"margin", 0, "K", "10",
       "divide scores by the mean of each text's K nearest, so that texts near to all win less; 0: no; when not given, "
       "of "
       "fewer than 40 texts a quarter",
       "mine"},
      {"threshold", 0, "X", "", "only pairs with at least this score; with --gold, when not given: the best F1",
       "mine"},
      {"gold", 0, "FILE", "", "rows from 0 that belong together, two a line: print precision and recall instead",
       "mine"},
      {"aligned", 0, "", "", "the same, where line i belongs to line i", "mine"},
      {"resamples", 0, "N", "10000", "bootstrap resamples", "interval"},
      {"level", 0, "X", "0.95", "confidence level of the intervals", "interval"},
      {"adjust", 0, "none|bonferroni|holm|bh", "holm", "adjustment of the p-values over several comparisons",
       "compare"},

      {"extra-rows", 0, "FILE", "", "a table of further rows to place in the analysis, with the columns' labels",
       "extra"},
      {"extra-columns", 0, "FILE", "", "a table of further columns, with the rows' labels", "extra"},
      {"axes", 0, "N", "2", "how many axes to show for rows and columns", "report"},
      {"map", 0, "symmetric|rows|columns", "symmetric",
       "symmetric: both in principal coordinates; rows: rows lie in the mean of their columns; columns: the reverse",
       "plot"},
      {"plane", 0, "LIST", "1,2", "the two axes to draw", "plot"},
      {"labels", 0, "N", "200", "points with a label at most, those that matter most", "plot"},
      {"title", 0, "TEXT", "", "a line above the picture", "plot"},

      {"gold", 0, "FILE", "", "the right pairs, two columns of rows from 0: the share recovered is reported and drawn",
       "match"},
      {"picture", 0, "FILE", "", "write the sweep over p as a curve here (SVG)", "match"},
      {"min-confidence", 0, "X", "", "leave out the matches of less confidence, 0 to 1", "match"},
      {"one-to-many", 0, "X", "", "also show other right objects that have this share of a left one's weight, 0 to 1",
       "match"},
      {"explain", 0, "N", "", "show instead which other matches support the match of this left row", "match"},
      {"texts", 0, "", "", "show the texts beside the rows", "match"},

      {"tolerance", 0, "X", "1e-6", "the largest relative difference of the self-test that still passes", "verify"},

      {"man", 0, "", "", "print the manual page instead (troff), of the verb or method that is named", "help"},
      {"man-pages", 0, "FOLDER", "", "write all the manual pages there", "help"},
      {"completion", 0, "bash|zsh|fish", "", "print the completion script of a shell", "help"},

      {"threads", 't', "N", "0", "threads to use; 0: as many as there are cores; never changes a result", "common"},
      {"memory", 'm', "SIZE", "", "memory for what grows with the data, like 4G; half of the machine's when not given",
       "common"},
      {"seed", 0, "N", "1", "seed of everything random", "common"},
      {"json", 'j', "", "", "JSON Lines instead of tables on stdout, and for errors and warnings on stderr", "common"},
      {"progress", 0, "auto|always|never", "auto", "progress on stderr; auto: when it is a terminal", "common"},
      {"dry-run", 'n', "", "", "print the plan with its memory and time, and do nothing", "common"},
      {"quiet", 'q', "", "", "no progress, no warnings", "common"},
      {"verbose", 'v', "", "", "say how long each stage took", "common"},
  };
}

std::string placeholder_of(const Parameter& parameter) {
  switch (parameter.type) {
    case ParameterType::integer:
      return "INTEGER";  // may be negative: the schema's range decides
    case ParameterType::real:
      return "X";
    case ParameterType::text:
      return "TEXT";
    case ParameterType::flag:
      return "";
    case ParameterType::choice: {
      std::string joined;
      for (const std::string& choice : parameter.choices) joined += (joined.empty() ? "" : "|") + choice;
      return joined;
    }
    case ParameterType::file:
      return "FILE";
  }
  throw Error(ErrorCode::internal, parameter.name, "parameter of an unknown type");
}

std::vector<Option> as_options(std::span<const Parameter> parameters, const std::string& group) {
  std::vector<Option> options;
  for (const Parameter& parameter : parameters)
    options.push_back({parameter.name, 0, placeholder_of(parameter), parameter.default_value, parameter.help, group});
  return options;
}

/// The fixed ones, and those that come from the schema of matching, which is a verb without a model.
const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> all = fixed_options();
    for (Option& option : as_options(match_parameters(), "matching")) all.push_back(std::move(option));
    return all;
  }();
  return table;
}

}  // namespace

std::span<const Option> all_options() { return option_table(); }

const Verb& find_verb(std::string_view name) {
  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) {
    if (verb.name == name) return verb;
    names.push_back(verb.name);
  }
  const std::string near = nearest_word(name, names);
  throw Error(ErrorCode::usage, "", "unknown verb '" + std::string(name) + "'",
              near.empty() ? "'couplet help' lists the verbs" : "did you mean '" + near + "'?");
}

const Method& method_named(const std::string& name) {
  for (const Method& method : all_methods())
    if (method.name == name) return method;
  for (const Verb& verb : all_verbs())
    if (verb.name == name)
      throw Error(ErrorCode::usage, "", "'" + name + "' is a verb, not a method to fit",
                  "use: couplet " + name + " " + verb.synopsis);
  return find_method(all_methods(), name);
}

std::vector<Option> options_in(std::string_view group) {
  std::vector<Option> found;
  for (const Option& option : all_options())
    if (option.group == group) found.push_back(option);
  return found;
}

std::vector<Option> options_of(const Verb& verb) {
  std::vector<Option> found;
  for (const std::string& group : verb.takes)
    for (Option& option : options_in(group)) found.push_back(std::move(option));
  for (Option& option : options_in("common")) found.push_back(std::move(option));
  return found;
}

std::vector<Option> options_of(const Method& method) { return as_options(method.parameters, method.name); }

std::vector<Option> parameters_of(const Verb& verb) {
  if (verb.method.empty()) return {};
  return options_of(find_method(all_methods(), verb.method));
}

std::vector<std::string> choices_of(const Option& option) {
  std::vector<std::string> choices;
  if (option.placeholder.find('|') == std::string::npos) return choices;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t bar = option.placeholder.find('|', begin);
    choices.push_back(option.placeholder.substr(begin, bar - begin));
    if (bar == std::string::npos) return choices;
    begin = bar + 1;
  }
}

}  // namespace couplet
