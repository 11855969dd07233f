#include "couplet/methods/vectors/vectors_schema.h"

#include <fmt/format.h>

#include <string>

#include "couplet/base/error.h"
#include "couplet/model/published.h"

namespace couplet {
namespace {

using enum ParameterType;

bool logarithmic(Member member) { return member == Member::gtest || member == Member::sgns || member == Member::glove; }

constexpr const char* paper = "Niitsuma & Lee 2018";

/// The paper counts with hyperwords (Levy, Goldberg & Dagan 2015) and names no option: these are its defaults.
std::vector<PublishedValue> published_counting() {
  return {
      {"window", "2", "counted our way, sgns agrees with WordSim-353 at .64, this way at .53 (a fifth of the text)"},
      {"weights", "fixed", "near contexts say more about a word than far ones"},
      {"min-count", "100", "most words of a small text would have no vector"},
      {"hold-places", "true", "a window that reaches over words left out sees more of what is left"}};
}

double default_power(Coordinates which) { return which == Coordinates::u || which == Coordinates::v ? 0 : 1; }

/// How a text is counted.
std::vector<Parameter> counting_options() {
  return {
      Parameter::one_of("input", "auto",
                        "what the data is; auto: counts for a saved count table, table for .csv and .tsv without "
                        "--columns, else text",
                        {"auto", "text", "table", "long", "categories", "counts"}),
      {"text", text, "nfkc,lower,icu", "the text pipeline that cuts text into words"},
      {"window", integer, "5", "words each side that count as context", 1, 1000},
      Parameter::one_of("weights", "dynamic",
                        "what a context at distance d counts: 1, (window - d + 1) / window, or 1 / d",
                        {"fixed", "dynamic", "harmonic"}),
      Parameter::one_of("sides", "both", "on which sides of a word its contexts stand", {"left", "right", "both"}),
      {"min-count", integer, "0", "leave out words that occur less often; 0: 5, or 1 in texts below 10,000 words", 0},
      {"max-vocabulary", integer, "0", "keep so many words at most, the most frequent; 0: all", 0},
      {"subsample", real, "0", "leave out frequent words at random, as word2vec does with 1e-3 to 1e-5; 0: none", 0, 1},
      {"hold-places", flag, "", "words left out keep their place, so that a window does not reach further over them"},
      Parameter::path("drop-words", "a file of words, one a line, that are taken out of the text first"),
  };
}

}  // namespace

std::vector<Parameter> counting_parameters() {
  std::vector<Parameter> all = counting_options();
  add_published(all, paper, published_counting());
  return all;
}

std::vector<Parameter> family_parameters(Member member) {
  std::vector<Parameter> all = counting_options();
  const auto add = [&](Parameter parameter) { all.push_back(std::move(parameter)); };
  add({"dimensions", integer, "100", "numbers in a vector; fewer when the table's rank is smaller", 1, 100000});
  const bool pmi = member == Member::sgns || member == Member::glove;
  add(Parameter::one_of(
      "coordinates", "f",
      "f: principal coordinates of rows; g: of columns; u, v: without the kernel; sum: f + g, for words",
      {"f", "u", "g", "v", "sum"}));
  add({"power", real, pmi ? "0.5" : "", "power of the singular values in the vectors; not given: 1, for u and v 0", 0,
       2});
  add({"exact", flag, "", "singular values to 1e-8 instead of 1e-3 (always so for tables with a side up to 2000)"});
  add({"svd-rounds", integer, "",
       "decompose by so many rounds of randomised subspace iteration, settled or not, as other programs do", 0, 1000});
  add({"subwords", integer, "0",
       "vectors of character n-grams (3 to 6) in so many buckets, learned from the words', so that unknown words have "
       "one "
       "too; 0: none, 100000 is usual",
       0, 10000000});
  add({"keep-table", flag, "", "keep the table in the model, for explain; always kept when the data is a table"});
  if (member == Member::sgns) {
    add({"negatives", real, "1", "k: log k is taken off the mutual information", 1e-9, 1e9});
    add({"signed", flag, "", "keep negative values too, not only the positive part"});
  }
  if (member == Member::kpca)
    add({"alpha", real, "1", "a of the kernel exp(-a |e_i - e_j|^2) of categories", 1e-9, 1e3});
  if (logarithmic(member))
    add({"context-power", real, "1",
         "power of the context frequencies in what is expected: below 1, rare contexts count less", 0, 1});
  add({"stop-words", text, "", "words with another weight: a file, one a line, or top:N for the N most frequent"});
  add({"stop-row", real, "2", "a stop word's weight as a row is 1 plus this", -0.999999, 1e6});
  add({"stop-col", real, "0", "a stop word's weight as a column is 1 plus this", -0.999999, 1e6});
  if (member == Member::ca || member == Member::gtest) {
    add(Parameter::path("similarity",
                        "known similarities: word, word, score (TSV); scores are divided by the largest"));
    add({"similarity-weight", real, "0.3",
         "how far known similarities draw words together; 1 is the most a table allows", 0, 0.999});
    for (const auto& [name, side] : {std::pair("row", "rows"), std::pair("col", "columns")}) {
      add({fmt::format("alpha-{}", name), real, "",
           fmt::format("instead: the paper's weight of similarities between {}, of either sign; above 0 similar ones "
                       "are driven apart",
                       side),
           -1e6, 1e6});
      add({fmt::format("beta-{}", name), real, "1",
           fmt::format("with --alpha-{}: what is added to it, the weight of {} that are not similar", name, side), -1e6,
           1e6});
    }
  }
  for (const auto& [name, side] : {std::pair("row-kernel", "rows"), std::pair("col-kernel", "columns")})
    add(Parameter::path(
        name,
        fmt::format("a kernel for the {}, on top of the method's own: label, weight (TSV), or label, label, value "
                    "(symmetric positive definite; diagonal 1 unless given)",
                    side)));
  add_needs(all, {{"stop-row", "stop-words"}, {"stop-col", "stop-words"}, {"similarity-weight", "similarity"}});
  std::vector<PublishedValue> published = published_counting();
  if (pmi) published.push_back({"power", "1", "the root of the singular values is better for similarity of words"});
  if (member == Member::sgns)
    published.push_back({"signed", "true", "negative values are mostly noise of what was seen too seldom"});
  if (member != Member::context_lsa) add_published(all, paper, published);
  return all;
}

Coordinates parse_coordinates(std::string_view name) {
  using enum Coordinates;
  for (const auto& [known, which] : {std::pair("f", f), {"u", u}, {"g", g}, {"v", v}, {"sum", sum}})
    if (name == known) return which;
  throw Error(ErrorCode::usage, "--coordinates", "'" + std::string(name) + "' is none of f, u, g, v, sum");
}

CoordinatesChoice coordinates_in(const Parameters& parameters) {
  const Coordinates which = parse_coordinates(parameters.text("coordinates"));
  return {which, parameters.has("power") ? parameters.real("power") : default_power(which)};
}

CoordinatesChoice coordinates_in(const ModelHeader& header) {
  CoordinatesChoice result{Coordinates::f, 1};
  if (const std::string* which = header.find_parameter("coordinates")) result.which = parse_coordinates(*which);
  const std::string* power = header.find_parameter("power");
  result.power = power && !power->empty() ? header.number("power", -1e6, 1e6) : default_power(result.which);
  return result;
}

}  // namespace couplet
