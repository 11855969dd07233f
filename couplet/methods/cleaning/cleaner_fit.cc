// `couplet fit cleaner`: what is learned from the corpus, and the judgement learned from pairs spoilt on purpose.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/random.h"
#include "couplet/methods/cleaning/cleaner.h"
#include "couplet/methods/cleaning/corpus_sample.h"
#include "couplet/methods/cleaning/judgement.h"
#include "couplet/text/binary_label.h"
#include "couplet/text/pair_reader.h"

namespace couplet {
namespace {

constexpr std::size_t fewest_pairs = 30;
constexpr std::int64_t sample_bytes = std::int64_t{40} << 20;

/// Shares of the scripts in a side's texts, each of which counts the same. Counted twice: the second time in the texts
/// alone that are mostly in the side's main scripts, so that lines of another script do not make it a usual one.
std::array<float, 256> scripts_of(const std::vector<std::string>& texts) {
  constexpr double main_share = 0.15, mostly = 0.6;
  const std::size_t step = std::max<std::size_t>(1, texts.size() / 20000);
  std::array<double, 256> shares;
  shares.fill(1);
  for (int round = 0; round < 2; ++round) {
    std::array<double, 256> sums = {};
    double all = 0;
    for (std::size_t i = 0; i < texts.size(); i += step) {
      const TextMarks marks = look_over(texts[i]);
      const auto letters = static_cast<double>(marks.letters);
      double usual = 0;
      for (std::size_t s = 0; s < sums.size(); ++s) usual += shares[s] >= main_share ? marks.scripts[s] : 0;
      if (letters == 0 || usual < mostly * letters) continue;
      all += 1;
      for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += marks.scripts[s] / letters;
    }
    if (all == 0) break;
    for (std::size_t s = 0; s < sums.size(); ++s) shares[s] = sums[s] / all;
  }
  std::array<float, 256> result;
  std::transform(shares.begin(), shares.end(), result.begin(), [](double share) { return static_cast<float>(share); });
  return result;
}

std::size_t folds_for(std::size_t pairs) { return pairs <= 30000 ? 5 : pairs <= 100000 ? 3 : 2; }

/// The texts of the other folds.
NumberedSide without_fold(const NumberedSide& all, const std::vector<std::size_t>& folds, std::size_t fold) {
  NumberedSide part;
  part.words = all.words;
  part.counts.assign(all.words.size(), 0);
  for (std::int64_t i = 0; i < all.texts(); ++i) {
    if (folds[i] == fold) continue;
    for (const std::int32_t word : all.text(i)) {
      part.numbers.push_back(word);
      ++part.counts[word];
    }
    part.offsets.push_back(std::ssize(part.numbers));
  }
  return part;
}

/// Shows how far the work is, and says nothing else: that a small corpus has few dimensions is no news here.
class ProgressAlone final : public Observer {
 public:
  explicit ProgressAlone(Observer& shown) : shown_(shown) {}
  void begin(std::string_view stage, std::int64_t total, std::string_view unit) override {
    shown_.begin(stage, total, unit);
  }
  void resume(std::int64_t done) override { shown_.resume(done); }
  void advance(std::int64_t done) override { shown_.advance(done); }
  void remark(std::string_view words) override { shown_.remark(words); }
  void end() override { shown_.end(); }

 private:
  Observer& shown_;
};

std::shared_ptr<const Model> learn_meaning(const CorpusSample& sample, const std::vector<std::size_t>& folds,
                                           std::size_t fold, const Fitting& fitting) {
  std::vector<std::string> left, right;
  for (std::size_t i = 0; i < sample.left.size(); ++i)
    if (folds[i] != fold) {
      left.push_back(sample.left[i]);
      right.push_back(sample.right[i]);
    }
  const auto dimensions = std::min<std::int64_t>(fitting.parameters.integer("dimensions"), std::ssize(left) / 6);
  const Method& phsic = find_method(fitting.methods, "phsic");
  const Parameters parameters =
      Parameters::resolve(phsic.parameters, {{"encoder", fmt::format("lsa:{}", std::max<std::int64_t>(dimensions, 2))},
                                             {"text", fitting.parameters.text("text")},
                                             {"text-right", fitting.parameters.text("text-right")},
                                             {"max-terms", "30000"}});
  ProgressAlone progress(*fitting.run.observer);
  Run quiet = fitting.run;
  quiet.observer = &progress;
  return fit_model(phsic, pairs_in_memory(std::move(left), std::move(right)), parameters, fitting.methods, quiet).model;
}

std::vector<CleanerModel::Fold> learn_folds(const CorpusSample& sample, const NumberedPairs& numbered,
                                            const std::vector<std::size_t>& folds, std::size_t count,
                                            const Fitting& fitting) {
  std::vector<CleanerModel::Fold> learned;
  for (std::size_t f = 0; f < count; ++f)
    learned.push_back(
        {WordTables::learn(without_fold(numbered.left, folds, f), without_fold(numbered.right, folds, f), fitting.run),
         learn_meaning(sample, folds, f, fitting)});
  return learned;
}

/// The pairs whose column `label` is not empty.
JudgedExamples read_labelled(const Source& source, bool outside) {
  constexpr std::size_t most = 100000;
  JudgedExamples pairs;
  PairReader reader(source);
  TextPair pair;
  while (pairs.good.size() < most && reader.next(pair)) {
    if (pair.extra.at(0).empty()) continue;
    const std::optional<bool> label = binary_label(pair.extra[0]);
    if (!label)
      throw Error(ErrorCode::data, reader.place(), label_problem(pair.extra[0]),
                  "write 1 for a good pair, 0 for a bad one, and nothing for one that nobody judged");
    pairs.good.push_back(*label);
    if (outside) pairs.outside.push_back(outside_score(pair.extra[1], reader));
    pairs.left.push_back(std::move(pair.left));
    pairs.right.push_back(std::move(pair.right));
  }
  if (std::count(pairs.good.begin(), pairs.good.end(), 1) % std::max<std::ptrdiff_t>(std::ssize(pairs.good), 1) == 0)
    throw Error(ErrorCode::data, source.name(), "the labels are all the same, or there are none",
                "label some good and some bad pairs, or leave --label out");
  return pairs;
}

/// The file's languages, in the order of their names; a line is a name, a tab and a text.
std::vector<ListedLanguage> read_languages(const std::string& path) {
  constexpr std::size_t most_texts = 20000, most_languages = 200;
  std::map<std::string, std::vector<std::string>> texts;
  PairReader reader(Source{.paths = {path}});
  for (TextPair pair; reader.next(pair);) {
    std::vector<std::string>& known = texts[pair.left];
    if (known.size() < most_texts) known.push_back(std::move(pair.right));
    if (texts.size() > most_languages)
      throw Error(ErrorCode::data, reader.place(), fmt::format("more than {} languages", most_languages),
                  "write a name, a tab and a text, line by line");
  }
  std::vector<ListedLanguage> languages;
  for (auto& [name, known] : texts) languages.push_back({name, std::move(known)});
  return languages;
}

Fitted fit_cleaner(const Data& given, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  Data data = given;
  data.further.clear();
  for (const char* column : {"label", "outside"})
    if (parameters.has(column)) data.further.push_back(parameters.text(column));
  PairInput input(data);
  if (input.has_rows())
    throw Error(ErrorCode::usage, data.name(), "a cleaner reads texts, not .npy rows", "give the texts themselves");
  CorpusSample sample = sample_corpus(input, parameters.integer("sample"), sample_bytes, run);
  if (sample.left.size() < fewest_pairs)
    throw Error(ErrorCode::data, data.name(),
                fmt::format("{} different pairs are too few to learn from", sample.left.size()),
                fmt::format("give at least {}, or a model that was fitted on more", fewest_pairs));
  const JudgedExamples labelled =
      parameters.has("label") ? read_labelled(data, parameters.has("outside")) : JudgedExamples();
  if (parameters.has("outside")) add_outside_scores(sample, data, data.further.size() - 1);
  const std::string left_text = parameters.text("text"),
                    right_text = parameters.has("text-right") ? parameters.text("text-right") : left_text;
  CleanerModel::Parts parts;
  std::vector<ListedLanguage> listed;
  if (parameters.has("languages")) listed = read_languages(parameters.text("languages"));
  parts.languages = LanguageTable::learn(sample.left, sample.right, listed, run);
  parts.scripts = {scripts_of(sample.left), scripts_of(sample.right)};
  for (std::size_t i = 0; i < sample.left.size(); ++i) parts.lengths.count(sample.left[i], sample.right[i]);
  parts.lengths.finish();
  parts.left_partners = std::move(sample.left_partners);
  parts.right_partners = std::move(sample.right_partners);
  PairInput sampled(pairs_in_memory(sample.left, sample.right));
  NumberedPairs numbered = read_numbered_pairs(sampled, TextPipeline::parse(left_text), TextPipeline::parse(right_text),
                                               2, run, [](const PairBatch&) {});
  const std::size_t count = folds_for(sample.left.size());
  std::vector<std::size_t> folds;
  for (const std::string& text : sample.left) folds.push_back(CleanerModel::fold_of(text, count));
  parts.folds = learn_folds(sample, numbered, folds, count, fitting);
  parts.left_words = std::move(numbered.left.words);
  parts.right_words = std::move(numbered.right.words);

  ModelHeader header = fitting.header(sample.pairs, hex64(sample.fingerprint));
  header.details = {{"text.left", TextPipeline::parse(left_text).spec()},
                    {"text.right", TextPipeline::parse(right_text).spec()}};
  if (const auto& names = parts.languages.names(); !names.empty())
    header.details.emplace_back("languages", fmt::format("{}", fmt::join(names, "\t")));
  auto model = std::make_unique<CleanerModel>(std::move(header), std::move(parts));
  const Judgement judgement = learn_judgement(*model, sample, labelled, run);
  model->set_judgement(judgement.profile, judgement.weights, judgement.share, judgement.random_log_odds,
                       judgement.random_spread);

  FitReport report;
  report.add("pairs", sample.pairs);
  report.add("learned from", fmt::format("{} different pairs, in {} folds", sample.left.size(), count));
  report.add("words", fmt::format("{} left, {} right", model->parts().left_words.size() - 1,
                                  model->parts().right_words.size() - 1));
  if (!listed.empty())
    report.add("other languages", fmt::format("{} of {} listed: {}", model->parts().languages.names().size(),
                                              listed.size(), fmt::join(model->parts().languages.names(), ", ")));
  report.add("wrong pairs", judgement.share.wrong, ".3f");
  report.add("wrong pairs, 95 % interval", fmt::format("{:.3f} to {:.3f}", judgement.share.low, judgement.share.high));
  report.add("random pairs, probability", 1 / (1 + std::exp(-judgement.random_log_odds)), ".3g");
  if (!labelled.good.empty()) report.add("labelled pairs", std::ssize(labelled.good));
  if (input.skipped() > 0) report.add("bad lines skipped", input.skipped());
  return {std::move(model), std::move(report)};
}

std::vector<std::pair<std::string, std::string>> plan_cleaner(const Data& data, const Parameters& parameters,
                                                              const Run&) {
  const PairInput input(data);
  return {{"passes over the data", "1, and rounds over a sample in memory"},
          {"sample", fmt::format("at most {} pairs, and 40 MB of text", parameters.text("sample"))},
          {"memory", "about 1.5 GB at most, however many pairs"}};
}

}  // namespace

Method cleaner_method() {
  using enum ParameterType;
  return {
      .name = "cleaner",
      .job = "cleaning",
      .summary = "the probability that a pair of a parallel corpus is good, learned from the corpus itself",
      .data = "PAIRS | LEFT RIGHT",
      .schema_version = CleanerModel::schema_version,
      .parameters = {{"sample", integer, "200000", "pairs to learn from, at most", 30, 1e7},
                     {"dimensions", integer, "150", "of the model of meaning, at most", 2, 1000},
                     {"label", text, "", "the column with 1 for good pairs, 0 for bad ones, nothing for the others"},
                     {"outside", text, "",
                      "the column with a score from elsewhere, higher for better pairs: a LaBSE cosine, bicleaner's"},
                     Parameter::path("languages",
                                     "other languages that texts may be in: a name, a tab and a text a line"),
                     {"text", text, "nfkc,lower,icu", "text pipeline of the words"},
                     {"text-right", text, "", "text pipeline of the right side; default: as the left"}},
      .examples = {"couplet fit cleaner pairs.tsv -o cleaner.couplet"},
      .plan = plan_cleaner,
      .fit = fit_cleaner,
      .load = CleanerModel::load};
}

}  // namespace couplet
