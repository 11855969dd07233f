#include "couplet/methods/alignment/chain_lattice.h"

#include <algorithm>

namespace couplet {
namespace {

float jump_weight(const WordAligner::Numbers& numbers, Index d) {
  const bool far = d < -WordAligner::near || d > WordAligner::near;
  return static_cast<float>(numbers.jumps[jump_kind(d)] / (far ? WordAligner::far_positions : 1));
}

void fill_emissions(const WordAligner::Numbers& numbers, std::span<const std::int32_t> x,
                    std::span<const std::int32_t> y, ChainLattice& lattice) {
  const auto& offsets = numbers.table.offsets();
  const auto& columns = numbers.table.columns();
  const auto& values = numbers.table.values();
  const Index width = std::ssize(x) + 1;
  lattice.emission.resize(std::ssize(y), width);
  lattice.entries.resize(std::ssize(y), width);
  for (Index i = 0; i < width; ++i) {
    const Index word = i + 1 < width ? x[i] : numbers.table.rows() - 1;
    const auto begin = columns.begin() + offsets[word], end = columns.begin() + offsets[word + 1];
    for (Index j = 0; j < std::ssize(y); ++j) {
      const auto found = std::lower_bound(begin, end, y[j]);
      const bool there = found != end && *found == y[j];
      const std::int64_t entry = there ? found - columns.begin() : -1;
      lattice.entries(j, i) = static_cast<int>(entry);
      constexpr auto share = static_cast<float>(WordAligner::share);
      lattice.emission(j, i) = (1 - share) * (there ? values[entry] : 0) + share * numbers.frequency[y[j]];
    }
  }
}

void fill_jumps(const WordAligner::Numbers& numbers, Index positions, ChainLattice& lattice) {
  lattice.weights.resize(2 * positions - 1);
  for (Index d = 1 - positions; d < positions; ++d) lattice.weights[d + positions - 1] = jump_weight(numbers, d);
  lattice.inverse.resize(positions);
  double sum = 0;
  for (Index k = 0; k < positions; ++k) sum += static_cast<double>(lattice.weights[k + positions - 1]);
  for (Index from = 0; from < positions; ++from) {
    lattice.inverse[from] = static_cast<float>(1 / sum);
    // The next `from` sees one position more behind it and one less before it.
    sum += static_cast<double>(lattice.weights[positions - 2 - from + (from + 1 == positions)]) -
           static_cast<double>(lattice.weights[2 * positions - 2 - from]);
  }
}

constexpr auto nothing = static_cast<float>(WordAligner::nothing);

}  // namespace

void chain_forward(const WordAligner::Numbers& numbers, std::span<const std::int32_t> x,
                   std::span<const std::int32_t> y, ChainLattice& lattice) {
  const Index positions = std::ssize(x), words = std::ssize(y);
  fill_emissions(numbers, x, y, lattice);
  fill_jumps(numbers, positions, lattice);
  lattice.at.resize(words, positions);
  lattice.none.resize(words, positions);
  lattice.scale.resize(words);
  std::vector<float> reached(positions);
  for (Index j = 0; j < words; ++j) {
    float *at = lattice.at.row(j).data(), *none = lattice.none.row(j).data();
    const float* emission = lattice.emission.row(j).data();
    if (j == 0) {
      std::fill(reached.begin(), reached.end(), 1 / static_cast<float>(positions));
      std::fill(none, none + positions, 1 / static_cast<float>(positions));
    } else {
      const float *before = lattice.at.row(j - 1).data(), *idle = lattice.none.row(j - 1).data();
      std::fill(reached.begin(), reached.end(), 0.0f);
      for (Index from = 0; from < positions; ++from) {
        none[from] = before[from] + idle[from];
        const float chance = none[from] * lattice.inverse[from];
        const float* weight = lattice.weights.data() + positions - 1 - from;
        for (Index i = 0; i < positions; ++i) reached[i] += chance * weight[i];
      }
    }
    double sum = 0;
    for (Index i = 0; i < positions; ++i) {
      at[i] = (1 - nothing) * reached[i] * emission[i];
      none[i] *= nothing * emission[positions];
      sum += static_cast<double>(at[i]) + static_cast<double>(none[i]);
    }
    lattice.scale[j] = sum;
    const auto inverse = static_cast<float>(1 / sum);
    for (Index i = 0; i < positions; ++i) {
      at[i] *= inverse;
      none[i] *= inverse;
    }
  }
}

void chain_posteriors(const ChainLattice& lattice, ChainPosteriors& result) {
  const Index words = lattice.at.rows(), positions = lattice.at.cols();
  result.chances.resize(words, positions + 1);
  result.jumps = {};
  std::vector<float> to_at(positions, 1.0f), to_none(positions, 1.0f);  // backward chances of word j's states
  std::vector<float> next(positions), onward(positions), counts(2 * positions - 1, 0.0f);
  const std::vector<float> backward(lattice.weights.rbegin(), lattice.weights.rend());  // s(-d)
  for (Index j = words - 1; j >= 0; --j) {
    double idle = 0;
    for (Index i = 0; i < positions; ++i) {
      result.chances(j, i) = lattice.at(j, i) * to_at[i];
      idle += static_cast<double>(lattice.none(j, i) * to_none[i]);
    }
    result.chances(j, positions) = static_cast<float>(idle);
    if (j == 0) break;
    const auto inverse = static_cast<float>(1 / lattice.scale[j]);
    const float* emission = lattice.emission.row(j).data();
    for (Index i = 0; i < positions; ++i) next[i] = (1 - nothing) * emission[i] * to_at[i] * inverse;
    std::fill(onward.begin(), onward.end(), 0.0f);
    for (Index i = 0; i < positions; ++i) {  // along `from`: sums in a fixed order, and vector code
      const float* weight = backward.data() + positions - 1 - i;
      for (Index from = 0; from < positions; ++from) onward[from] += next[i] * weight[from];
    }
    for (Index from = 0; from < positions; ++from) {
      float* count = counts.data() + positions - 1 - from;
      const float arrived = (lattice.at(j - 1, from) + lattice.none(j - 1, from)) * lattice.inverse[from];
      for (Index i = 0; i < positions; ++i) count[i] += arrived * next[i];
      to_at[from] = onward[from] * lattice.inverse[from] + nothing * emission[positions] * to_none[from] * inverse;
      to_none[from] = to_at[from];
    }
  }
  for (Index d = 1 - positions; d < positions; ++d)
    result.jumps[jump_kind(d)] += static_cast<double>(counts[d + positions - 1] * lattice.weights[d + positions - 1]);
}

}  // namespace couplet
