#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/completion/lsa_model.h"
#include "couplet/methods/language/language_text.h"

namespace couplet {
namespace {

/// Documents as counts of words, one row each; documents without a kept word are left out.
struct Counted {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> words;
  std::vector<float> counts;
};

/// Words of the options of questions, by number; empty when no file is given.
std::vector<bool> option_words(const Parameters& parameters, const Vocabulary& words) {
  if (!parameters.has("relevant")) return {};
  std::vector<bool> wanted(words.size(), false);
  Tokeniser tokeniser = TextPipeline::parse(parameters.text("text")).make();
  for (const BlankQuestion& question : read_blank_questions(parameters.text("relevant"), BadLine::stop).questions)
    for (const auto& option : question.options)
      for (const std::string& filler : option)
        for (const std::string_view token : tokeniser.tokens(filler))
          if (const std::int64_t number = words.find(token); number >= first_word) wanted[number] = true;
  return wanted;
}

/// wanted: documents must have one of these words; empty: all documents count.
Counted count_documents(LanguageText& text, const std::vector<bool>& wanted, const Run& run) {
  Counted counted;
  std::vector<std::int32_t> part, document;
  Stage stage(*run.observer, "counting documents", text.tokens(), "words");
  std::int64_t done = 0;
  while (text.next(part)) {
    for (const std::int32_t number : part) {
      if (number >= first_word) document.push_back(number);
      if (number != sentence_end) continue;
      const auto is_wanted = [&](std::int32_t word) { return wanted[word]; };
      if (!wanted.empty() && std::none_of(document.begin(), document.end(), is_wanted)) document.clear();
      std::sort(document.begin(), document.end());
      for (std::size_t i = 0; i < document.size();) {
        const auto end =
            std::upper_bound(document.begin() + static_cast<std::ptrdiff_t>(i), document.end(), document[i]) -
            document.begin();
        counted.words.push_back(document[i]);
        counted.counts.push_back(static_cast<float>(static_cast<std::size_t>(end) - i));
        i = static_cast<std::size_t>(end);
      }
      if (!document.empty()) counted.offsets.push_back(static_cast<std::int64_t>(counted.words.size()));
      document.clear();
    }
    run.memory.require(static_cast<std::int64_t>(counted.words.size()) * 40, "the table of documents and words");
    stage.advance_to(done += static_cast<std::int64_t>(part.size()));
    run.stop->check();
  }
  return counted;
}

/// The weighted matrix and the words that are in it.
struct Weighted {
  Vocabulary words;
  std::vector<float> idf;
  CsrMatrix<float> matrix;
};

Weighted weigh(Counted&& counted, const Vocabulary& all, const TermWeighting& weighting, std::int64_t least,
               bool even) {
  const auto documents = static_cast<std::int64_t>(counted.offsets.size()) - 1;
  std::vector<std::int64_t> df(all.size(), 0);
  for (const std::int32_t word : counted.words) ++df[word];
  double mean = 0;
  for (const float count : counted.counts) mean += static_cast<double>(count);
  mean /= static_cast<double>(std::max<std::int64_t>(1, documents));
  Weighted result;
  std::vector<std::int32_t> column(df.size(), -1);
  for (std::size_t word = first_word; word < df.size(); ++word) {
    if (df[word] < least) continue;
    column[word] = static_cast<std::int32_t>(result.words.add(all.word(static_cast<std::int64_t>(word))));
    result.idf.push_back(static_cast<float>(document_weight(weighting.idf, documents, df[word])));
  }
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (std::int64_t d = 0; d < documents; ++d) {
    const std::size_t begin = columns.size();
    const auto first = static_cast<std::size_t>(counted.offsets[d]);
    const auto last = static_cast<std::size_t>(counted.offsets[static_cast<std::size_t>(d) + 1]);
    double tokens = 0, square = 0;
    for (std::size_t i = first; i < last; ++i) tokens += static_cast<double>(counted.counts[i]);
    for (std::size_t i = first; i < last; ++i) {
      const std::int32_t c = column[counted.words[i]];
      if (c < 0) continue;
      const double value =
          term_weight(weighting.tf, static_cast<double>(counted.counts[i]), {tokens, mean}, weighting.bm25) *
          static_cast<double>(result.idf[c]);
      columns.push_back(c);
      values.push_back(static_cast<float>(value));
      square += value * value;
    }
    if (even && square > 0)
      for (std::size_t i = begin; i < values.size(); ++i) values[i] *= static_cast<float>(1 / std::sqrt(square));
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  counted = {};
  result.matrix =
      CsrMatrix<float>(documents, result.words.size(), std::move(offsets), std::move(columns), std::move(values));
  return result;
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  const TermWeighting weighting = TermWeighting::parse(parameters.text("weighting"));
  LanguageText text = LanguageText::read(data, parameters, run);
  Fitted fitted;
  report_text(text, fitted.report, run);
  Counted counted = count_documents(text, option_words(parameters, text.words()), run);
  // In a handful of documents hardly a word is in several.
  constexpr std::size_t few = 100;
  const std::int64_t least = counted.offsets.size() <= few ? 1 : parameters.integer("min-documents");
  Weighted weighted = weigh(std::move(counted), text.words(), weighting, least, parameters.flag("even"));
  if (weighted.words.size() == 0)
    throw Error(ErrorCode::data, data.paths[0], "no word is in enough documents", "lower --min-documents");
  const Index rank = parameters.integer("dimensions");
  TruncatedSvd<float> svd;
  {
    const CsrOperator<float> matrix(std::move(weighted.matrix));
    Stage stage(*run.observer, "singular value decomposition");
    svd = truncated_svd<float>(matrix, rank, {}, run);
    fitted.report.add("documents", matrix.rows());
  }
  if (svd.s.size() < rank) run.observer->warn(fmt::format("the text has only {} of {} dimensions", svd.s.size(), rank));
  fitted.report.add("terms", weighted.words.size());
  fitted.report.add("dimensions", svd.s.size());
  fitted.report.add("svd", fmt::format("{} block products, residual {:.2g}", svd.iterations, svd.residual));
  ModelHeader header = fitting.header(text.sentences(), hex64(text.fingerprint()));
  const auto v = std::make_shared<MatrixF>(std::move(svd.v));
  LsaModel::Numbers numbers{std::span<const float>(v->data(), static_cast<std::size_t>(v->size())),
                            {svd.s.data(), svd.s.data() + svd.s.size()},
                            std::move(weighted.idf),
                            v};
  fitted.model = std::make_unique<LsaModel>(std::move(header), std::move(weighted.words), std::move(numbers));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the data", "1"},
          {"memory", fmt::format("40 bytes a word and document it is in, and 12 x {} bytes a word and document",
                                 parameters.integer("dimensions"))}};
}

}  // namespace

Method lsa_method() {
  using enum ParameterType;
  std::vector<Parameter> parameters = {
      {"dimensions", integer, "300", "singular vectors; fewer when the text has fewer", 1, 100000},
      {"power", real, "0.25", "power of the singular values in the word vectors: 0 gives V, 1 gives V S", 0, 2},
      {"weighting", text, "tf=sublinear,idf=plain", "weights of the counts of words in documents"},
      {"min-documents", integer, "3", "words in fewer documents are left out (1 for texts of fewer than 100 documents)",
       1},
      Parameter::path("relevant", "questions (TSV): only documents with a word of their options are used"),
      Parameter::one_of("context", "idf", "what the words around a blank count: their idf, or all the same",
                        {"idf", "plain"}),
      {"even", flag, "", "scale every document to length 1; otherwise long ones count more"}};
  for (Parameter& parameter : language_parameters()) {
    if (parameter.name == "text") parameter.default_value = "nfkc,lower,words";
    if (parameter.name == "sentences")
      parameter.help = "what a document is: a line, or the sentences a line is split into after . ! and ?";
    parameters.push_back(std::move(parameter));
  }
  return {.name = "lsa",
          .job = "completion",
          .summary = "latent semantic analysis of a text: words that go with the rest of a sentence",
          .data = "TEXT...",
          .parameters = std::move(parameters),
          .examples = {"couplet fit lsa story.txt --dimensions 20 -o lsa.couplet"},
          .plan = plan,
          .fit = fit,
          .load = LsaModel::load};
}

}  // namespace couplet
