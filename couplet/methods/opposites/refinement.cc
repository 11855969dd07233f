#include "couplet/methods/opposites/refinement.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/linalg/operators.h"
#include "couplet/methods/s2net/trainer.h"

namespace couplet {

namespace {

constexpr std::uint64_t split_stream = 0x686f6c64;  // of the generator

/// The words of the pairs and the entries that have them, renumbered.
struct Part {
  std::vector<std::int64_t> words;    // ascending
  std::vector<std::int64_t> entries;  // ascending
  CsrMatrix<float> columns;           // words x entries
  Index place(std::int64_t word) const {
    return static_cast<Index>(std::lower_bound(words.begin(), words.end(), word) - words.begin());
  }
};

Part part_of(const CsrMatrix<float>& columns, std::span<const RefinementPair> pairs) {
  Part part;
  for (const RefinementPair& pair : pairs) {
    part.words.push_back(pair.left);
    part.words.push_back(pair.right);
  }
  std::sort(part.words.begin(), part.words.end());
  part.words.erase(std::unique(part.words.begin(), part.words.end()), part.words.end());
  std::vector<std::int32_t> number(columns.cols(), -1);
  const auto for_cells = [&](auto use) {
    for (std::size_t i = 0; i < part.words.size(); ++i)
      for (std::int64_t k = columns.offsets()[part.words[i]]; k < columns.offsets()[part.words[i] + 1]; ++k) use(i, k);
  };
  for_cells([&](std::size_t, std::int64_t k) { number[columns.columns()[k]] = 0; });
  for (std::int64_t entry = 0; entry < columns.cols(); ++entry)
    if (number[entry] == 0) {
      number[entry] = static_cast<std::int32_t>(part.entries.size());
      part.entries.push_back(entry);
    }
  std::vector<std::int64_t> offsets(part.words.size() + 1, 0);
  std::vector<std::int32_t> entries;
  std::vector<float> values;
  for_cells([&](std::size_t i, std::int64_t k) {
    entries.push_back(number[columns.columns()[k]]);
    values.push_back(columns.values()[k]);
    offsets[i + 1] = static_cast<std::int64_t>(entries.size());
  });
  part.columns = CsrMatrix<float>(static_cast<Index>(part.words.size()), static_cast<Index>(part.entries.size()),
                                  std::move(offsets), std::move(entries), std::move(values));
  return part;
}

/// Mean reciprocal rank of partners among all words of the part, for pairs in both directions; ties count against, and
/// what is as near as rounding is a tie.
double reciprocal_rank(const Part& part, const std::vector<S2NetPair>& pairs, const MatrixF& projection,
                       const Run& run) {
  MatrixF vectors(part.columns.rows(), projection.cols());
  part.columns.multiply(projection, vectors, run);
  for (Index i = 0; i < vectors.rows(); ++i)
    if (const float length = vectors.row(i).norm(); length > 0) vectors.row(i) /= length;
  constexpr float tie = 1e-5F;
  std::vector<double> ranks(pairs.size());
  run.pool.for_blocks(static_cast<Index>(pairs.size()), 64, [&](Index begin, Index end) {
    MatrixF asked(end - begin, vectors.cols());
    for (Index p = begin; p < end; ++p)
      asked.row(p - begin) = (pairs[p].opposite ? -1.0F : 1.0F) * vectors.row(pairs[p].left);
    const MatrixF likeness = asked * vectors.transpose();
    for (Index p = begin; p < end; ++p) {
      const auto row = likeness.row(p - begin);
      Index above = 0;
      for (Index i = 0; i < row.size(); ++i)
        above += i != pairs[p].left && i != pairs[p].right && row[i] > row[pairs[p].right] - tie;
      ranks[p] = 1.0 / static_cast<double>(above + 1);
    }
  });
  double sum = 0;
  for (const double rank : ranks) sum += rank;
  return sum / static_cast<double>(ranks.size());
}

}  // namespace

MatrixF refined_projection(const CsrMatrix<float>& columns, MatrixF projection, std::span<const RefinementPair> pairs,
                           const RefinementOptions& options, RefinementReport& report, const Run& run) {
  constexpr std::size_t fewest = 20;
  if (pairs.size() < fewest)
    throw Error(ErrorCode::data, "--refine", std::to_string(pairs.size()) + " pairs are too few to refine with",
                "give at least " + std::to_string(fewest));
  const Part part = part_of(columns, pairs);
  const CsrOperator<float> texts(part.columns);
  S2NetProblem<float> problem{.left = &texts, .right = &texts, .shared = true, .pairs = {}, .triples = {}};
  std::vector<S2NetPair> held_out;
  Random random(run.seed, split_stream);
  std::vector<const RefinementPair*> shuffled;
  for (const RefinementPair& pair : pairs) shuffled.push_back(&pair);
  random.shuffle(std::span(shuffled));
  const auto kept_back = static_cast<std::size_t>(std::ceil(options.held_out * static_cast<double>(pairs.size())));
  for (std::size_t i = 0; i < shuffled.size(); ++i) {
    const Index left = part.place(shuffled[i]->left), right = part.place(shuffled[i]->right);
    auto& where = i < kept_back ? held_out : problem.pairs;
    where.push_back({left, right, 1, shuffled[i]->opposite});
    where.push_back({right, left, 1, shuffled[i]->opposite});
  }
  report.held_out = static_cast<std::int64_t>(kept_back);
  report.trained = static_cast<std::int64_t>(pairs.size() - kept_back);
  report.entries = static_cast<std::int64_t>(part.entries.size());
  MatrixF start(part.columns.cols(), projection.cols());
  for (std::size_t i = 0; i < part.entries.size(); ++i) start.row(i) = projection.row(part.entries[i]);
  S2NetOptions training;
  training.loss.pull = options.pull;
  training.optimiser = {.history = 4, .max_evaluations = 25};
  training.competitors = options.competitors;
  training.samples = options.rounds;
  const DevelopmentFigure<float> development = [&](const MatrixF& at) {
    return reciprocal_rank(part, held_out, at, run);
  };
  S2NetResult<float> result = train_s2net(problem, std::move(start), training, development, run);
  report.evaluations = result.report.evaluations;
  report.before = result.report.trace.front().development;
  report.after = result.report.development;
  for (std::size_t i = 0; i < part.entries.size(); ++i) projection.row(part.entries[i]) = result.projection.row(i);
  return projection;
}

}  // namespace couplet
