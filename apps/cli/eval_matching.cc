#include "apps/cli/eval_matching.h"

#include <map>
#include <set>

#include "couplet/base/error.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/methods/matching/object_pairs.h"

namespace couplet {

std::vector<MetricReport> evaluate_matching(const Arguments& arguments, const Run& run) {
  const std::string& path = arguments.positionals[0];
  const ObjectPairs all = read_object_pairs(path), found = read_object_pairs(path, true);
  std::set<Index> seeded;  // left objects of seeds
  for (const auto& [i, j] : all) seeded.insert(i);
  for (const auto& [i, j] : found) seeded.erase(i);
  std::set<std::pair<Index, Index>> gold;
  std::set<Index> known;
  for (const auto& pair : read_object_pairs(arguments.positionals[1]))
    if (!seeded.contains(pair.first)) {
      gold.insert(pair);
      known.insert(pair.first);
    }
  if (gold.empty())
    throw Error(ErrorCode::data, arguments.positionals[1], "no right pairs in it beside the seeds", "give other pairs");

  std::map<Index, double> hits, sizes;  // by left object: right pairs found, twice; pairs found and right pairs
  std::vector<double> right_of_found, found_of_gold;
  std::set<Index> matched;
  for (const auto& pair : found) {
    if (!known.contains(pair.first)) continue;
    matched.insert(pair.first);
    const double right = gold.contains(pair) ? 1 : 0;
    right_of_found.push_back(right);
    hits[pair.first] += 2 * right;
    sizes[pair.first] += 1;
  }
  const std::set<std::pair<Index, Index>> all_found(found.begin(), found.end());
  std::int64_t covered = 0;
  for (const auto& pair : gold) {
    found_of_gold.push_back(all_found.contains(pair) ? 1 : 0);
    covered += matched.contains(pair.first);
    hits[pair.first] += 0;
    sizes[pair.first] += 1;
  }
  const BootstrapOptions options{arguments.integer("resamples"), arguments.real("level")};
  const auto judged = static_cast<std::int64_t>(right_of_found.size());
  if (right_of_found.empty()) right_of_found.push_back(0);
  const Estimate precision = bootstrap_mean(right_of_found, options, run);
  const Estimate recall = bootstrap_mean(found_of_gold, options, run);
  // F1 = 2 hits / (pairs found + right pairs), left objects being resampled.
  std::vector<double> numerators, denominators;
  for (const auto& [left, count] : hits) {
    numerators.push_back(count);
    denominators.push_back(sizes.at(left));
  }
  const Estimate f1 = bootstrap_ratio(numerators, denominators, options, run);
  const auto total = static_cast<std::int64_t>(gold.size());
  return {{"precision", precision, judged, static_cast<std::int64_t>(found.size())},
          {"recall", recall, covered, total},
          {"f1", f1, covered, total}};
}

}  // namespace couplet
