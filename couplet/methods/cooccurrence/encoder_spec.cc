// The spelling of an encoder.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/methods/cooccurrence/encoder.h"

namespace couplet {

namespace {

constexpr std::pair<const char*, EncoderKind> kind_names[] = {
    {"sum", EncoderKind::sum},     {"mean", EncoderKind::mean},         {"idf", EncoderKind::idf},
    {"sif", EncoderKind::sif},     {"extremes", EncoderKind::extremes}, {"hash", EncoderKind::hash},
    {"chars", EncoderKind::chars}, {"lsa", EncoderKind::lsa},           {"shape", EncoderKind::shape},
    {"rows", EncoderKind::rows}};

}  // namespace

EncoderSpec EncoderSpec::parse(const std::string& text) {
  const auto colon = text.find(':');
  std::string name = text.substr(0, colon);
  if (name == "vectors") name = "sum";
  const auto* known =
      std::find_if(std::begin(kind_names), std::end(kind_names), [&](const auto& k) { return k.first == name; });
  if (known == std::end(kind_names))
    throw Error(ErrorCode::usage, "--encoder", "unknown encoder '" + text + "'",
                "use sum, mean, idf, sif or extremes (with --vectors), hash:DIM, chars:DIM, lsa:DIM or shape");
  EncoderSpec spec{known->second, 0};
  if (spec.hashes()) spec.dimension = 1024;
  if (colon == std::string::npos) return spec;
  const std::string number = text.substr(colon + 1);
  const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), spec.dimension);
  const bool takes_dimension = spec.hashes() || spec.kind == EncoderKind::lsa;
  if (!takes_dimension || failure != std::errc() || end != number.data() + number.size() || spec.dimension < 1 ||
      spec.dimension > 20000)
    throw Error(ErrorCode::usage, "--encoder", "'" + text + "' makes no sense",
                "write hash:DIM, chars:DIM or lsa:DIM with DIM from 1 to 20000, the others alone");
  return spec;
}

std::string EncoderSpec::text() const {
  const auto* known =
      std::find_if(std::begin(kind_names), std::end(kind_names), [&](const auto& k) { return k.second == kind; });
  return dimension > 0 && (hashes() || kind == EncoderKind::lsa) ? fmt::format("{}:{}", known->first, dimension)
                                                                 : known->first;
}

void Coverage::add(const Coverage& other, std::int64_t sign) {
  texts += sign * other.texts;
  unknown_texts += sign * other.unknown_texts;
  tokens += sign * other.tokens;
  unknown_tokens += sign * other.unknown_tokens;
}

}  // namespace couplet
