// Gaussian incomplete Cholesky (100,000 x 100, rank 100) against evaluating its 100 kernel columns alone, in one run.
// Usage: couplet_bench icd [--json] [items]. One row: cooccurrence.speed.icd-vs-columns, a ratio (bar: at most 3).
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/kernels/kernel.h"
#include "couplet/linalg/incomplete_cholesky.h"

using namespace couplet;

namespace {

MatrixD rows_of(const MatrixD& x, std::span<const Index> items) {
  MatrixD rows(std::ssize(items), x.cols());
  for (std::size_t i = 0; i < items.size(); ++i) rows.row(Index(i)) = x.row(items[i]);
  return rows;
}

}  // namespace

int bench::run_icd(int argc, char** argv) {
  bool json = false;
  Index n = 100000;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      n = std::max(200L, std::atol(argv[i]));

  const Run run;
  const Index dimension = 100, rank = 100;
  Random random(7);
  MatrixD x(n, dimension);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = random.normal();
  const Kernel kernel = Kernel::parse("rbf:sigma=10");

  const KernelBlock block = [&](Index first, std::span<const Index> pivots, MutableRef<double> out) {
    kernel.evaluate(x.middleRows(first, out.rows()), rows_of(x, pivots), out);
  };
  double icd_time = std::numeric_limits<double>::infinity(), columns_time = icd_time;
  IncompleteCholesky icd;
  for (int repeat = 0; repeat < 5; ++repeat) {
    icd_time =
        std::min(icd_time, bench::seconds([&] { icd = incomplete_cholesky(kernel.diagonal(x), block, rank, 0, run); }));
    // The obvious bound: the same columns, known in advance, as one block product.
    columns_time =
        std::min(columns_time, bench::seconds([&] {
                   const MatrixD pivots = rows_of(x, icd.pivots);
                   MatrixD columns(n, rank);
                   run.pool.for_blocks(n, 512, [&](Index begin, Index end) {
                     kernel.evaluate(x.middleRows(begin, end - begin), pivots, columns.middleRows(begin, end - begin));
                   });
                 }));
  }
  bench::Report(json).add({.name = "cooccurrence.speed.icd-vs-columns",
                           .value = icd_time / columns_time,
                           .better = bench::Better::lower,
                           .bar = 3,
                           .note = fmt::format("icd {:.3f} s, columns alone {:.3f} s", icd_time, columns_time)});
  return 0;
}
