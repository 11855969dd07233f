#include "couplet/eval/mining_report.h"

#include <algorithm>

#include "couplet/base/error.h"

namespace couplet {
namespace {

bool right_pair(const MinedPair& pair, const GoldPairs& gold) {
  return std::binary_search(gold.begin(), gold.end(), std::pair(pair.left, pair.right));
}

}  // namespace

double best_mining_threshold(std::span<const MinedPair> mined, const GoldPairs& gold) {
  double best = -1, threshold = 0, right = 0;
  for (std::size_t i = 0; i < mined.size(); ++i) {
    right += right_pair(mined[i], gold);
    if (i + 1 < mined.size() && mined[i + 1].score == mined[i].score) continue;
    const double f1 = 2 * right / (static_cast<double>(i + 1) + static_cast<double>(gold.size()));
    if (f1 <= best) continue;
    best = f1;
    threshold = i + 1 < mined.size() ? (mined[i].score + mined[i + 1].score) / 2 : mined[i].score;
  }
  return threshold;
}

std::vector<MetricReport> mining_report(std::span<const MinedPair> mined, const GoldPairs& gold, double threshold,
                                        Index left_texts, const BootstrapOptions& options, const Run& run) {
  if (gold.empty()) throw Error(ErrorCode::data, "gold pairs", "there are none", "give the rows that belong together");
  std::vector<double> right(left_texts, 0), taken = right, wanted = right;
  std::int64_t count = 0;
  for (const auto& [row, other] : gold) wanted[row] += 1;
  for (const MinedPair& pair : mined) {
    if (pair.score < threshold) continue;
    ++count;
    taken[pair.left] += 1;
    right[pair.left] += right_pair(pair, gold);
  }
  std::vector<double> twice = right, both = taken;
  for (std::size_t i = 0; i < both.size(); ++i) {
    twice[i] *= 2;
    both[i] += wanted[i];
  }
  std::vector<MetricReport> reports;
  const auto add = [&](const char* name, const std::vector<double>& numerators,
                       const std::vector<double>& denominators) {
    reports.push_back({name, bootstrap_ratio(numerators, denominators, options, run), count, std::ssize(gold)});
  };
  add("precision", right, taken);
  add("recall", right, wanted);
  add("f1", twice, both);
  return reports;
}

}  // namespace couplet
