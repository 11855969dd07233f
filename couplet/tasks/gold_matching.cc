// Pairs of rows that belong together, for a result of match.
#include <map>
#include <set>

#include "couplet/base/error.h"
#include "couplet/methods/matching/object_pairs.h"
#include "couplet/tasks/gold_kinds.h"

namespace couplet {
namespace {

using PairSet = std::set<std::pair<Index, Index>>;

class MatchingGold final : public Gold {
 public:
  explicit MatchingGold(Source source) : name_(source.file()), right_(read_object_pairs(name_)) {}

  /// Precision of the pairs found, recall of the right ones, F1; seeds count in neither.
  Measured measure(const System& system, const Run&) const override {
    const ObjectPairs found = read_object_pairs(system.path, true);
    std::set<Index> seeded;  // left objects of seeds
    for (const auto& pair : read_object_pairs(system.path)) seeded.insert(pair.first);
    for (const auto& pair : found) seeded.erase(pair.first);
    PairSet gold;
    std::set<Index> known;
    for (const auto& pair : right_)
      if (!seeded.contains(pair.first)) {
        gold.insert(pair);
        known.insert(pair.first);
      }
    if (gold.empty()) throw Error(ErrorCode::data, name_, "no right pairs in it beside the seeds", "give other pairs");
    return measures(found, gold, known);
  }

 private:
  static Measured measures(const ObjectPairs& found, const PairSet& gold, const std::set<Index>& known) {
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
    const PairSet all_found(found.begin(), found.end());
    std::int64_t covered = 0;
    for (const auto& pair : gold) {
      found_of_gold.push_back(all_found.contains(pair) ? 1 : 0);
      covered += matched.contains(pair.first);
      hits[pair.first] += 0;
      sizes[pair.first] += 1;
    }
    // F1 = 2 hits / (pairs found + right pairs), left objects being resampled.
    RatioTerms f1;
    for (const auto& [left, count] : hits) {
      f1.numerators.push_back(count);
      f1.denominators.push_back(sizes.at(left));
    }
    const std::int64_t judged = std::ssize(right_of_found), total = std::ssize(gold);
    if (right_of_found.empty()) right_of_found.push_back(0);
    return {{{"precision", MeanOfItems{std::move(right_of_found)}, judged, std::ssize(found)},
             {"recall", MeanOfItems{std::move(found_of_gold)}, covered, total},
             {"f1", std::move(f1), covered, total}}};
  }

  std::string name_;
  ObjectPairs right_;
};

}  // namespace

std::unique_ptr<Gold> read_matching_gold(const Source& source, const GoldOptions&, const Run&) {
  return std::make_unique<MatchingGold>(source);
}

}  // namespace couplet
