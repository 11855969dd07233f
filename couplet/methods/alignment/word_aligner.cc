#include "couplet/methods/alignment/word_aligner.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/methods/alignment/chain_lattice.h"
#include "couplet/methods/alignment/model_one.h"
#include "couplet/model/saved_matrix.h"
#include "couplet/model/saved_sparse.h"

namespace couplet {
namespace {

constexpr std::size_t most_translations = 100;
constexpr double least_chance = 1e-5;  // a translation below it is left to the shares of words
constexpr Index pairs_a_block = 256;
constexpr double unit = 1 << 30;  // of an expected count
constexpr double prior = 0.01;    // expected count of every translation before any is seen

CsrMatrix<float> table_of(std::vector<Translations>& rows, Index y_words) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (Translations& row : rows) {
    keep_largest(row, &row == &rows.back() ? row.size() : most_translations, least_chance);
    for (const Translation& t : row) {
      columns.push_back(t.word);
      values.push_back(t.probability);
    }
    offsets.push_back(std::ssize(columns));
  }
  return CsrMatrix<float>(std::ssize(rows), y_words, std::move(offsets), std::move(columns), std::move(values));
}

/// exp(digamma(x)): about x - 1/2, and next to nothing below 1. With it in the place of x the rounds are those of
/// variational Bayes, and a word seen once or twice does not explain all that stands beside it.
double discounted(double x) {
  double shift = 0;
  for (; x < 6; ++x) shift += 1 / x;
  const double y = 1 / (x * x);
  return x * std::exp(-0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y / 252)) - shift);
}

/// Every position as likely as any other.
std::array<double, WordAligner::jump_kinds> equal_jumps() {
  std::array<double, WordAligner::jump_kinds> jumps;
  jumps.fill(1);
  jumps.front() = jumps.back() = WordAligner::far_positions;
  return jumps;
}

/// One round of expectation-maximisation of the chain.
class ChainRound {
 public:
  ChainRound(const NumberedSide& x, const NumberedSide& y, const WordAligner::Numbers& numbers)
      : x_(x), y_(y), numbers_(numbers), counts_(numbers.table.nonzeros()) {}

  WordAligner::Numbers finish(const Run& run) {
    std::vector<std::array<double, WordAligner::jump_kinds>> jumps((x_.texts() + pairs_a_block - 1) / pairs_a_block);
    run.pool.for_blocks(x_.texts(), pairs_a_block, [&](Index begin, Index end) {
      run.stop->check();
      ChainLattice lattice;
      ChainPosteriors expected;
      auto& block = jumps[begin / pairs_a_block];
      block = {};
      for (Index i = begin; i < end; ++i) {
        if (x_.text(i).empty() || y_.text(i).empty()) continue;
        chain_forward(numbers_, x_.text(i), y_.text(i), lattice);
        chain_posteriors(lattice, expected);
        count(lattice, expected);
        for (std::size_t k = 0; k < block.size(); ++k) block[k] += expected.jumps[k];
      }
    });
    return maximised(jumps);
  }

 private:
  void count(const ChainLattice& lattice, const ChainPosteriors& expected) {
    for (Index j = 0; j < lattice.emission.rows(); ++j)
      for (Index i = 0; i < lattice.emission.cols(); ++i) {
        const int entry = lattice.entries(j, i);
        const auto chance = static_cast<double>(expected.chances(j, i));
        if (entry < 0 || chance < 1e-7) continue;
        const double own = (1 - WordAligner::share) * static_cast<double>(numbers_.table.values()[entry]);
        const double part = chance * own / static_cast<double>(lattice.emission(j, i));
        counts_[entry].fetch_add(std::llround(part * unit), std::memory_order_relaxed);
      }
  }

  WordAligner::Numbers maximised(const std::vector<std::array<double, WordAligner::jump_kinds>>& jumps) const {
    WordAligner::Numbers next{{}, numbers_.frequency, {}};
    std::vector<float> values(counts_.size(), 0);
    const auto& offsets = numbers_.table.offsets();
    for (Index word = 0; word < numbers_.table.rows(); ++word) {
      double total = 0;
      for (std::int64_t e = offsets[word]; e < offsets[word + 1]; ++e) total += static_cast<double>(counts_[e].load());
      if (total <= 0) continue;
      const double row = discounted(total / unit + prior * static_cast<double>(offsets[word + 1] - offsets[word]));
      for (std::int64_t e = offsets[word]; e < offsets[word + 1]; ++e)
        values[e] =
            static_cast<float>(std::min(1.0, discounted(static_cast<double>(counts_[e].load()) / unit + prior) / row));
    }
    next.table = numbers_.table.with_values(std::move(values));
    for (const auto& block : jumps)
      for (std::size_t k = 0; k < block.size(); ++k) next.jumps[k] += block[k];
    const double sum = std::accumulate(next.jumps.begin(), next.jumps.end(), 0.0);
    for (double& jump : next.jumps) jump = (jump + 1e-4 * sum) / (sum > 0 ? sum : 1);
    if (sum <= 0) next.jumps = equal_jumps();
    return next;
  }

  const NumberedSide &x_, &y_;
  const WordAligner::Numbers& numbers_;
  std::vector<std::atomic<std::int64_t>> counts_;  // of the table's entries, in units
};

}  // namespace

AlignedReading WordAligner::read(std::span<const std::int32_t> x, std::span<const std::int32_t> y,
                                 bool with_links) const {
  AlignedReading reading;
  ChainLattice lattice;
  chain_forward(numbers_, x, y, lattice);
  for (const double scale : lattice.scale) {
    reading.words.push_back(std::log(scale));
    reading.log_probability += reading.words.back();
  }
  if (!with_links) return reading;
  ChainPosteriors expected;
  chain_posteriors(lattice, expected);
  for (Index j = 0; j < expected.chances.rows(); ++j) {
    Index best = 0;
    expected.chances.row(j).maxCoeff(&best);
    reading.from.push_back(best < std::ssize(x) ? best : -1);
  }
  return reading;
}

void WordAligner::write(ModelWriter& writer, const std::string& prefix) const {
  add_sparse(writer, prefix + ".table", numbers_.table);
  writer.add(prefix + ".frequency", std::span<const float>(numbers_.frequency), {std::ssize(numbers_.frequency)});
  writer.add(prefix + ".jumps", std::vector<double>(numbers_.jumps.begin(), numbers_.jumps.end()), {jump_kinds});
}

WordAligner WordAligner::load(const ModelFile& file, const std::string& prefix, Index x_words, Index y_words) {
  Numbers numbers;
  numbers.table = load_sparse<float>(file, prefix + ".table", x_words + 1, y_words);
  const auto frequency = file.floats(prefix + ".frequency", y_words);
  numbers.frequency.assign(frequency.begin(), frequency.end());
  const VectorD jumps = load_vector<double>(file, prefix + ".jumps", jump_kinds);
  std::copy(jumps.begin(), jumps.end(), numbers.jumps.begin());
  const auto chance = [](auto value) { return value >= 0 && value <= 1; };
  if (!std::all_of(numbers.table.values().begin(), numbers.table.values().end(), chance) ||
      !std::all_of(frequency.begin(), frequency.end(), [](float p) { return p > 0 && p <= 1; }) ||
      !std::all_of(jumps.begin(), jumps.end(), [](double s) { return s > 0 && s <= far_positions; }))
    throw Error(ErrorCode::model, prefix, "holds a number that is no probability", "fit the model again");
  return WordAligner(std::move(numbers));
}

WordAligner learn_aligner(const NumberedSide& x, const NumberedSide& y, std::int64_t model_one_rounds,
                          std::int64_t chain_rounds, const Run& run) {
  WordAligner::Numbers numbers;
  {
    std::vector<Translations> rows =
        model_one(x.occurrences(), y.occurrences(), model_one_rounds, most_translations, run);
    numbers.table = table_of(rows, y.words.size());
  }
  const double total = static_cast<double>(std::ssize(y.numbers)) + static_cast<double>(y.words.size());
  for (const std::int64_t count : y.counts)
    numbers.frequency.push_back(static_cast<float>((static_cast<double>(count) + 1) / total));
  numbers.jumps = equal_jumps();
  Stage stage(*run.observer, "aligning", chain_rounds, "rounds");
  for (std::int64_t round = 0; round < chain_rounds; ++round) {
    numbers = ChainRound(x, y, numbers).finish(run);
    stage.advance_to(round + 1);
  }
  return WordAligner(std::move(numbers));
}

}  // namespace couplet
