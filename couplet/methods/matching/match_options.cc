#include "couplet/methods/matching/match_options.h"

#include <charconv>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/model/published.h"
#include "couplet/text/field_reader.h"

namespace couplet {
namespace {

using enum ParameterType;

/// "LEFT/RIGHT", or one for both.
std::vector<std::string> by_side(const std::string& value, char separator, const std::string& name) {
  std::vector<std::string> parts;
  if (value.empty()) return parts;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(separator, begin), value.size());
    parts.push_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  if (parts.size() > 2)
    throw Error(ErrorCode::usage, "--" + name, "'" + value + "' has more than two parts",
                std::string("one for both collections, or LEFT") + separator + "RIGHT");
  return parts;
}

/// "0.01:1:0.01" (first, last, step), or one value.
std::vector<double> power_range(const std::string& text) {
  double numbers[3] = {0, 0, 0};
  int count = 0;
  const char *at = text.data(), *const end = text.data() + text.size();
  for (bool more = true; more && count < 3; ++count) {
    const auto [stop, problem] = std::from_chars(at, end, numbers[count]);
    more = problem == std::errc() && stop != end && *stop == ':';
    if (problem != std::errc() || (!more && stop != end)) count = 4;
    at = stop + 1;
  }
  const bool one = count == 1, range = count == 3;
  if ((!one && !range) || !(numbers[0] > 0) || numbers[0] > 10 ||
      (range && (!(numbers[2] > 0) || numbers[1] < numbers[0] || numbers[1] > 10 ||
                 (numbers[1] - numbers[0]) / numbers[2] > 10000)))
    throw Error(ErrorCode::usage, "--powers", "'" + text + "' is no range of p",
                "write 0.01:1:0.01, or one value above 0");
  std::vector<double> powers;
  const auto steps = range ? std::llround(std::floor((numbers[1] - numbers[0]) / numbers[2] + 1e-9)) : 0;
  for (long long k = 0; k <= steps; ++k) powers.push_back(numbers[0] + static_cast<double>(k) * numbers[2]);
  return powers;
}

MatchMethod method_named(const std::string& name) {
  if (name == "ks") return MatchMethod::ks;
  if (name == "psmooth") return MatchMethod::psmooth;
  if (name == "s-u") return MatchMethod::s_u;
  if (name == "s-z") return MatchMethod::s_z;
  return name == "mcca" ? MatchMethod::mcca : MatchMethod::automatic;
}

std::vector<Parameter> options_of_matching() {
  return {
      Parameter::one_of("method", "auto",
                        "auto tries several ways; ks and psmooth need no seeds; s-u, s-z and mcca grow from seeds",
                        {"auto", "ks", "psmooth", "s-u", "s-z", "mcca"}),
      Parameter::path("seeds", "pairs that are known: two columns of rows from 0"),
      Parameter::path(
          "accept",
          "a reviewed result (rows to keep, or marked yes in a column named accept): added to the file of --seeds"),
      Parameter::path(
          "forbidden",
          "pairs that are wrong, and are not matched: two columns of rows from 0, or a reviewed result (rows "
          "marked no in a column named accept)"),
      {"text", text, "auto",
       "text pipeline, or LEFT/RIGHT; auto: words of documents (by dictionary where no blanks are written), "
       "character 1-3-grams of names (romanised)"},
      {"stemmer", text, "", "Snowball language of the stems, or LEFT,RIGHT: english,spanish"},
      {"stop-words", text, "", "words left out: a file, or LEFT,RIGHT, or top:N for the N in most texts"},
      Parameter::one_of("romanise", "auto",
                        "texts in Latin letters first (ICU: Any-Latin; Latin-ASCII); auto: names only",
                        {"auto", "on", "off"}),
      {"weighting", text, "tf=sublinear,idf=plain", "weights of terms"},
      {"kernel", text, "auto",
       "kernel of .npy features; auto: a Gaussian of 0.35 of the median distance (auto:X for X of it)"},
      {"gram", flag, "", "the .npy files are Gram matrices, not features"},
      Parameter::one_of("negative", "refuse", "what becomes of negative similarities, which have no p-th power",
                        {"refuse", "shift", "clip"}),
      Parameter::one_of("surface", "auto",
                        "auto may use letters that both sides share once romanised, if they help; off: kernels only",
                        {"auto", "off"}),
      {"powers", text, "0.01:1:0.01", "values of p that psmooth, s-u and s-z sweep: first:last:step, or one"},
      {"step", integer, "0", "matches that enter after each assignment; 0: 2, more from 600 objects on", 0, 1e9},
      Parameter::one_of("sureness", "margin", "what the surest matches are told by", {"margin", "weight"}),
      {"grow-until", real, "1",
       "s-u and s-z stop once this share of the pairs is matched, the surest; the other objects stay alone", 0, 1},
      Parameter::one_of("starts", "all",
                        "all also begins from sorted similarities, climbs and grows again; principal is as published: "
                        "principal orders (ks, psmooth), seeds (s-u, s-z), and what grows from them",
                        {"all", "principal"}),
      {"time", real, "0", "seconds for restarts of ks and psmooth from random matchings", 0, 1e7},
      {"neighbours", integer, "0", "nearest objects kept of each; 0: all up to 5000 objects a side, 50 beyond", 0,
       100000},
  };
}

}  // namespace

std::span<const Parameter> match_parameters() {
  static const std::vector<Parameter> schema = [] {
    std::vector<Parameter> all = options_of_matching();
    add_published(all, "Jagarlamudi, Juarez & Daumé 2010",
                  {{"weighting", "tf=raw,idf=plain", "a few frequent words would outweigh all others"},
                   {"kernel", "auto:1", "so wide a Gaussian hardly tells near from far"},
                   {"surface", "off", "letters that both sides share are evidence the paper does not use"},
                   {"powers", "0.01:1:0.01"},
                   {"step", "2", "large collections would take too long"},
                   {"sureness", "weight", "an object that is like everything has large weights; margins tell it"},
                   {"starts", "principal", "the principal orders of texts seldom agree"}});
    return all;
  }();
  return schema;
}

MatchOptions match_options(const Parameters& parameters) {
  MatchOptions options;
  options.method = method_named(parameters.text("method"));
  if (is_as_published(parameters) && options.method == MatchMethod::automatic)
    throw Error(ErrorCode::usage, "--method", "auto is in no paper", "choose ks, psmooth, s-u, s-z or mcca");
  options.pipelines = by_side(parameters.text("text"), '/', "text");
  options.stemmers = by_side(parameters.text("stemmer"), ',', "stemmer");
  options.stop_words = by_side(parameters.text("stop-words"), ',', "stop-words");
  options.romanise = parameters.text("romanise");
  options.weighting = TermWeighting::parse(parameters.text("weighting"));
  options.kernel = parameters.text("kernel");
  options.gram = parameters.flag("gram");
  options.negatives = parse_negatives(parameters.text("negative"));
  options.surface = parameters.text("surface") != "off";
  options.powers = power_range(parameters.text("powers"));
  options.step = parameters.integer("step");
  options.sureness = parameters.text("sureness") == "weight" ? Sureness::weight : Sureness::margin;
  options.until = parameters.real("grow-until");
  if (parameters.given("grow-until") && options.method != MatchMethod::s_u && options.method != MatchMethod::s_z)
    throw Error(ErrorCode::usage, "--grow-until", "is for what grows from seeds", "use --method s-u or s-z");
  options.all_starts = parameters.text("starts") == "all";
  options.time = std::chrono::duration<double>(parameters.real("time"));
  options.neighbours = parameters.integer("neighbours");
  return options;
}

}  // namespace couplet
