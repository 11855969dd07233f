#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/input.h"
#include "couplet/methods/language/mix_model.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

const std::string& pipeline_of(const Model& model) {
  if (const std::string* text = model.header().find_parameter("text")) return *text;
  throw Error(ErrorCode::usage, "", "a " + model.header().method + " model is no language model",
              "mix models of ngram, model-m, rnnlm, lsa or mix");
}

std::vector<std::shared_ptr<const Model>> load_parts(const std::vector<std::string>& paths, const Fitting& fitting) {
  if (paths.size() < 2) throw Error(ErrorCode::usage, "", "one model cannot be mixed", "give two or more");
  std::vector<std::shared_ptr<const Model>> parts;
  for (const std::string& path : paths) {
    parts.push_back(fitting.load(path));
    if (pipeline_of(*parts.back()) != pipeline_of(*parts.front()))
      throw Error(ErrorCode::usage, path, "its words are not those of " + paths[0] + " (--text differs)",
                  "fit both with the same --text");
  }
  return parts;
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  if (!parameters.has("tune"))
    throw Error(ErrorCode::usage, "--tune", "no text to fit the weights on",
                "give one that the models were not fitted on");
  const std::vector<std::shared_ptr<const Model>> parts = load_parts(data.paths, fitting);
  const auto* first = dynamic_cast<const LanguageModel*>(parts.front().get());
  if (!first)
    throw Error(ErrorCode::usage, data.paths[0], "a " + parts.front()->header().method + " model is no language model",
                "mix models of ngram, model-m, rnnlm, lsa or mix");
  const auto header = [&](std::int64_t rows, std::string fingerprint) {
    ModelHeader result =
        fitting.header(rows, std::move(fingerprint), {{"unknown types", first->header().detail("unknown types")}});
    result.parameters.emplace_back("text", pipeline_of(*first));
    return result;
  };
  Fingerprint sum;
  std::vector<std::string> names;
  for (const auto& part : parts) {
    names.push_back(part->header().method);
    sum.add(part->header().data_fingerprint);
  }
  // The parts in equal shares: to number the words, and to see what each part says of them.
  const MixModel equal(header(0, ""), first->words(), parts,
                       std::vector<double>(parts.size(), 1.0 / static_cast<double>(parts.size())));
  std::vector<NumberedSentence> sentences;
  LineReader lines(parameters.text("tune"));
  std::size_t tokens = 0;
  for (std::string_view line; lines.next(line);) {
    require_utf8(line, lines.place());
    sum.add(line);
    sentences.push_back(equal.numbered(line));
    tokens += sentences.back().size();
    if (sentences.back().size() == 1) sentences.pop_back();  // an empty line
  }
  std::int64_t rounds = 0;
  Fitted fitted;
  std::vector<double> weights = mixture_weights(equal.part_chances(sentences, run), rounds);
  for (std::size_t i = 0; i < weights.size(); ++i)
    fitted.report.add(fmt::format("weight of {}", data.paths[i]), fmt::format("{:.4f} ({})", weights[i], names[i]));
  fitted.report.add("rounds", rounds);
  fitted.model = std::make_unique<MixModel>(header(static_cast<std::int64_t>(tokens), hex64(sum.value())),
                                            first->words(), parts, std::move(weights));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data& data, const Parameters&, const Run&) {
  return {{"models", fmt::format("{}, kept whole in the new one", data.paths.size())}};
}

}  // namespace

Method mix_method() {
  return {.name = "mix",
          .job = "completion",
          .summary =
              "language models mixed (with an lsa model: the LSA language model), the weights fitted on a text by "
              "expectation maximisation",
          .data = "MODEL MODEL... --tune TEXT",
          .parameters = {Parameter::path("tune", "text to fit the weights on, a sentence a line")},
          .examples = {"couplet fit mix trigrams.couplet katz.couplet --tune weather.txt -o mixed.couplet"},
          .plan = plan,
          .fit = fit,
          .load = MixModel::load};
}

}  // namespace couplet
