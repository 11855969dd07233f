#include "couplet/search/nearest_neighbours.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/search/exact_index.h"
#include "couplet/search/hnsw_index.h"

namespace couplet {
namespace {

[[noreturn]] void bad_spec(std::string_view spec) {
  throw Error(ErrorCode::usage, "index", "'" + std::string(spec) + "' is not an index",
              "use exact or hnsw:m=16,build=200,ef=100");
}

/// "m=16,ef=200": any of the three settings, each a whole number.
HnswOptions parse_hnsw(std::string_view settings, std::string_view spec) {
  HnswOptions options;
  while (!settings.empty()) {
    const std::string_view setting = settings.substr(0, settings.find(','));
    settings.remove_prefix(std::min(settings.size(), setting.size() + 1));
    const auto equals = setting.find('=');
    if (equals == std::string_view::npos) bad_spec(spec);
    const std::string_view name = setting.substr(0, equals), text = setting.substr(equals + 1);
    int* value = name == "m"       ? &options.links
                 : name == "build" ? &options.build
                 : name == "ef"    ? &options.reach
                                   : nullptr;
    if (value == nullptr) bad_spec(spec);
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), *value);
    if (problem != std::errc() || end != text.data() + text.size()) bad_spec(spec);
  }
  return options;
}

/// The settings of a graph; nothing for "exact".
std::optional<HnswOptions> parse_spec(std::string_view spec) {
  constexpr std::string_view prefix = "hnsw:";
  if (spec == "exact") return std::nullopt;
  if (spec == "hnsw") return HnswOptions();
  if (spec.starts_with(prefix) && spec.size() > prefix.size()) return parse_hnsw(spec.substr(prefix.size()), spec);
  bad_spec(spec);
}

}  // namespace

std::unique_ptr<VectorIndex> make_vector_index(std::string_view spec, SharedRows vectors, Similarity similarity,
                                               const Run& run, const SearchGraph* saved) {
  if (const auto graph = parse_spec(spec)) return make_hnsw_index(vectors, similarity, *graph, run, saved);
  return make_exact_index(std::move(vectors), similarity);
}

std::optional<Index> reach_between(std::string_view asked, std::string_view made) {
  const auto wanted = parse_spec(asked), there = parse_spec(made);
  if (!wanted && !there) return 0;
  if (!wanted || !there || wanted->links != there->links || wanted->build != there->build) return std::nullopt;
  require_reach(wanted->reach);
  return wanted->reach;
}

}  // namespace couplet
