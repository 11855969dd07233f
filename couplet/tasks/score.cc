#include "couplet/tasks/score.h"

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/labels_pairs.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/tasks/sentence_batches.h"
#include "couplet/tasks/team_shares.h"

namespace couplet {
namespace {

using enum CellType;

std::string_view unknown_sides(const PairScore& score) {
  if (score.left_known) return score.right_known ? "" : "right";
  return score.right_known ? "left" : "both";
}

/// How a word was had, where that is not by itself.
std::string way_of(const FindsWords& model, const std::string& text) {
  std::string way = model.origin_of(text).way;
  return way == "itself" ? "" : way;
}

void score_sentences(const LoadedModel& model, const Source& source, bool by_word, RowSink& rows, const Run& run) {
  if (source.paths.size() > 1)
    throw Error(ErrorCode::usage, source.paths[1], "sentences come in one file", "a language model takes no pairs");
  using Columns = std::vector<Column>;
  Table table(rows, by_word ? "word-score" : "sentence-score",
              by_word ? Columns{{"sentence", integer},
                                {"position", integer},
                                {"word", text},
                                {"log10", real},
                                {"known", truth},
                                {"span", integer}}
                      : Columns{{"sentence", integer}, {"log10", real}, {"words", integer}, {"unknown", integer}});
  std::int64_t number = 0;
  const auto& scorer = model.require<ScoresSentences>();
  for_sentences(source, model.model(), run, [&](const std::vector<std::string>& sentences) {
    for (const SentenceScore& score : scorer.score_sentences(sentences, by_word, alone(run))) {
      if (!by_word) table.row({number, score.log10, score.words, score.unknown});
      std::int64_t position = 0;
      for (const WordScore& word : score.detail)
        table.row({number, position++, word.word, word.log10, word.known, word.span > 0 ? Cell(word.span) : Cell()});
      ++number;
    }
  });
}

const OptionSchema<ScoreOptions>& score_schema() {
  static const auto made =
      OptionSchema<ScoreOptions>()
          .add("words", &ScoreOptions::words, "with a language model: a row a word instead of a row a sentence")
          .add(data_parameters());
  return made;
}

}  // namespace

void score(const LoadedModel& model, const Data& source, const ScoreOptions& options, RowSink& rows, const Run& run) {
  if (model.as<ScoresSentences>()) return score_sentences(model, source, options.words, rows, run);
  const auto& scorer = model.require<ScoresPairs>();
  PairInput input(source);
  std::vector<Column> columns{{"pair", integer}, {"score", real}, {"z", real}, {"unknown", text}};
  const auto* probabilities = model.as<GivesProbabilities>();
  if (probabilities) columns.push_back({"probability", real});
  const auto* labels = model.as<LabelsPairs>();
  if (labels && labels->labels().size() < 3) labels = nullptr;  // the score says it
  if (labels) columns.push_back({"label", text});
  const auto* finds = model.as<FindsWords>();
  if (finds) columns.insert(columns.end(), {{"left_way", text}, {"right_way", text}});
  Table table(rows, "score", columns);
  std::int64_t pairs = 0, scored = 0;
  {
    Stage stage(*run.observer, "scoring", input.total(), "");
    while (const auto batch = input.next(16384)) {
      const auto scores = shared_scores(scorer, *batch, run);
      const std::vector<int> label_of = labels ? labels->labels_of(*batch, alone(run)) : std::vector<int>();
      for (std::size_t i = 0; i < scores.size(); ++i) {
        const PairScore& score = scores[i];
        scored += std::isfinite(score.value);
        std::vector<Cell> cells{pairs++, finite_cell(score.value), finite_cell(score.z), unknown_sides(score)};
        if (probabilities)
          cells.push_back(std::isfinite(score.value) ? finite_cell(probabilities->probability(score.value)) : Cell());
        if (labels) cells.push_back(label_of[i] < 0 ? Cell() : Cell(labels->labels()[label_of[i]]));
        const std::string left = finds ? way_of(*finds, batch->left.texts[i]) : "",
                          right = finds ? way_of(*finds, batch->right.texts[i]) : "";
        if (finds) cells.insert(cells.end(), {left, right});
        table.row(cells);
      }
      stage.advance_to(input.position());
    }
  }
  warn_of_coverage(run, scored, pairs, "pairs have a score");
  warn_of_skipped(run, input.skipped());
}

Task score_task() {
  return {.name = "score",
          .synopsis = "MODEL PAIRS | MODEL LEFT RIGHT | MODEL TEXT",
          .summary = "a number for each pair or sentence",
          .details =
              "Columns: the pair's row from 0; its score; z, its distance from random pairs in standard "
              "deviations; the side without a "
              "known word, whose pair has no score. Models of opposites add the ways in which the two words were "
              "had, where not as they are, models of more than two labels the label. A language model takes text, a "
              "sentence a line, and gives log10 of its "
              "probability, the number of its words (its end counted) and how many of them are unknown; with --words "
              "the same for each word.",
          .examples = {"couplet score pairs.couplet pairs.tsv", "couplet score trigrams.couplet weather.txt --words"},
          .inputs = {{"model", InputShape::model}, {"data", InputShape::data, 1, 2}},
          .parameters = score_schema().parameters(),
          .plan = [](const Request&) -> std::vector<std::pair<std::string, std::string>> {
            return {{"memory", "16384 pairs (or 4096 sentences) at a time"}};
          },
          .run =
              [](const Request& request, RowSink& rows, const Run& run) {
                const auto model = request.model("model");
                if (!model->as<ScoresSentences>())
                  refuse_unused(request, "a " + model->method() + " model, which is no language model", {"words"});
                score(*model, request.data("data"), score_schema().read(request.options), rows, run);
                return Answer();
              },
          .in_team = true};
}

}  // namespace couplet
