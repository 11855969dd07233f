// The parameters of every method of the bridge, and what the papers take for them.
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/model/published.h"

namespace couplet {

using enum ParameterType;

std::vector<Parameter> vocabulary_parameters() {
  return {
      {"text", text, "nfkc,lower,icu",
       "the text pipeline that cuts texts into words; one a language, separated by semicolons, where they differ"},
      {"terms", integer, "20000", "words kept at most, those in most texts: of the one vocabulary, or of each language",
       1, 10000000},
      {"drop-frequent", integer, "",
       "leave out so many of the most frequent words first; not given: 50 over all languages, at most one in a "
       "hundred; of given weights none",
       0},
      {"min-documents", integer, "1", "leave out words in fewer texts", 1},
  };
}

Parameter sides_parameter() {
  return {"sides", text, "1,2", "of more than two languages, the numbers of those the left and the right texts are in"};
}

namespace {

std::vector<Parameter> own_parameters(BridgeKind kind) {
  std::vector<Parameter> all = vocabulary_parameters();
  all.push_back(
      {"weighting", text, "tf=log2,idf=log2",
       "what a word counts: tf=log2|raw|binary|sublinear|bm25,idf=log2|plain|smooth|none|bm25; bm25 alone is both; "
       "given: texts are written word:weight word:weight, as svmlight has vectors"});
  all.push_back({"idf-power", real, "1",
                 "power of a word's document weight in texts to compare, not in learning; 0.5 for sentences", 0, 4});
  const auto add = [&](Parameter parameter) { all.push_back(std::move(parameter)); };
  const bool learned = kind == BridgeKind::s2net || (is_linear(kind) && kind != BridgeKind::cca);
  if (learned)
    add(Parameter::one_of("vocabulary", "shared",
                          "shared: a word spelt alike in several languages is one; separate: it is not",
                          {"shared", "separate"}));
  if (is_linear(kind) || kind == BridgeKind::untranslated) add(sides_parameter());
  if (kind == BridgeKind::untranslated) return all;
  if (kind == BridgeKind::word_by_word) {
    add({"rounds", integer, "5", "rounds of expectation-maximisation", 1, 1000});
    add({"translations", integer, "5", "translations kept of a word at most, the likeliest", 1, 1000});
    add({"least", real, "0.01", "leave out translations less likely than this", 0, 1});
    add(Parameter::path("table",
                        "translations to use in the place of learned ones (TSV: left word, right word, probability)"));
    add({"dimensions", integer, "",
         "map the translated texts by LSA of the right language's documents into so many dimensions; not given: not", 1,
         100000});
    add({"exact", flag, "", "settle the decomposition to 1e-8 instead of 5e-3"});
    return all;
  }
  add({"even", flag, "", "scale every text to the same length before learning, so that long ones do not count more"});
  add({"dimensions", integer, "",
       kind == BridgeKind::s2net
           ? "numbers in a text's vector; not given: five for six documents, from 200 to 1000 (300 "
             "beyond 5000 documents); fewer when the rank is smaller"
           : "numbers in a text's vector; not given: five for six documents, from 200 to 1000; "
             "fewer when the rank is smaller",
       1, 100000});
  if (kind != BridgeKind::cl_lsi && !is_single(kind))
    add({"regulariser", real, kind == BridgeKind::cca ? "3" : "0.1",
         "g: added to the diagonal of the covariance (cca) or of the differences (opca); more for fewer documents", 0,
         1e9});
  add({"power", real, "0", "directions count as their value (singular value, eigenvalue, correlation) to this power",
       -4, 4});
  add({"exact", flag, "", "settle the decomposition to 1e-8 instead of 5e-3"});
  if (is_single(kind)) return all;
  if (kind == BridgeKind::dda)
    add({"blocks", integer, "4", "of terms, each of which is solved by itself first", 1, 1000});
  if (is_linear(kind)) {
    add({"tune", text, "",
         kind == BridgeKind::cl_lsi ? "dimensions: try fewer and more, and keep what finds most development texts"
                                    : "dimensions, regulariser or both with a comma: try others, and keep what finds "
                                      "most development texts"});
    add(Parameter::path("development", "with --tune: pairs (TSV or JSON Lines) to find, or a file a language: a,b"));
    add({.name = "curve",
         .type = ParameterType::output,
         .default_value = "",
         .help = "with --tune: write a picture of the trials here (SVG)",
         .kept_in_model = false});
    add_needs(all, {{"development", "tune"}, {"curve", "tune"}});
    return all;
  }
  add(Parameter::one_of("start", "opca", "the method whose vectors are trained on; random: none",
                        {"opca", "cl-lsi", "cca", "pca", "random"}));
  add(Parameter::one_of("loss", "ranking",
                        "ranking: counterparts before others; squared: a cosine of 1 for counterparts, 0 for others",
                        {"ranking", "squared"}));
  add({"gamma", real, "10", "steepness of the loss", 1e-6, 1e6});
  add({"pull", real, "0", "lambda/2 |A - A0|^2 is added to the loss: stay near the start", 0, 1e9});
  add({"evaluations", integer, "60", "evaluations of the loss at most", 1, 1000000});
  add({"patience", integer, "5", "iterations without a better development figure before training ends", 1, 1000000});
  add({"competitors", integer, "0",
       "texts each pair is compared with, drawn at random from the right texts of all pairs; 0: all", 0});
  add({"hold-out", real, "0.1", "the share of the documents, at most 1000, that tells when to stop; 0: none", 0, 0.5});
  add(Parameter::path("development",
                      "pairs (TSV or JSON Lines) that tell when to stop, instead of held-out documents"));
  add(Parameter::path("triples",
                      "judged texts (TSV) to learn from too: a left text, a right text that suits it more, one that "
                      "suits it less"));
  add({"label", text, "",
       "the column with a grade, 0 or more: learn from pairs of unequal grade within a query, not from counterparts"});
  add({"group", text, "", "with --label: the column that texts of one query share; default: the query itself"});
  add({"by-gain", flag, "", "with --label: a pair weighs the difference of 2^grade, not 1"});
  add({"pair-loss", flag, "",
       "with --label: learn that texts of a grade above 0 come before those of other queries, too"});
  add_needs(all,
            {{"group", "label"}, {"by-gain", "label"}, {"pair-loss", "label"}, {"patience", "hold-out|development"}});
  return all;
}

/// What the papers take; of two data sets, for Europarl.
std::vector<PublishedValue> published_by(BridgeKind kind) {
  std::vector<PublishedValue> values = {
      {"weighting", "tf=log2,idf=log2"},
      {"terms", "20000"},
      {"drop-frequent", "50", "of a small vocabulary 50 words are too many to lose"},
      {"idf-power", "1"},
  };
  const auto dimensions = [&](const char* number) {
    values.push_back({"dimensions", number, "by the number of documents: more than they have tell nothing new"});
  };
  switch (kind) {
    case BridgeKind::opca:
      dimensions("1000");
      values.insert(values.end(), {{"regulariser", "0.1"}, {"vocabulary", "shared"}});
      break;
    case BridgeKind::cca:
      dimensions("1500");
      values.push_back({"regulariser", "10", "3 is the paper's choice for pages that are no translations"});
      break;
    case BridgeKind::cl_lsi:
      dimensions("3000");
      values.push_back({"vocabulary", "shared"});
      break;
    case BridgeKind::s2net:
      dimensions("2000");
      values.insert(values.end(), {{"start", "opca"},
                                   {"loss", "ranking"},
                                   {"gamma", "10"},
                                   {"pull", "0"},
                                   {"competitors", "0"},
                                   {"vocabulary", "shared"}});
      break;
    default:
      break;
  }
  return values;
}

}  // namespace

std::vector<Parameter> bridge_parameters(BridgeKind kind) {
  std::vector<Parameter> all = own_parameters(kind);
  if (kind == BridgeKind::s2net)
    add_published(all, "Yih, Toutanova, Platt & Meek 2011", published_by(kind));
  else if (kind != BridgeKind::dda && !is_single(kind))
    add_published(all, "Platt, Toutanova & Yih 2010", published_by(kind));
  return all;
}

}  // namespace couplet
