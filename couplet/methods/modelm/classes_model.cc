#include "couplet/methods/modelm/classes_model.h"

#include <fmt/format.h>

#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/language/language_model.h"
#include "couplet/model/container.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {

ClassesModel::ClassesModel(ModelHeader header, Vocabulary words, WordClasses classes)
    : Model(std::move(header)), words_(std::move(words)), classes_(std::move(classes)) {}

std::unique_ptr<Model> ClassesModel::load(const ModelFile& file, const Loading&) {
  Vocabulary words = load_language_words(file);
  WordClasses classes = load_word_classes(file, words.size());
  return std::make_unique<ClassesModel>(file.header(), std::move(words), std::move(classes));
}

void ClassesModel::write(ModelWriter& writer) const {
  add_vocabulary(writer, "words", words_);
  add_word_classes(writer, classes_);
}

std::vector<PairScore> ClassesModel::score(const PairBatch& pairs, const Run&) const {
  if (pairs.left.texts.size() != pairs.right.texts.size() || (pairs.size() > 0 && pairs.left.texts.empty()))
    throw Error(ErrorCode::usage, "", "classes are of words, not of vectors");
  std::vector<PairScore> scores;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < pairs.left.texts.size(); ++i) {
    const std::int64_t left = words_.find(pairs.left.texts[i]), right = words_.find(pairs.right.texts[i]);
    PairScore& score = scores.emplace_back();
    score.left_known = left >= 0;
    score.right_known = right >= 0;
    score.z = none;
    score.value = left < 0 || right < 0
                      ? none
                      : classes_[static_cast<std::int32_t>(left)] == classes_[static_cast<std::int32_t>(right)];
  }
  return scores;
}

std::vector<double> ClassesModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

std::vector<std::vector<std::string>> ClassesModel::self_test_inputs() const {
  return {{std::string(words_.word(sentence_end)), std::string(words_.word(words_.size() - 1))}};
}

WordClasses ClassesModel::classes_for(const Vocabulary& words) const {
  std::vector<std::int32_t> class_of;
  for (std::int64_t i = 0; i < words.size(); ++i) {
    const std::int64_t known = words_.find(words.word(i));
    class_of.push_back(known < 0 ? classes_.size() : classes_[static_cast<std::int32_t>(known)]);
  }
  return WordClasses(class_of);
}

namespace {

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  LanguageText text = LanguageText::read(data, parameters, run);
  ModelHeader header = language_header(text, fitting);
  Fitted fitted;
  report_text(text, fitted.report, run);
  const std::vector<std::int32_t> numbers = all_numbers(text);
  ExchangeReport done;
  WordClasses classes =
      exchange_classes(numbers, text.words().size(),
                       {.classes = parameters.integer("classes"), .rounds = parameters.integer("rounds")}, done, run);
  fitted.report.add("classes", classes.size());
  fitted.report.add("rounds", fmt::format("{}, {} moves", done.rounds, done.moves));
  fitted.report.add("bits a word",
                    fmt::format("{:.4f} given the class before, at the start {:.4f}", done.bits, done.first_bits));
  fitted.model = std::make_unique<ClassesModel>(std::move(header), text.words(), std::move(classes));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the data", fmt::format("1, then up to {} over its words", parameters.integer("rounds"))},
          {"memory", "4 bytes a running word, 64 a pair of neighbours"}};
}

}  // namespace

Method classes_method() {
  using enum ParameterType;
  std::vector<Parameter> parameters = {{"classes", integer, "100", "how many classes", 1},
                                       {"rounds", integer, "10", "over all words, at most", 0, 1000}};
  for (Parameter& parameter : language_parameters()) parameters.push_back(std::move(parameter));
  return {.name = "classes",
          .job = "completion",
          .summary = "classes of words that stand in like places, by exchange clustering",
          .data = "TEXT...",
          .parameters = std::move(parameters),
          .examples = {"couplet fit classes story.txt --classes 10 -o classes.couplet"},
          .plan = plan,
          .fit = fit,
          .load = ClassesModel::load};
}

}  // namespace couplet
