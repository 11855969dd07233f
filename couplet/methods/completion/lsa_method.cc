#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/row_builder.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/completion/lsa_model.h"
#include "couplet/methods/language/language_text.h"
#include "couplet/model/published.h"
#include "couplet/text/term_counts.h"

namespace couplet {
namespace {

/// Documents without a kept word are left out. A process of a team has those of its part of the text.
TermCounts count_documents(LanguageText& text, const Run& run) {
  TermCounts counted;
  counted.words = text.words();
  counted.frequencies.assign(counted.words.size(), 0);  // also where a process has no text
  std::vector<std::int32_t> part, document;
  Stage stage(*run.observer, "counting documents", text.tokens(), "words");
  std::int64_t done = 0;
  while (text.next(part)) {
    for (const std::int32_t number : part) {
      if (number >= first_word) document.push_back(number);
      if (number != sentence_end) continue;
      if (!document.empty()) counted.add(document);
      document.clear();
    }
    run.memory.require(std::ssize(counted.terms) * 40, "the table of documents and words");
    stage.advance_to(done += std::ssize(part));
    run.stop->check();
  }
  counted.share_words(*run.team);
  return counted;
}

/// The weighted matrix and the words that are in it.
struct Weighted {
  Vocabulary words;
  std::vector<float> idf;
  OwnedRows<float> matrix;
};

/// How many documents the processes of a team have: where those of each begin.
std::vector<Index> document_begins(const TermCounts& counted, Team& team) {
  PartWriter writer;
  writer.put(counted.texts);
  std::vector<Index> begins{0};
  for (const std::string& bytes : team.gather(writer.take()))
    begins.push_back(begins.back() + PartReader(bytes).get<std::int64_t>());
  return begins;
}

Weighted weigh(const TermCounts& counted, const std::vector<Index>& begins, const TermWeighting& weighting,
               std::int64_t least, bool even, Team& team) {
  const std::int64_t texts = begins.back();
  ChosenTerms chosen = frequent_terms(counted, least, texts);
  Weighted result;
  for (const std::int64_t df : chosen.frequencies)
    result.idf.push_back(static_cast<float>(document_weight(weighting.idf, texts, df)));
  const std::int64_t all_words =
      team.sum(std::accumulate(counted.lengths.begin(), counted.lengths.end(), std::int64_t{0}));
  const double mean = texts > 0 ? static_cast<double>(all_words) / static_cast<double>(texts) : 0;
  RowBuilder<float> rows;
  rows.add_empty(begins[team.rank()]);
  for (std::int64_t d = 0; d < counted.texts; ++d) {
    for (std::int64_t e = counted.offsets[d]; e < counted.offsets[d + 1]; ++e)
      if (const std::int32_t word = chosen.number[counted.terms[e]]; word >= 0)
        rows.add(word, static_cast<double>(counted.counts[e]));
    const TextLength length{static_cast<double>(counted.lengths[d]), mean};
    const double squares = rows.finish_row([&](std::int32_t word, double count) {
      return term_weight(weighting.tf, count, length, weighting.bm25) * static_cast<double>(result.idf[word]);
    });
    if (even && squares > 0)
      for (float& value : rows.last_row()) value *= static_cast<float>(1 / std::sqrt(squares));
  }
  rows.add_empty(texts - begins[team.rank() + 1]);
  result.matrix = {rows.matrix(chosen.words.size()), begins};
  result.words = std::move(chosen.words);
  return result;
}

Fitted fit_lsa(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  const TermWeighting weighting = TermWeighting::parse(parameters.text("weighting"));
  LanguageText text = LanguageText::read(data, parameters, run);
  Fitted fitted;
  report_text(text, fitted.report, run);
  Weighted weighted = [&] {
    const TermCounts counted = count_documents(text, run);
    // In a handful of documents hardly a word is in several.
    const std::vector<Index> begins = document_begins(counted, *run.team);
    const std::int64_t least = begins.back() < 100 ? 1 : parameters.integer("min-documents");
    return weigh(counted, begins, weighting, least, parameters.flag("even"), *run.team);
  }();
  if (weighted.words.size() == 0)
    throw Error(ErrorCode::data, data.name(), "no word is in enough documents", "lower --min-documents");
  const Index rank = parameters.integer("dimensions");
  TruncatedSvd<float> svd;
  {
    const CsrOperator<float> matrix(std::move(weighted.matrix), *run.team);
    Stage stage(*run.observer, "singular value decomposition");
    svd = truncated_svd<float>(matrix, rank, {}, run);
    fitted.report.add("documents", matrix.rows());
  }
  if (svd.s.size() == 0)
    throw Error(ErrorCode::data, data.name(), "no word is in some documents and not in others: all weigh nothing",
                "give more documents, or --weighting idf=none");
  if (svd.s.size() < rank) run.observer->warn(fmt::format("the text has only {} of {} dimensions", svd.s.size(), rank));
  fitted.report.add("terms", weighted.words.size());
  fitted.report.add("dimensions", svd.s.size());
  fitted.report.add("svd", fmt::format("{} block products, residual {:.2g}", svd.iterations, svd.residual));
  ModelHeader header = fitting.header(run.team->sum(text.sentences()), hex64(text.fingerprint()));
  const auto v = std::make_shared<MatrixF>(std::move(svd.v));
  LsaModel::Numbers numbers{std::span<const float>(v->data(), static_cast<std::size_t>(v->size())),
                            {svd.s.data(), svd.s.data() + svd.s.size()},
                            std::move(weighted.idf),
                            v};
  fitted.model = std::make_unique<LsaModel>(std::move(header), std::move(weighted.words), std::move(numbers));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan_lsa(const Data&, const Parameters& parameters, const Run&) {
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
      Parameter::one_of("context", "idf", "what the words around a blank count: their idf, or all the same",
                        {"idf", "plain"}),
      {"even", flag, "", "scale every document to length 1; otherwise long ones count more"}};
  for (Parameter& parameter : language_parameters()) {
    if (parameter.name == "text") parameter.default_value = "nfkc,lower,words";
    if (parameter.name == "sentences")
      parameter.help = "what a document is: a line, or the sentences a line is split into after . ! and ?";
    parameters.push_back(std::move(parameter));
  }
  add_published(parameters, "Zweig et al. 2012",
                {{"dimensions", "300"},
                 {"power", "1", "words of large singular values would drown the others"},
                 {"weighting", "tf=raw,idf=plain", "a word said twice says little more"},
                 {"context", "plain", "the words around a blank that are in every sentence say little"}});
  return {.name = "lsa",
          .job = "completion",
          .summary = "latent semantic analysis of a text: words that go with the rest of a sentence",
          .data = "TEXT...",
          .parameters = std::move(parameters),
          .examples = {"couplet fit lsa story.txt --dimensions 20 -o lsa.couplet"},
          .plan = plan_lsa,
          .fit = fit_lsa,
          .load = LsaModel::load,
          .in_team = true};
}

}  // namespace couplet
