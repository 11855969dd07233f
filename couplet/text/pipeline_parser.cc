// Reading the string that describes a pipeline.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/trimmed.h"

namespace couplet {
namespace {

constexpr const char* known_steps =
    "the steps are nfkc, lower, then one of icu, words, penn, space, chars:A-B, then grams:A-B";
constexpr int longest_ngram = 100;

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "A-B" or "A".
std::optional<NgramRange> range_of(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto shortest = number_of(text.substr(0, dash));
  const auto longest = dash == std::string_view::npos ? shortest : number_of(text.substr(dash + 1));
  if (!shortest || !longest || *shortest < 1 || *longest < *shortest || *longest > longest_ngram) return std::nullopt;
  return NgramRange{*shortest, *longest};
}

}  // namespace

class PipelineParser {
 public:
  explicit PipelineParser(std::string_view spec) : place_(fmt::format("pipeline \"{}\"", spec)) {
    for (;;) {
      const std::size_t comma = spec.find(',');
      take(trimmed(spec.substr(0, comma)));
      if (comma == std::string_view::npos) break;
      spec.remove_prefix(comma + 1);
    }
    if (done_ < Phase::split) fail("no step that makes tokens");
    write_spec();
  }

  TextPipeline result;

 private:
  enum class Phase { start, nfkc, lower, split, grams };

  void take(std::string_view step) {
    const std::size_t colon = step.find(':');
    const std::string_view name = step.substr(0, colon);
    const bool ranged = name == "chars" || name == "grams";
    NgramRange range;
    if (ranged) {
      const auto given = range_of(colon == std::string_view::npos ? "" : step.substr(colon + 1));
      if (!given) fail(fmt::format("step \"{}\" needs a range within 1-{}, as in {}:2-4", step, longest_ngram, name));
      range = *given;
    }
    using Split = TextPipeline::Split;
    if (step == "nfkc") {
      enter(Phase::nfkc, step);
      result.nfkc_ = true;
    } else if (step == "lower") {
      enter(Phase::lower, step);
      result.lower_ = true;
    } else if (step == "icu" || step == "words" || step == "penn" || step == "space" || name == "chars") {
      enter(Phase::split, step);
      result.split_ = step == "icu"     ? Split::icu
                      : step == "words" ? Split::words
                      : step == "penn"  ? Split::penn
                      : step == "space" ? Split::space
                                        : Split::chars;
      if (name == "chars") result.chars_ = range;
    } else if (name == "grams") {
      if (done_ < Phase::split) fail(fmt::format("step \"{}\" comes before there are tokens", step));
      enter(Phase::grams, step);
      result.grams_ = range;
    } else {
      fail(fmt::format("unknown step \"{}\"", step));
    }
  }

  void enter(Phase phase, std::string_view step) {
    if (phase <= done_) fail(fmt::format("step \"{}\" comes too late or twice", step));
    done_ = phase;
  }

  void write_spec() {
    using Split = TextPipeline::Split;
    std::string& spec = result.spec_;
    spec.clear();
    if (result.nfkc_) spec += "nfkc,";
    if (result.lower_) spec += "lower,";
    switch (result.split_) {
      case Split::icu:
        spec += "icu";
        break;
      case Split::words:
        spec += "words";
        break;
      case Split::penn:
        spec += "penn";
        break;
      case Split::space:
        spec += "space";
        break;
      case Split::chars:
        spec += fmt::format("chars:{}-{}", result.chars_.shortest, result.chars_.longest);
        break;
    }
    if (result.grams_.longest > 1) spec += fmt::format(",grams:{}-{}", result.grams_.shortest, result.grams_.longest);
  }

  [[noreturn]] void fail(std::string problem) const {
    throw Error(ErrorCode::usage, place_, std::move(problem), known_steps);
  }

  std::string place_;
  Phase done_ = Phase::start;
};

TextPipeline TextPipeline::parse(std::string_view spec) { return PipelineParser(spec).result; }

}  // namespace couplet
