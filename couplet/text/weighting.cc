#include "couplet/text/weighting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "couplet/base/error.h"

namespace couplet {
namespace {

using Tf = TermFrequency;
using Idf = InverseDocumentFrequency;

constexpr std::array<std::pair<std::string_view, Tf>, 6> tf_names{{{"raw", Tf::raw},
                                                                   {"binary", Tf::binary},
                                                                   {"log2", Tf::log2},
                                                                   {"sublinear", Tf::sublinear},
                                                                   {"bm25", Tf::bm25},
                                                                   {"given", Tf::given}}};
constexpr std::array<std::pair<std::string_view, Idf>, 5> idf_names{
    {{"none", Idf::none}, {"plain", Idf::plain}, {"log2", Idf::log2}, {"smooth", Idf::smooth}, {"bm25", Idf::bm25}}};

template <class Names>
std::string listed(const Names& names) {
  std::string list;
  for (const auto& entry : names) list.append(list.empty() ? "" : ", ").append(entry.first);
  return list;
}

[[noreturn]] void fail(std::string_view spec, std::string problem, std::string remedy) {
  throw Error(ErrorCode::usage, fmt::format("weighting \"{}\"", spec), std::move(problem), std::move(remedy));
}

template <class Names>
auto scheme_of(const Names& names, std::string_view spec, std::string_view key, std::string_view value) {
  for (const auto& [name, scheme] : names)
    if (name == value) return scheme;
  fail(spec, fmt::format("unknown {} \"{}\"", key, value), fmt::format("use one of {}", listed(names)));
}

double number_of(std::string_view spec, std::string_view key, std::string_view value, double highest) {
  double number = 0;
  const auto [stop, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (failure != std::errc{} || stop != value.data() + value.size() || !(number >= 0) || number > highest)
    fail(spec, fmt::format("{} is \"{}\"", key, value), fmt::format("it must be a number from 0 to {}", highest));
  return number;
}

}  // namespace

double term_weight(Tf scheme, double tf, TextLength length, Bm25 bm25) {
  if (scheme == Tf::given) return tf;
  if (tf <= 0) return 0;
  switch (scheme) {
    case Tf::given:
    case Tf::raw:
      return tf;
    case Tf::binary:
      return 1;
    case Tf::log2:
      return std::log2(tf + 1);
    case Tf::sublinear:
      return 1 + std::log(tf);
    case Tf::bm25: {
      const double relative = length.mean > 0 ? length.tokens / length.mean : 1;
      return tf * (bm25.k1 + 1) / (tf + bm25.k1 * (1 - bm25.b + bm25.b * relative));
    }
  }
  return 0;
}

double document_weight(Idf scheme, std::int64_t texts, std::int64_t df) {
  const auto n = static_cast<double>(texts), d = static_cast<double>(df);
  const double at_least_one = std::max(d, 1.0);
  switch (scheme) {
    case Idf::none:
      return 1;
    case Idf::plain:
      return std::log(n / at_least_one);
    case Idf::log2:
      return std::log2(n / at_least_one);
    case Idf::smooth:
      return std::log((1 + n) / (1 + d)) + 1;
    case Idf::bm25:
      return std::log1p((n - d + 0.5) / (d + 0.5));
  }
  return 1;
}

std::string_view name_of(Tf scheme) { return tf_names[static_cast<std::size_t>(scheme)].first; }
std::string_view name_of(Idf scheme) { return idf_names[static_cast<std::size_t>(scheme)].first; }

TermWeighting TermWeighting::parse(std::string_view spec) {
  TermWeighting result;
  if (spec == "bm25") {
    result.tf = Tf::bm25;
    result.idf = Idf::bm25;
    return result;
  }
  if (spec == "given") {
    result.tf = Tf::given;
    result.idf = Idf::none;
    return result;
  }
  for (std::string_view rest = spec;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    if (key == "tf")
      result.tf = scheme_of(tf_names, spec, key, value);
    else if (key == "idf")
      result.idf = scheme_of(idf_names, spec, key, value);
    else if (key == "k1")
      result.bm25.k1 = number_of(spec, key, value, 1000);
    else if (key == "b")
      result.bm25.b = number_of(spec, key, value, 1);
    else
      fail(spec, fmt::format("unknown part \"{}\"", part),
           "write it as in tf=sublinear,idf=smooth or tf=bm25,k1=1.2,b=0.75");
    if (comma == std::string_view::npos) return result;
    rest.remove_prefix(comma + 1);
  }
}

std::string TermWeighting::spec() const {
  const std::string saturation = tf == Tf::bm25 ? fmt::format("k1={},b={},", bm25.k1, bm25.b) : "";
  return fmt::format("tf={},{}idf={}", name_of(tf), saturation, name_of(idf));
}

double TermWeighting::weight(double frequency, std::int64_t texts, std::int64_t df, TextLength length) const {
  return term_weight(tf, frequency, length, bm25) * document_weight(idf, texts, df);
}

}  // namespace couplet
