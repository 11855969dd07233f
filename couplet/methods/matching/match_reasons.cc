// Why a pair is matched, and which others come near.
#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/methods/matching/match_job.h"

namespace couplet {
namespace {

[[noreturn]] void fail_without_weights(const char* option) {
  throw Error(ErrorCode::usage, option, "a matching by mcca or by neighbours keeps no support of its matches",
              "use another method, on at most 5000 objects");
}

}  // namespace

std::vector<Support> explain_match(const Matching& matching, Index left, Index right) {
  if (matching.kernels.left.size() == 0) fail_without_weights("--explain");
  const KernelPair& kernels = matching.kernels;
  const Index n = kernels.left.rows(), m = kernels.right.rows();
  // The weight before it was standardised is a sum over matches; the deviation of all those sums brings it to scale.
  VectorD terms(static_cast<Index>(matching.matches.size()));
  MatrixF sums = MatrixF::Zero(n, m);
  for (std::size_t k = 0; k < matching.matches.size(); ++k) {
    const Match& other = matching.matches[k];
    terms[static_cast<Index>(k)] =
        static_cast<double>(kernels.left(left, other.left)) * static_cast<double>(kernels.right(other.right, right));
    sums.noalias() += kernels.left.row(other.left).transpose() * kernels.right.row(other.right);
  }
  const double means =
      sums.row(left).cast<double>().mean() + sums.col(right).cast<double>().mean() - sums.cast<double>().mean();
  const MatrixD centred = ((sums.cast<double>().colwise() - sums.cast<double>().rowwise().mean()).rowwise() -
                           sums.cast<double>().colwise().mean())
                              .array() +
                          sums.cast<double>().mean();
  const double deviation = std::sqrt(centred.squaredNorm() / static_cast<double>(n * m));
  const double scale = deviation > 0 ? 1 / deviation : 0;
  std::vector<Support> support;
  for (std::size_t k = 0; k < matching.matches.size(); ++k)
    support.push_back(
        {"match", matching.matches[k].left, matching.matches[k].right, terms[static_cast<Index>(k)] * scale});
  support.push_back({"means", -1, -1, -means * scale});
  if (matching.surface.size() > 0)
    support.push_back(
        {"surface", -1, -1, matching.surface_weight * static_cast<double>(matching.surface(left, right))});
  std::stable_sort(support.begin(), support.end(),
                   [](const Support& a, const Support& b) { return a.value > b.value; });
  return support;
}

std::vector<Match> further_matches(const Matching& matching, double least) {
  if (matching.weights.size() == 0) fail_without_weights("--one-to-many");
  const MatrixF& weights = matching.weights;
  double mean = 0;
  for (const Match& match : matching.matches)
    mean += static_cast<double>(weights(match.left, match.right)) / static_cast<double>(matching.matches.size());
  const double b = std::clamp(mean, 0.5, 4.0);
  std::vector<Match> further;
  for (const Match& match : matching.matches) {
    const VectorD shares = (b * weights.row(match.left).cast<double>().array()).exp();
    std::vector<Match> own;
    for (Index j = 0; j < weights.cols(); ++j)
      if (j != match.right && shares[j] >= least * shares.sum())
        own.push_back({.left = match.left, .right = j, .confidence = shares[j] / shares.sum()});
    std::stable_sort(own.begin(), own.end(),
                     [](const Match& a, const Match& c) { return a.confidence > c.confidence; });
    further.insert(further.end(), own.begin(), own.end());
  }
  return further;
}

}  // namespace couplet
