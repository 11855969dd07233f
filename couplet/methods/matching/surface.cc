#include "couplet/methods/matching/surface.h"

#include <cmath>

#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/text_features.h"

namespace couplet {

SurfaceTerms surface_terms(const std::vector<std::string>& left, const std::vector<std::string>& right,
                           const Run& run) {
  TermRules rules;
  rules.sounds = look_like_names(left) && look_like_names(right);
  rules.pipeline = rules.sounds ? "chars:1-3" : "chars:4";
  rules.romanise = true;
  std::vector<std::vector<std::string>> terms = terms_of(left, rules, run);
  for (auto& text : terms_of(right, rules, run)) terms.push_back(std::move(text));
  const TermWeighting weighting{TermFrequency::sublinear, InverseDocumentFrequency::plain, {}};
  const CsrMatrix<double> both = weighted_terms(terms, weighting);
  const auto split = static_cast<std::int64_t>(left.size());
  const auto part = [&](std::int64_t first, std::int64_t last) {
    const std::int64_t begin = both.offsets()[first];
    const std::int64_t end = both.offsets()[last];
    std::vector<std::int64_t> offsets;
    for (std::int64_t i = first; i <= last; ++i) offsets.push_back(both.offsets()[i] - begin);
    return CsrMatrix<double>(last - first, both.cols(), std::move(offsets),
                             {both.columns().begin() + begin, both.columns().begin() + end},
                             {both.values().begin() + begin, both.values().begin() + end});
  };
  return {part(0, split), part(split, both.rows())};
}

SurfaceTerms resampled(const SurfaceTerms& terms, Random& random) {
  std::vector<double> factors(static_cast<std::size_t>(terms.left.cols()), 0);
  for (std::size_t drawn = 0; drawn < factors.size(); ++drawn) ++factors[random.below(std::ssize(factors))];
  for (double& factor : factors) factor = std::sqrt(factor);
  const auto reweighted = [&](const CsrMatrix<double>& side) {
    std::vector<double> values = side.values();
    for (Index i = 0; i < side.rows(); ++i) {
      const auto first = static_cast<std::size_t>(side.offsets()[i]);
      const auto last = static_cast<std::size_t>(side.offsets()[static_cast<std::size_t>(i) + 1]);
      double squares = 0;
      for (auto e = first; e < last; ++e) {
        values[e] *= factors[side.columns()[e]];
        squares += values[e] * values[e];
      }
      if (squares > 0)
        for (auto e = first; e < last; ++e) values[e] /= std::sqrt(squares);
    }
    return side.with_values(std::move(values));
  };
  return {reweighted(terms.left), reweighted(terms.right)};
}

MatrixF surface_evidence(const SurfaceTerms& terms, const Run& run) {
  const Index n = terms.left.rows(), m = terms.right.rows();
  run.memory.require(n * m * 4, "what the collections share on the surface");
  const CsrMatrix<double> by_term = terms.right.transposed();
  MatrixF cosines(n, m);
  run.pool.for_blocks(n, 64, [&](Index begin, Index end) {
    VectorD sums(m);
    for (Index i = begin; i < end; ++i) {
      sums.setZero();
      for (auto e = terms.left.offsets()[i]; e < terms.left.offsets()[static_cast<std::size_t>(i) + 1]; ++e) {
        const auto term = static_cast<std::size_t>(terms.left.columns()[e]);
        const double value = terms.left.values()[e];
        for (auto f = by_term.offsets()[term]; f < by_term.offsets()[term + 1]; ++f)
          sums[by_term.columns()[f]] += value * by_term.values()[f];
      }
      cosines.row(i) = sums.cast<float>().transpose();
    }
  });
  standardise(cosines);
  return cosines;
}

}  // namespace couplet
