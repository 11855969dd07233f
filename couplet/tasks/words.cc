#include "couplet/tasks/words.h"

#include "couplet/model/capabilities.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/text/normalise.h"

namespace couplet {
namespace {

struct WordsOptions {
  std::int64_t top = 10;
};

const OptionSchema<WordsOptions>& words_schema() {
  static const auto made = OptionSchema<WordsOptions>().add("top", &WordsOptions::top, top_help, {.letter = 'k'});
  return made;
}

}  // namespace

std::int64_t list_words(const LoadedModel& model, const std::string& start, std::int64_t top, RowSink& rows) {
  const Vocabulary& words = model.require<HasVectors>().vectors().words();
  std::string lower;
  to_lower(start, lower);
  Table table(rows, "words", {{"number", CellType::integer}, {"word", CellType::text}});
  std::int64_t shown = 0;
  for (std::int64_t number = 0; number < words.size() && (top == 0 || shown < top); ++number) {
    const std::string_view word = words.word(number);
    if (!word.starts_with(start) && !word.starts_with(lower)) continue;
    table.row({number, word});
    ++shown;
  }
  return shown;
}

Task words_task() {
  return {.name = "words",
          .synopsis = "MODEL [START]",
          .summary = "the words a model has vectors for",
          .details =
              "In the order of the model, usually the most frequent first; with START those that begin with it, as "
              "written or in lower case. Exit code 1: there is none.",
          .examples = {"couplet words words.couplet qu"},
          .inputs = {{"model", InputShape::model}, {"start", InputShape::text, 0, 1}},
          .parameters = words_schema().parameters(),
          .minor = true,
          .run = [](const Request& request, RowSink& rows, const Run&) {
            const std::vector<std::string>& start = request.all("start");
            return Answer{list_words(*request.model("model"), start.empty() ? "" : start[0],
                                     words_schema().read(request.options).top, rows) > 0};
          }};
}

}  // namespace couplet
