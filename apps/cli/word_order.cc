#include "apps/cli/word_order.h"

#include "apps/cli/output.h"
#include "apps/cli/suggested_word.h"
#include "apps/cli/terminal.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/methods/opposites/word_axis.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

std::vector<std::string> words_to_order(const Arguments& arguments) {
  std::vector<std::string> words(arguments.positionals.begin() + 1, arguments.positionals.end());
  if (words.size() != 1 || words[0] != "-") {
    for (std::size_t i = 0; i < words.size(); ++i) require_utf8(words[i], "word " + std::to_string(i + 1));
    return words;
  }
  words.clear();
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

std::vector<PlacedWord> ordered(const Arguments& arguments, const HasVectors& model) {
  const std::vector<std::string> words = words_to_order(arguments);
  if (!arguments.has("axis")) return odd_one_out(model, words);
  require_utf8(arguments.text("axis"), "--axis");
  const auto [pole, other_pole] = poles_of(arguments.text("axis"), model);
  return order_on_axis(model, pole, other_pole, words);
}

}  // namespace

int print_word_order(Arguments& arguments, const HasVectors& model) {
  for (const char* other : {"odd-one-out", "opposites", "analogy", "top"})
    if (arguments.given(other) && (arguments.has("axis") || std::string_view(other) != "odd-one-out"))
      throw Error(ErrorCode::usage, std::string("--") + other,
                  std::string("does not go with --") + (arguments.has("axis") ? "axis" : "odd-one-out"),
                  "leave one of them out");
  Table table(*arguments.output, "order", {"rank", "word", "score", "way"});
  std::int64_t rank = 0;
  for (const PlacedWord& word : ordered(arguments, model)) {
    if (word.known) {
      table.row({++rank, word.word, word.value, word.way == "itself" ? Cell() : Cell(word.way)});
      continue;
    }
    arguments.terminal->warn(unknown_word_message(model.vectors().words(), word.word, "the model does not know it"));
    table.row({Cell(), word.word, Cell(), "unknown"});
  }
  return rank > 0 ? 0 : 1;
}

}  // namespace couplet
