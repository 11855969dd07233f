// `couplet fit bm25` and `couplet fit tfidf`.
#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/ranking/lexical_model.h"

namespace couplet {
namespace {

Fitted fit_lexical(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const TermRule rule = TermRule::parse(parameters.text("text"), parameters.text("stemmer"));
  const bool feedback = parameters.integer("feedback") > 0;
  CountedCollection counted = count_collection(data, rule, feedback, fitting.run);
  ModelHeader header = fitting.header(counted.terms.texts, hex64(counted.fingerprint));
  FitReport report;
  report.add("texts", counted.terms.texts);
  if (counted.repeated > 0) report.add("repeated", fmt::format("{}, counted once", counted.repeated));
  if (counted.empty > 0) report.add("without a word", counted.empty);
  if (counted.skipped > 0) report.add("bad lines skipped", counted.skipped);
  report.add("terms", counted.terms.words.size());
  report.add("mean length", counted.terms.mean_length, ".2f");
  CsrMatrix<double> rows;
  if (feedback) rows = LexicalModel::rows_of(header, counted.terms, counted.texts, fitting.run);
  return {std::make_unique<LexicalModel>(std::move(header), std::move(counted.terms), std::move(rows)),
          std::move(report)};
}

std::vector<std::pair<std::string, std::string>> plan_lexical(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the data", "1"},
          {"memory", parameters.integer("feedback") > 0 ? "the texts, and 16 bytes a different word of each"
                                                        : "the different words"}};
}

Method lexical_method(const char* name, const char* summary, std::vector<Parameter> own, std::string example) {
  using enum ParameterType;
  std::vector<Parameter> all = {{"text", text, "nfkc,lower,icu", "text pipeline: how texts become words"},
                                {"stemmer", text, "porter", "porter, a Snowball language, or none: words as they are"}};
  all.insert(all.end(), own.begin(), own.end());
  const std::vector<Parameter> feedback = {
      {"feedback", integer, "0", "widen queries by this many of the texts they find; keeps the texts' words", 0, 1000},
      {"feedback-terms", integer, "30", "terms that the texts found add to a query", 1, 1e6},
      {"feedback-share", real, "1", "how much those terms count beside the query's own", 0, 1000}};
  all.insert(all.end(), feedback.begin(), feedback.end());
  add_needs(all, {{"feedback-terms", "feedback"}, {"feedback-share", "feedback"}});
  return {.name = name,
          .job = "ranking",
          .summary = summary,
          .data = "TEXTS",
          .parameters = std::move(all),
          .examples = {std::move(example)},
          .plan = plan_lexical,
          .fit = fit_lexical,
          .load = LexicalModel::load};
}

}  // namespace

Method bm25_method() {
  using enum ParameterType;
  return lexical_method("bm25", "texts for a query by the words they share, weighted by BM25",
                        {{"k1", real, "1.2", "how soon a repeated word counts no more", 0, 1000},
                         {"b", real, "0.75", "how much long texts are held back: 0 to 1", 0, 1}},
                        "couplet fit bm25 right.txt -o bm25.couplet");
}

Method tfidf_method() {
  return lexical_method("tfidf", "texts for a query by the words they share: the cosine of tf-idf vectors", {},
                        "couplet fit tfidf right.txt -o tfidf.couplet");
}

}  // namespace couplet
