// PHSIC from .npy files: fit and batch scoring against the bare matrix products they need, same BLAS, same threads.
// Usage: couplet_bench phsic [--json] [--small] [--keep DIR]. --keep leaves the generated left.npy and right.npy in
// DIR.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/npy.h"
#include "couplet/base/random.h"
#include "couplet/linalg/matrix.h"
#include "couplet/methods/cooccurrence/phsic.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

constexpr Index dimension = 300;
constexpr Index fit_block = 2048, score_block = 1024;  // as the library's
constexpr Index batch_pairs = 65536;                   // rows in memory when scoring
constexpr int repeats = 3;

struct Options {
  bool json = false;
  Index pairs = 500'000;
  std::filesystem::path directory;  // empty: a temporary one
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json") options.json = true;
    if (argument == "--small") options.pairs = 50'000;
    if (argument == "--keep" && i + 1 < argc) options.directory = argv[++i];
  }
  return options;
}

/// Pairs whose sides are correlated, number by number; the same at any thread count.
Source write_pairs(const std::filesystem::path& directory, Index pairs, const Run& run) {
  const auto size = static_cast<std::size_t>(pairs * dimension);
  std::vector<float> left(size), right(size);
  run.pool.for_blocks(pairs, fit_block, [&](Index begin, Index end) {
    Random random(run.seed, static_cast<std::uint64_t>(begin));
    for (auto i = static_cast<std::size_t>(begin * dimension); i < static_cast<std::size_t>(end * dimension); ++i) {
      left[i] = static_cast<float>(random.normal());
      right[i] = 0.5F * left[i] + static_cast<float>(random.normal());
    }
  });
  Source files;
  files.paths = {(directory / "left.npy").string(), (directory / "right.npy").string()};
  write_npy(files.paths[0], left, pairs, dimension);
  write_npy(files.paths[1], right, pairs, dimension);
  return files;
}

MatrixD random_matrix(Index rows, Index cols) {
  Random random(3);
  MatrixD matrix(rows, cols);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = random.normal();
  return matrix;
}

/// The products of one pass: X^T Y and the upper triangles of X^T X and Y^T Y, summed over blocks that are in memory.
void fit_products(const std::vector<MatrixD>& blocks, Index pairs, const Run& run) {
  run.pool.for_blocks(pairs, fit_block, [&](Index begin, Index end) {
    static thread_local MatrixD xx = MatrixD::Zero(dimension, dimension), yy = xx, xy = xx;
    const auto number = static_cast<std::size_t>(begin / fit_block);
    const auto x = blocks[2 * number % blocks.size()].topRows(end - begin);
    const auto y = blocks[(2 * number + 1) % blocks.size()].topRows(end - begin);
    xx.selfadjointView<Eigen::Upper>().rankUpdate(x.transpose());
    yy.selfadjointView<Eigen::Upper>().rankUpdate(y.transpose());
    xy.noalias() += x.transpose() * y;
  });
}

/// The products of scoring: X and Y into the joint space.
void score_products(const PairBatch& batch, const MatrixD& map, Index rounds, const Run& run) {
  for (Index round = 0; round < rounds; ++round)
    run.pool.for_blocks(batch.size(), score_block, [&](Index begin, Index end) {
      static thread_local MatrixD u(score_block, dimension), v(score_block, dimension);
      u.topRows(end - begin).noalias() = batch.left.rows.middleRows(begin, end - begin) * map;
      v.topRows(end - begin).noalias() = batch.right.rows.middleRows(begin, end - begin) * map;
    });
}

/// Best of a few rounds, one of each in turn: what else runs on the machine then disturbs both alike.
struct Race {
  double ours = std::numeric_limits<double>::infinity(), products = ours;

  template <class Ours, class Products>
  Race(Ours&& run_ours, Products&& run_products) {
    for (int repeat = 0; repeat < repeats; ++repeat) {
      products = std::min(products, bench::seconds(run_products));
      ours = std::min(ours, bench::seconds(run_ours));
    }
  }
  bench::Figure figure(std::string name) const {
    return {.name = std::move(name),
            .value = products / ours,
            .bar = 0.5,
            .note = fmt::format("{:.2f} s, products alone {:.2f} s", ours, products)};
  }
};

}  // namespace

int bench::run_phsic(int argc, char** argv) {
  const Options options = parse(argc, argv);
  const Run run;
  std::unique_ptr<TemporaryDirectory> temporary;
  if (options.directory.empty()) temporary = std::make_unique<TemporaryDirectory>();
  const Source files =
      write_pairs(temporary ? std::filesystem::path(temporary->path()) : options.directory, options.pairs, run);
  const bench::Report report(options.json);

  const Method method = phsic_method();
  const Parameters parameters = Parameters::resolve(method.parameters, {});
  std::vector<MatrixD> blocks(32, random_matrix(fit_block, dimension));  // 157 MB: more than the caches hold
  std::unique_ptr<Model> model;
  const Race fit(
      [&] {
        model = fit_model(method, files, parameters, {&method, 1}, run).model;
      },
      [&] { fit_products(blocks, options.pairs, run); });
  report.add(fit.figure("cooccurrence.speed.fit-vs-gemm"));
  blocks.clear();

  PairInput input(files);
  const PairBatch batch = *input.next(std::min(batch_pairs, options.pairs));
  const Index rounds = std::max<Index>(1, options.pairs / batch.size());
  const MatrixD map = random_matrix(dimension, capability<EmbedsSides>(*model).dimension());
  const auto& scorer = capability<ScoresPairs>(*model);
  const Race score(
      [&] {
        for (Index round = 0; round < rounds; ++round) scorer.score(batch, run);
      },
      [&] { score_products(batch, map, rounds, run); });
  report.add(score.figure("cooccurrence.speed.score-vs-gemm"));
  return 0;
}
