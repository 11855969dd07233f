#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/vectors/vectors_method.h"
#include "couplet/methods/vectors/vectors_model.h"

namespace couplet {
namespace {

Fitted fit_import(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  auto vectors = data.word_vectors;
  if (!vectors) {
    if (data.paths.size() != 1)
      throw Error(ErrorCode::usage, data.paths.empty() ? "" : data.paths[1], "word vectors are one file");
    vectors =
        std::make_shared<const WordVectors>(read_word_vectors(data.paths[0], run, parameters.text("vector-format")));
  }
  if (vectors->size() == 0) throw Error(ErrorCode::data, data.name(), "no vectors in it");
  Fitted fitted;
  if (vectors->subwords() && parameters.text("subwords") == "drop")
    vectors = std::make_shared<const WordVectors>(vectors->words(), vectors->dimension(), vectors->values(),
                                                  std::nullopt, vectors);
  fitted.report.add("words", vectors->size());
  fitted.report.add("dimensions", vectors->dimension());
  if (vectors->subwords()) fitted.report.add("subwords", vectors->subwords()->buckets);
  const auto values = vectors->values();
  const std::string pipeline = TextPipeline::parse(parameters.text("text")).spec();
  ModelHeader header = fitting.header(
      vectors->size(), hex64(hash64({reinterpret_cast<const char*>(values.data()), values.size_bytes()})),
      {{"text", pipeline}});
  fitted.model = std::make_unique<VectorsModel>(std::move(header), std::move(vectors), pipeline, nullptr);
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan_import(const Data&, const Parameters&, const Run&) {
  return {{"passes over the data", "1"}, {"memory", "the size of the vectors"}};
}

}  // namespace

Method import_method() {
  using enum ParameterType;
  return {.name = "import",
          .job = "vectors",
          .summary = "word vectors made elsewhere as a model, to search, evaluate and compare them",
          .data = "VECTORS",
          .parameters = {Parameter::one_of("vector-format", "auto", "the format of the file; auto tells by content",
                                           vector_format_names(FormatUse::reading)),
                         Parameter::one_of("subwords", "keep",
                                           "fastText's vectors of character n-grams, which give unknown words one",
                                           {"keep", "drop"}),
                         {"text", text, "nfkc,lower,icu", "the text pipeline that cuts a user's text into words"}},
          .examples = {"couplet fit import vectors.txt -o imported.couplet"},
          .plan = plan_import,
          .fit = fit_import,
          .load = VectorsModel::load};
}

}  // namespace couplet
