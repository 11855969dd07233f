#include <array>
#include <optional>

#include "apps/cli/ability.h"
#include "apps/cli/arguments.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/suggested_word.h"
#include "apps/cli/terminal.h"
#include "apps/cli/verbs.h"
#include "apps/cli/word_order.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/search/word_search.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr std::size_t queries_at_once = 1024;

/// One query, and what the model makes of it.
struct Query {
  std::string text;
  std::string unknown;                      // the part that cannot be searched for; empty: none
  std::string problem;                      // why not
  std::string way;                          // how the text was understood; empty: it is a word of the model
  FoundWord found;                          // of a word or text
  std::optional<AnalogyQuestion> question;  // of an analogy
};

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
}

/// a, b and c of "a:b::c:?"; nothing when there is no "::" in it. where: for the error about a text that has one but is
/// no analogy.
std::optional<std::array<std::string, 3>> parts_of_analogy(const std::string& text, ErrorCode code,
                                                           const std::string& where) {
  const std::size_t middle = text.find("::");
  if (middle == std::string::npos) return std::nullopt;
  const std::size_t first = text.find(':'), last = text.rfind(':');
  std::array<std::string, 3> parts;
  if (first < middle && last > middle + 1) {
    parts = {trimmed(text.substr(0, first)), trimmed(text.substr(first + 1, middle - first - 1)),
             trimmed(text.substr(middle + 2, last - middle - 2))};
    if (trimmed(text.substr(last + 1)) == "?" && !parts[0].empty() && !parts[1].empty() && !parts[2].empty())
      return parts;
  }
  throw Error(code, where, "'" + text + "' is not an analogy", "write it like man:king::woman:?");
}

class Searcher {
 public:
  Searcher(Arguments& arguments, const HasVectors& model, const Run& run)
      : arguments_(arguments),
        model_(model),
        run_(run),
        search_(model.vectors(), run),
        opposites_(arguments.flag("opposites")),
        table_(*arguments.output, "search", {"query", "rank", "word", "score", "way"}) {
    const Index top = arguments.integer("top");
    most_ = top == 0 ? std::max<Index>(1, search_.size()) : top;
  }

  /// code and where: of the error about a query that makes no sense.
  void add(std::string_view text, ErrorCode code, const std::string& where) {
    require_utf8(text, where);
    queries_.push_back(understand(std::string(text), code, where));
    if (queries_.size() == queries_at_once) answer();
  }

  /// Answers what was added; returns how many queries had an answer so far.
  std::int64_t answer() {
    MatrixF vectors(static_cast<Index>(queries_.size()), search_.dimension());
    std::vector<Index> but;
    std::vector<AnalogyQuestion> questions;
    for (const Query& query : queries_) {
      if (!query.unknown.empty()) continue;
      if (query.question) {
        questions.push_back(*query.question);
      } else {
        vectors.row(static_cast<Index>(but.size())) =
            Eigen::Map<const Eigen::RowVectorXf>(query.found.vector.data(), search_.dimension());
        but.push_back(query.found.label);
      }
    }
    vectors.conservativeResize(static_cast<Index>(but.size()), Eigen::NoChange);
    const WordAnswers words =
        opposites_ ? search_.farthest(vectors, but, most_, run_) : search_.nearest(vectors, but, most_, run_);
    const WordAnswers analogies = search_.analogies(questions, parse_analogy(arguments_.text("analogy")), most_, run_);
    auto next_word = words.begin(), next_analogy = analogies.begin();
    for (const Query& query : queries_) {
      if (!query.unknown.empty())
        warn_unknown(query);
      else
        print(query, query.question ? *next_analogy++ : *next_word++);
    }
    queries_.clear();
    return answered_;
  }

 private:
  Query understand(const std::string& text, ErrorCode code, const std::string& where) const {
    Query query;
    query.text = text;
    query.found = model_.find_word(text);
    const auto parts = query.found.way == "itself" ? std::nullopt : parts_of_analogy(text, code, where);
    if (parts) {
      understand_analogy(*parts, query);
      if (opposites_) throw Error(code, where, "an analogy has no opposites", "leave out --opposites");
    } else if (!query.found.known()) {
      query.unknown = text;
      query.problem = "the model does not know it";
    } else if (query.found.way != "itself") {
      query.way = query.found.way;
    }
    return query;
  }

  void understand_analogy(const std::array<std::string, 3>& parts, Query& query) const {
    std::array<Index, 3> labels{};
    for (std::size_t i = 0; i < 3 && query.unknown.empty(); ++i) {
      const FoundWord word = model_.find_word(parts[i]);
      labels[i] = word.label;
      if (word.known() && word.way != "itself") query.way = word.way;
      if (word.label >= 0) continue;
      query.unknown = parts[i];
      query.problem = word.known() ? "not one word of the model" : "the model does not know it";
    }
    query.question = AnalogyQuestion{labels[0], labels[1], labels[2]};
  }

  void print(const Query& query, const std::vector<Neighbour>& found) {
    if (found.empty()) return arguments_.terminal->warn("'" + query.text + "': no word to compare it with");
    ++answered_;
    std::int64_t rank = 0;
    for (const Neighbour& word : found)
      table_.row({query.text, ++rank, model_.vectors().words().word(word.id), word.score,
                  query.way.empty() ? Cell() : Cell(query.way)});
  }

  void warn_unknown(const Query& query) {
    arguments_.terminal->warn(unknown_word_message(model_.vectors().words(), query.unknown, query.problem));
  }

  Arguments& arguments_;
  const HasVectors& model_;
  const Run& run_;
  const WordSearch search_;
  const bool opposites_;
  Table table_;
  Index most_ = 0;
  std::vector<Query> queries_;
  std::int64_t answered_ = 0;
};

/// Queries of standard input, one a line; empty lines are passed over.
void add_lines(Searcher& searcher) {
  LineReader lines("-");
  std::string_view line;
  bool any = false;
  while (lines.next(line)) {
    if (trimmed(line).empty()) continue;
    any = true;
    searcher.add(line, ErrorCode::data, lines.place());
  }
  if (!any) throw Error(ErrorCode::data, "standard input", "no queries in it", "give one a line");
}

}  // namespace

int run_search(Arguments& arguments) {
  if (only_planned(arguments, {arguments.positionals[0]})) return 0;
  const auto model = load_model(arguments.positionals[0], all_methods());
  if (arguments.has("axis") || arguments.flag("odd-one-out"))
    return print_word_order(arguments, require<HasVectors>(*model));
  const Run run = make_run(arguments);
  Searcher searcher(arguments, require<HasVectors>(*model), run);
  if (arguments.positionals.size() == 2 && arguments.positionals[1] == "-")
    add_lines(searcher);
  else
    for (std::size_t i = 1; i < arguments.positionals.size(); ++i)
      searcher.add(arguments.positionals[i], ErrorCode::usage, "query " + std::to_string(i));
  return searcher.answer() > 0 ? 0 : 1;
}

}  // namespace couplet
