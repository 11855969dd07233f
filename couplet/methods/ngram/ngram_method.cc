#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/ngram/arpa.h"
#include "couplet/methods/ngram/ngram_model.h"
#include "couplet/methods/ngram/pruning.h"

namespace couplet {
namespace {

/// "1,1,2": the least count of each order; the last one holds for those not named.
std::vector<std::uint64_t> parse_cutoffs(const std::string& text, int order) {
  std::vector<std::uint64_t> cutoffs;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    std::uint64_t value = 0;
    const auto [stop, failure] = std::from_chars(rest.data(), rest.data() + end, value);
    if (failure != std::errc() || stop != rest.data() + end || value < 1)
      throw Error(ErrorCode::usage, "--cutoffs", "'" + text + "' is not a list of whole numbers from 1",
                  "write the least count of each order, such as 1,1,2");
    cutoffs.push_back(value);
    more = end < rest.size();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!std::is_sorted(cutoffs.begin(), cutoffs.end()))
    throw Error(ErrorCode::usage, "--cutoffs", "'" + text + "' falls with the order",
                "a long n-gram cannot stay without the short ones in it");
  cutoffs.resize(order, cutoffs.back());
  return cutoffs;
}

/// The table as it is kept, its sizes reported.
NgramTable kept_table(BackoffTrie&& trie, const Parameters& parameters, FitReport& report) {
  NgramTable table = NgramTable::from(std::move(trie));
  for (int n = 1; n <= table.order(); ++n) report.add(fmt::format("{}-grams", n), table.size(n));
  const auto bits = static_cast<int>(parameters.integer("quantise"));
  if (bits == 1) throw Error(ErrorCode::usage, "--quantise", "1 bit tells two numbers apart", "write 2 to 8, or 0");
  return bits > 0 ? table.quantised(bits) : table;
}

Fitted from_arpa(const std::string& path, const Fitting& fitting) {
  ArpaModel arpa = read_arpa(path, fitting.run);
  Fitted fitted;
  const std::string fingerprint = hex64(hash64({arpa.words.bytes().data(), arpa.words.bytes().size()}));
  ModelHeader header = fitting.header(arpa.words.size(), fingerprint, {{"unknown types", "1"}, {"source", "ARPA"}});
  NgramTable table = kept_table(std::move(arpa.trie), fitting.parameters, fitted.report);
  if (arpa.added > 0) fitted.report.add("added", fmt::format("{} suffixes of n-grams", arpa.added));
  fitted.model = std::make_unique<NgramModel>(std::move(header), std::move(arpa.words), std::move(table));
  return fitted;
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  if (data.paths.size() == 1 && is_arpa_file(data.paths[0])) return from_arpa(data.paths[0], fitting);
  const auto order = static_cast<int>(parameters.integer("order"));
  const Smoothing smoothing = parse_smoothing(parameters.text("smoothing"));
  const std::vector<std::uint64_t> cutoffs = parse_cutoffs(parameters.text("cutoffs"), order);
  Fitted fitted;
  LanguageText text = LanguageText::read(data, parameters, run);
  ModelHeader header = language_header(text, fitting);
  report_text(text, fitted.report, run);
  std::int64_t spilled = 0;
  CountTrie counts = count_ngrams(text, order, spilled, run);
  fitted.report.add("sentences", run.team->sum(text.sentences()));
  spilled = run.team->sum(spilled);
  if (spilled > 0) fitted.report.add("runs on disk", spilled);
  std::vector<std::string> warnings;
  BackoffTrie trie = estimate(std::move(counts), smoothing, cutoffs, warnings, run);
  for (const std::string& warning : warnings) run.observer->warn(warning);
  if (parameters.real("prune") > 0) {
    std::int64_t dropped = 0;
    trie = prune(std::move(trie), parameters.real("prune"), dropped, run);
    fitted.report.add("pruned", dropped);
  }
  NgramTable table = kept_table(std::move(trie), parameters, fitted.report);
  fitted.model = std::make_unique<NgramModel>(std::move(header), text.words(), std::move(table));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data& data, const Parameters& parameters, const Run& run) {
  if (data.paths.size() == 1 && is_arpa_file(data.paths[0])) return {{"input", "ARPA"}};
  return {{"input", "text"},
          {"passes over the data", "1"},
          {"order", parameters.text("order")},
          {"memory", "about 50 bytes an n-gram; the counting takes " + format_bytes(run.memory.bytes() / 4) +
                         " at most, the rest goes to disk"}};
}

}  // namespace

Method ngram_method() {
  using enum ParameterType;
  std::vector<Parameter> parameters = {
      {"order", integer, "4", "longest n-grams", 1, highest_order},
      Parameter::one_of("smoothing", "kn",
                        "kn: interpolated modified Kneser-Ney; gt: Katz back-off with Good-Turing discounts; absolute: "
                        "absolute discounting, interpolated",
                        {"kn", "gt", "absolute"}),
      {"cutoffs", text, "1", "least count of each order, such as 1,1,2; the last one holds for the orders after it"},
      {"prune", real, "0", "leave out n-grams whose loss alone raises the perplexity by less than this share", 0, 1},
      {"quantise", integer, "0",
       "bits (2 to 8) of each probability and back-off weight: a third of the size; 0: as they are", 0, 8}};
  for (Parameter& parameter : language_parameters()) parameters.push_back(std::move(parameter));
  return {.name = "ngram",
          .job = "completion",
          .summary = "an n-gram language model with back-off, from text or an ARPA file",
          .data = "TEXT... | ARPA",
          .parameters = std::move(parameters),
          .examples = {"couplet fit ngram story.txt --order 3 -o trigrams.couplet",
                       "couplet fit ngram story.txt --smoothing gt --min-count 2 -o katz.couplet"},
          .plan = plan,
          .fit = fit,
          .load = NgramModel::load,
          .in_team = true};
}

}  // namespace couplet
