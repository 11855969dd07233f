#include "couplet/tasks/search.h"

#include <array>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/methods/opposites/word_axis.h"
#include "couplet/model/capabilities.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/tasks/unknown_word.h"
#include "couplet/text/trimmed.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

using enum CellType;

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

/// a, b and c of "a:b::c:?"; nothing when there is no "::" in it. where: for the error about a text that has one but is
/// no analogy.
std::optional<std::array<std::string, 3>> parts_of_analogy(const std::string& text, ErrorCode code,
                                                           const std::string& where) {
  const std::size_t middle = text.find("::");
  if (middle == std::string::npos) return std::nullopt;
  const std::size_t first = text.find(':'), last = text.rfind(':');
  std::array<std::string, 3> parts;
  if (first < middle && last > middle + 1) {
    const std::string_view whole = text;
    parts = {std::string(trimmed(whole.substr(0, first))),
             std::string(trimmed(whole.substr(first + 1, middle - first - 1))),
             std::string(trimmed(whole.substr(middle + 2, last - middle - 2)))};
    if (trimmed(whole.substr(last + 1)) == "?" && !parts[0].empty() && !parts[1].empty() && !parts[2].empty())
      return parts;
  }
  throw Error(code, where, "'" + text + "' is not an analogy", "write it like man:king::woman:?");
}

class Searcher {
 public:
  Searcher(const LoadedModel& model, const SearchOptions& options, RowSink& rows, const Run& run)
      : model_(model.require<HasVectors>()),
        options_(options),
        run_(run),
        search_(model.word_search(run)),
        most_(options.top == 0 ? std::max<Index>(1, search_.size()) : options.top),
        table_(rows, "search", {{"query", text}, {"rank", integer}, {"word", text}, {"score", real}, {"way", text}}) {}

  /// code and where: of the error about a query that makes no sense.
  void add(std::string_view query, ErrorCode code, const std::string& where) {
    require_utf8(query, where);
    queries_.push_back(understand(std::string(query), code, where));
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
        options_.opposites ? search_.farthest(vectors, but, most_, run_) : search_.nearest(vectors, but, most_, run_);
    const WordAnswers analogies = search_.analogies(questions, options_.analogy, most_, run_);
    auto next_word = words.begin(), next_analogy = analogies.begin();
    for (const Query& query : queries_) {
      if (!query.unknown.empty())
        run_.observer->warn(unknown_word_message(model_.vectors().words(), query.unknown, query.problem));
      else
        show(query, query.question ? *next_analogy++ : *next_word++);
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
      if (options_.opposites) throw Error(code, where, "an analogy has no opposites", "leave out --opposites");
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

  void show(const Query& query, const std::vector<Neighbour>& found) {
    if (found.empty()) return run_.observer->warn("'" + query.text + "': no word to compare it with");
    ++answered_;
    std::int64_t rank = 0;
    for (const Neighbour& word : found)
      table_.row({query.text, ++rank, model_.vectors().words().word(word.id), word.score,
                  query.way.empty() ? Cell() : Cell(query.way)});
  }

  const HasVectors& model_;
  const SearchOptions options_;
  const Run& run_;
  const WordSearch& search_;
  const Index most_;
  Table table_;
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

std::vector<std::string> words_of_lines() {
  std::vector<std::string> words;
  LineReader lines("-");
  for (std::string_view line; lines.next(line);) {
    require_utf8(line, lines.place());
    if (line.find_first_not_of(' ') != std::string_view::npos) words.emplace_back(line);
  }
  if (words.empty()) throw Error(ErrorCode::data, "standard input", "no words in it", "give one a line");
  return words;
}

/// "hot", or the two ends of "hot:cold". A word of the model may have a colon in it.
std::pair<std::string, std::string> poles_of(const std::string& axis, const HasVectors& model) {
  const std::size_t colon = axis.find(':');
  if (colon == std::string::npos || model.find_word(axis).way == "itself") return {axis, ""};
  std::pair<std::string, std::string> poles{axis.substr(0, colon), axis.substr(colon + 1)};
  if (poles.first.empty() || poles.second.empty() || poles.second.find(':') != std::string::npos)
    throw Error(ErrorCode::usage, "--axis", "'" + axis + "' does not name one or two words",
                "write it like hot or hot:cold");
  return poles;
}

struct SearchTaskOptions : SearchOptions {
  std::string axis;
  bool odd_one_out = false;
};

const OptionSchema<SearchTaskOptions>& search_schema() {
  using Options = SearchTaskOptions;
  static const auto made =
      OptionSchema<Options>()
          .add("opposites", &Options::opposites, "the least similar words instead")
          .add("axis", &Options::axis, "order the words given from WORD to its opposite, or to the second WORD",
               {.placeholder = "WORD[:WORD]"})
          .add("odd-one-out", &Options::odd_one_out, "order the words given, the one least like the others first")
          .add("analogy", &Options::analogy, {{"add", Analogy::add}, {"mul", Analogy::mul}},
               "how a:b::c:? is answered: 3CosAdd or 3CosMul")
          .add("top", &Options::top, top_help, {.letter = 'k'});
  return made;
}

void check_search(const Request& request) {
  const Parameters& given = request.options;
  const std::vector<std::string>& words = request.all("queries");
  if (words[0] != "-" && std::none_of(words.begin(), words.end(),
                                      [](const std::string& word) { return word.find("::") != std::string::npos; }))
    refuse_unused(request, "words (it is for man:king::woman:?)", {"analogy"});
  if (!given.has("axis") && !given.flag("odd-one-out")) return;
  for (const char* other : {"odd-one-out", "opposites", "analogy", "top"})
    if (given.given(other) && (given.has("axis") || std::string_view(other) != "odd-one-out"))
      throw Error(ErrorCode::usage, std::string("--") + other,
                  std::string("does not go with --") + (given.has("axis") ? "axis" : "odd-one-out"),
                  "leave one of them out");
}

Answer run_search(const Request& request, RowSink& rows, const Run& run) {
  const SearchTaskOptions options = search_schema().read(request.options);
  const auto model = request.model("model");
  const std::vector<std::string>& words = request.all("queries");
  const bool lines = words.size() == 1 && words[0] == "-" && request.may_read_files;
  if (!options.axis.empty() || options.odd_one_out)
    return {order_words(*model, lines ? words_of_lines() : words, options.axis, rows, run) > 0};
  if (!lines) return {search_words(*model, words, options, rows, run) > 0};
  Searcher searcher(*model, options, rows, run);
  add_lines(searcher);
  return {searcher.answer() > 0};
}

}  // namespace

std::int64_t search_words(const LoadedModel& model, const std::vector<std::string>& queries,
                          const SearchOptions& options, RowSink& rows, const Run& run) {
  Searcher searcher(model, options, rows, run);
  for (std::size_t i = 0; i < queries.size(); ++i)
    searcher.add(queries[i], ErrorCode::usage, "query " + std::to_string(i + 1));
  return searcher.answer();
}

std::int64_t order_words(const LoadedModel& model, const std::vector<std::string>& words, const std::string& axis,
                         RowSink& rows, const Run& run) {
  const HasVectors& vectors = model.require<HasVectors>();
  for (std::size_t i = 0; i < words.size(); ++i) require_utf8(words[i], "word " + std::to_string(i + 1));
  require_utf8(axis, "--axis");
  const auto [pole, other_pole] = poles_of(axis, vectors);
  Table table(rows, "order", {{"rank", integer}, {"word", text}, {"score", real}, {"way", text}});
  std::int64_t rank = 0;
  for (const PlacedWord& word :
       axis.empty() ? odd_one_out(vectors, words) : order_on_axis(vectors, pole, other_pole, words)) {
    if (word.known) {
      table.row({++rank, word.word, word.value, word.way == "itself" ? Cell() : Cell(word.way)});
      continue;
    }
    run.observer->warn(unknown_word_message(vectors.vectors().words(), word.word, "the model does not know it"));
    table.row({Cell(), word.word, Cell(), "unknown"});
  }
  return rank;
}

Task search_task() {
  return {
      .name = "search",
      .synopsis = "MODEL QUERY...",
      .summary = "the nearest words, or the answer to an analogy",
      .details =
          "A query is a word, a text (the mean of its words), or an analogy: man:king::woman:? asks for the word that "
          "is to woman as king is to man. A single query - reads queries from standard input, one a line. Columns: "
          "the query, rank, word, score (cosine, or 3CosMul's quotient), and the way the query was understood when "
          "it is not a word of the model itself. Exit code 1: no query had an answer. With --axis and --odd-one-out "
          "the queries are the words to order: by their cosine with the axis (hot:cold: the difference of the two), "
          "or by their mean cosine with the others; unknown ones come last, without a score.",
      .examples = {"couplet search words.couplet king cat --top 3", "couplet search words.couplet 'man:king::woman:?'",
                   "couplet search opposites.couplet hot --opposites",
                   "couplet search opposites.couplet --axis hot cold tepid warm cool"},
      .inputs = {{"model", InputShape::model}, {"queries", InputShape::text, 1, -1}},
      .parameters = search_schema().parameters(),
      .check = check_search,
      .run = run_search};
}

}  // namespace couplet
