#include "couplet/methods/matching/neighbour_match.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/linalg/sparse_assignment.h"

namespace couplet {
namespace {

/// One possible partner, with what speaks for it.
struct Candidate {
  std::int32_t right;
  float weight;
};
using Candidates = std::vector<std::vector<Candidate>>;  // by left object, right ones ascending

/// Rows to unit length: an object with many near neighbours is no better a witness than one with few.
CsrMatrix<float> unit_rows(const CsrMatrix<float>& kernel) {
  std::vector<float> values = kernel.values();
  for (Index i = 0; i < kernel.rows(); ++i) {
    double squares = 0;
    const auto first = static_cast<std::size_t>(kernel.offsets()[i]);
    const auto last = static_cast<std::size_t>(kernel.offsets()[static_cast<std::size_t>(i) + 1]);
    for (auto e = first; e < last; ++e) squares += static_cast<double>(values[e]) * static_cast<double>(values[e]);
    if (squares > 0)
      for (auto e = first; e < last; ++e) values[e] = static_cast<float>(values[e] / std::sqrt(squares));
  }
  return kernel.with_values(std::move(values));
}

/// Root mean square of the positive weights, for a common scale.
double typical(const Candidates& candidates) {
  double squares = 0;
  std::int64_t count = 0;
  for (const auto& row : candidates)
    for (const Candidate& one : row) {
      squares += static_cast<double>(one.weight) * static_cast<double>(one.weight);
      ++count;
    }
  return count > 0 ? std::sqrt(squares / static_cast<double>(count)) : 0;
}

void keep_best(std::vector<Candidate>& row, Index count) {
  if (static_cast<Index>(row.size()) > count) {
    std::nth_element(row.begin(), row.begin() + count, row.end(), [](const Candidate& a, const Candidate& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.right < b.right;
    });
    row.resize(count);
  }
  std::sort(row.begin(), row.end(), [](const Candidate& a, const Candidate& b) { return a.right < b.right; });
}

class Matcher {
 public:
  Matcher(const CsrMatrix<float>& left, const CsrMatrix<float>& right, const CsrMatrix<float>& surface,
          const ObjectPairs& seeds, const NeighbourOptions& options, const Run& run)
      : left_(unit_rows(left)),
        right_(unit_rows(right).transposed()),  // column j of L, so that support flows to those who have j as neighbour
        surface_(surface),
        seeds_(seeds),
        options_(options),
        run_(run),
        seed_of_(static_cast<std::size_t>(left.rows()), -1),
        seeded_right_(static_cast<std::size_t>(right.rows()), 0) {
    for (const auto& [i, j] : seeds) {
      seed_of_[i] = j;
      seeded_right_[j] = 1;
    }
    double squares = 0;
    for (const float value : surface.values()) squares += static_cast<double>(value) * static_cast<double>(value);
    if (surface.nonzeros() > 0) surface_scale_ = 1 / std::sqrt(squares / static_cast<double>(surface.nonzeros()));
  }

  NeighbourMatch match() {
    MatchedRows in_use = seed_of_;
    NeighbourMatch result;
    const Index n = left_.rows(), all = std::min(n, right_.rows()), first = static_cast<Index>(seeds_.size());
    Stage stage(*run_.observer, "matching by neighbours", options_.rounds, "rounds");
    for (Index round = 1;; ++round) {
      const Candidates candidates = weigh(in_use);
      const Assignment found = assign(candidates);
      result.right_of_left = found.column_of_row;
      stage.advance_to(round);
      result.matches = judge(candidates, found);
      if (round > options_.rounds) return result;
      in_use = surest(result.matches, first + (all - first) * round / options_.rounds);
    }
  }

 private:
  /// K P L + surface for the best partners of each object. Each row is its own, so threads change nothing.
  Candidates weigh(const MatchedRows& in_use) const {
    const Index n = left_.rows();
    Candidates candidates(static_cast<std::size_t>(n));
    std::int64_t used = 0;
    for (const Index j : in_use) used += j >= 0;
    run_.pool.for_blocks(n, 64, [&](Index begin, Index end) {
      std::vector<float> sums(right_.rows(), 0);
      for (Index i = begin; i < end; ++i) candidates[i] = supported(i, in_use, sums);
    });
    const double scale = typical(candidates);
    const double share =
        static_cast<double>(used) / static_cast<double>(std::max<Index>(1, std::min(n, right_.rows())));
    const auto factor = static_cast<float>(scale > 0 ? std::sqrt(share) / scale : 0);
    run_.pool.for_blocks(n, 64, [&](Index begin, Index end) {
      std::vector<float> sums(right_.rows(), 0);
      for (Index i = begin; i < end; ++i) add_surface(i, factor, candidates[i], sums);
    });
    return candidates;
  }

  std::vector<Candidate> supported(Index i, const MatchedRows& in_use, std::vector<float>& sums) const {
    std::vector<Candidate> row;
    for (auto e = left_.offsets()[i]; e < left_.offsets()[static_cast<std::size_t>(i) + 1]; ++e) {
      const Index witness = in_use[left_.columns()[e]];
      if (witness < 0) continue;
      const float near = left_.values()[e];
      for (auto f = right_.offsets()[witness]; f < right_.offsets()[static_cast<std::size_t>(witness) + 1]; ++f) {
        const std::int32_t j = right_.columns()[f];
        float& sum = sums[j];
        if (sum == 0) row.push_back({j, 0});
        sum += near * right_.values()[f];
      }
    }
    for (Candidate& one : row) one.weight = std::exchange(sums[one.right], 0.0F);
    keep_best(row, options_.candidates);
    return row;
  }

  void add_surface(Index i, float factor, std::vector<Candidate>& row, std::vector<float>& sums) const {
    for (Candidate& one : row) sums[one.right] = one.weight *= factor;
    if (surface_.nonzeros() > 0)
      for (auto e = surface_.offsets()[i]; e < surface_.offsets()[static_cast<std::size_t>(i) + 1]; ++e) {
        const std::int32_t j = surface_.columns()[e];
        if (sums[j] == 0) row.push_back({j, 0});
        sums[j] +=
            static_cast<float>(options_.surface_weight * surface_scale_ * static_cast<double>(surface_.values()[e]));
      }
    for (Candidate& one : row) one.weight = std::exchange(sums[one.right], 0.0F);
    keep_best(row, options_.candidates);
  }

  Assignment assign(const Candidates& candidates) const {
    std::vector<std::int64_t> offsets = {0};
    std::vector<std::int32_t> columns;
    std::vector<float> values;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (seed_of_[i] >= 0) {
        columns.push_back(static_cast<std::int32_t>(seed_of_[i]));
        values.push_back(1);
      } else {
        for (const Candidate& one : candidates[i]) {
          if (seeded_right_[one.right] || !(one.weight > 0)) continue;
          columns.push_back(one.right);
          values.push_back(one.weight);
        }
      }
      offsets.push_back(static_cast<std::int64_t>(values.size()));
    }
    const CsrMatrix<float> weights(left_.rows(), right_.rows(), std::move(offsets), std::move(columns),
                                   std::move(values));
    return solve_sparse_assignment<float>(weights, 0, run_);
  }

  std::vector<Match> judge(const Candidates& candidates, const Assignment& found) const {
    std::vector<Match> matches;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Index j = found.column_of_row[i];
      if (j < 0) continue;
      Match match{.left = static_cast<Index>(i), .right = j, .seed = seed_of_[i] >= 0};
      float own = 0, best_other = 0;
      double least_slack = std::numeric_limits<double>::infinity();
      for (const Candidate& one : candidates[i]) {
        if (one.right == j) {
          own = one.weight;
          continue;
        }
        best_other = std::max(best_other, one.weight);
        const double slack =
            found.row_prices[static_cast<Index>(i)] + found.column_prices[one.right] - static_cast<double>(one.weight);
        if (slack < least_slack) {
          least_slack = slack;
          match.runner_up = one.right;
        }
      }
      match.margin = static_cast<double>(own) - static_cast<double>(best_other);
      const double total = static_cast<double>(own) + static_cast<double>(best_other);
      match.confidence = match.seed ? 1 : total > 0 ? static_cast<double>(own) / total : 0;
      matches.push_back(match);
    }
    return matches;
  }

  /// The surest matches by margin, seeds first.
  MatchedRows surest(const std::vector<Match>& matches, Index count) const {
    std::vector<std::size_t> order(matches.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return matches[a].seed != matches[b].seed ? matches[a].seed : matches[a].margin > matches[b].margin;
    });
    order.resize(std::min(order.size(), static_cast<std::size_t>(count)));
    MatchedRows in_use = seed_of_;
    for (const std::size_t k : order) in_use[matches[k].left] = matches[k].right;
    return in_use;
  }

  CsrMatrix<float> left_, right_;
  const CsrMatrix<float>& surface_;
  const ObjectPairs& seeds_;
  const NeighbourOptions& options_;
  const Run& run_;
  MatchedRows seed_of_;
  std::vector<char> seeded_right_;
  double surface_scale_ = 0;
};

}  // namespace

NeighbourMatch match_by_neighbours(const CsrMatrix<float>& left, const CsrMatrix<float>& right,
                                   const CsrMatrix<float>& surface, const ObjectPairs& seeds,
                                   const NeighbourOptions& options, const Run& run) {
  if (seeds.empty() && surface.nonzeros() == 0)
    throw Error(ErrorCode::usage, "--neighbours", "matching by neighbours has nothing to start from",
                "give --seeds FILE, or texts with letters in common");
  return Matcher(left, right, surface, seeds, options, run).match();
}

}  // namespace couplet
