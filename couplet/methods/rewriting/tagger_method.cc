#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/eval/folds.h"
#include "couplet/methods/rewriting/rewriting_methods.h"
#include "couplet/methods/rewriting/saved_knowledge.h"
#include "couplet/methods/rewriting/tagged_text.h"

namespace couplet {

namespace {

/// A tagger by itself: what `fit rewriting --tags tagger` reads.
class TaggerModel final : public Model {
 public:
  TaggerModel(ModelHeader header, PerceptronTagger tagger) : Model(std::move(header)), tagger_(std::move(tagger)) {}

  void write(ModelWriter& writer) const override { add_tagger(writer, tagger_); }
  /// The numbers of the tags.
  std::vector<double> self_test(const std::vector<std::string>& input) const override {
    std::vector<double> numbers;
    for (const std::string& tag : tagger_.tag(input))
      numbers.push_back(static_cast<double>(tagger_.weights().tags.find(tag)));
    return numbers;
  }

 private:
  PerceptronTagger tagger_;
};

Fitted fit_tagger(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  const TaggedText text = read_tagged_text(data, parameters.text("separator"), run);
  const int rounds = static_cast<int>(parameters.integer("rounds"));
  FitReport report;
  report.add("sentences", fmt::format("{}, {} words", text.sentences.size(), text.words));
  if (text.skipped > 0) run.observer->warn(fmt::format("bad lines skipped: {}", text.skipped));
  const double held_out = parameters.real("hold-out");
  if (held_out > 0 && text.sentences.size() > 1) {
    const Split split = random_split(static_cast<std::int64_t>(text.sentences.size()), held_out, run.seed);
    const auto part = [&](const std::vector<std::int64_t>& items) {
      std::vector<TaggedSentence> sentences;
      for (const std::int64_t item : items) sentences.push_back(text.sentences[item]);
      return sentences;
    };
    const PerceptronTagger trial = PerceptronTagger::train(part(split.train), rounds, run);
    report.add("accuracy", fmt::format("{:.4f} of the words of {} held-out sentences",
                                       tagging_accuracy(trial, part(split.held_out)), split.held_out.size()));
  }
  PerceptronTagger tagger = PerceptronTagger::train(text.sentences, rounds, run);
  report.add("tags", tagger.weights().tags.size());
  report.add("features", tagger.weights().features.size());
  ModelHeader header = fitting.header(static_cast<std::int64_t>(text.sentences.size()), hex64(text.fingerprint));
  header.self_test = {{text.sentences[0].words, {}}};
  return {std::make_unique<TaggerModel>(std::move(header), std::move(tagger)), std::move(report)};
}

std::unique_ptr<Model> load(const ModelFile& file, const Loading&) {
  return std::make_unique<TaggerModel>(file.header(), load_tagger(file));
}

std::vector<std::pair<std::string, std::string>> plan_tagger(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the sentences", fmt::format("{}, twice when some are held out", parameters.integer("rounds"))},
          {"memory", "about 24 bytes a feature and tag, and the text"}};
}

}  // namespace

Method tagger_method() {
  using enum ParameterType;
  return {
      .name = "tagger",
      .job = "rewriting",
      .summary = "an averaged perceptron for part-of-speech tags, from tagged sentences",
      .data = "TAGGED TEXT (a sentence a line: word_TAG word_TAG ...)",
      .parameters = {{"separator", text, "_", "what stands between a word and its tag; the last one in a token counts"},
                     {"rounds", integer, "5", "passes over the sentences", 1, 1000},
                     {"hold-out", real, "0.1", "share of the sentences that measure accuracy first; 0: none", 0, 0.9}},
      .examples = {"couplet fit tagger tagged.txt -o tagger.couplet"},
      .plan = plan_tagger,
      .fit = fit_tagger,
      .load = load};
}

}  // namespace couplet
