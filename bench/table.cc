// Decomposing a large sparse table: products with blocks of vectors against the speed of memory; and, for comparison
// with other libraries on the very same table, its largest singular values.
// Usage: couplet_bench table [--json]                          the ratio, on a generated table
//        couplet_bench table --write FILE ROWS CELLS           writes a generated table as a file of counts
//        couplet_bench table [--json] --svd FILE K             D(r)^-1/2 P D(c)^-1/2 of such a file: seconds and
//        residual of K
//        triplets
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/base/version.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/vectors/cells.h"
#include "couplet/methods/vectors/counts.h"
#include "couplet/model/container.h"

using namespace couplet;

namespace {

/// About `cells` counts in a square table like one of words: rows and columns of Zipf frequencies, and fifty topics
/// within which labels meet more often.
CsrMatrix<double> generate(Index size, std::int64_t cells, const Run& run) {
  constexpr Index topics = 50, block = 256;
  const double log_size = std::log(static_cast<double>(size));
  const double mean = static_cast<double>(cells) / static_cast<double>(size);
  std::vector<std::vector<std::int32_t>> rows(size);
  run.pool.for_blocks(size, block, [&](Index begin, Index end) {
    Random random(20261115, static_cast<std::uint64_t>(begin));
    for (Index i = begin; i < end; ++i) {
      auto& row = rows[i];
      // Widths between a fifth and several times the mean; collisions make up for what is drawn too much.
      const double width = mean * (0.1 + 0.8 * std::pow(static_cast<double>(i + 1) / static_cast<double>(size), -0.35));
      row.reserve(static_cast<std::size_t>(width));
      for (std::int64_t c = 0; c < static_cast<std::int64_t>(width); ++c) {
        auto column = static_cast<Index>(std::exp(std::pow(random.uniform(), 0.35) * log_size)) - 1;
        if (random.uniform() < 0.5) column = column / topics * topics + i % topics;
        row.push_back(static_cast<std::int32_t>(std::min(column, size - 1)));
      }
      row.push_back(static_cast<std::int32_t>(i));  // no empty column
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
    }
  });
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  for (auto& row : rows) {
    columns.insert(columns.end(), row.begin(), row.end());
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
    row = {};
  }
  Random random(7);
  std::vector<double> values(columns.size());
  for (double& value : values) value = static_cast<double>(1 + static_cast<int>(-2 * std::log(1 - random.uniform())));
  return CsrMatrix<double>(size, size, std::move(offsets), std::move(columns), std::move(values));
}

void write_table(const std::string& path, Index size, std::int64_t cells, const Run& run) {
  CountTable table;
  table.counts = generate(size, cells, run);
  for (Index i = 0; i < size; ++i) {
    table.rows.add(fmt::format("r{}", i));
    table.cols.add(fmt::format("c{}", i));
  }
  ModelHeader header;
  header.method = "counts";
  header.details = {{"text", ""}};
  header.data_rows = size;
  header.library_version = library_version;
  save_model(CountsModel(std::move(header), std::move(table)), path);
}

void measure_svd(const bench::Report& report, const std::string& path, Index k, const Run& run) {
  const CountTable table = CountTable::load(ModelFile(path), "table", "");
  const VectorD r = table.row_sums().array().rsqrt(), c = table.col_sums().array().rsqrt();
  const CsrOperator<float> a(map_cells<float>(
      table.counts, [&](Index i, Index j, double count) { return r[i] * count * c[j]; }, run));
  TruncatedSvd<float> svd;
  const double seconds = bench::seconds([&] { svd = truncated_svd<float>(a, k, {}, run); });
  report.add({.name = "table.svd.seconds", .value = seconds, .better = bench::Better::lower});
  report.add({.name = "table.svd.residual", .value = svd.residual, .better = bench::Better::lower});
  report.add({.name = "table.cells", .value = static_cast<double>(table.counts.nonzeros())});
}

/// One product of the table with 16 columns, against reading as many bytes as it must: the cells, and the gathered
/// lines.
void measure_product(const bench::Report& report, const Run& run) {
  constexpr Index size = 40000, width = 16;
  const CsrMatrix<double> counts = generate(size, 20'000'000, run);
  const CsrMatrix<float> a = map_cells<float>(
      counts, [](Index, Index, double value) { return value; }, run);
  MatrixF x = MatrixF::Random(size, width), out(size, width);
  const std::size_t bytes = a.values().size() * (sizeof(float) + sizeof(std::int32_t) + width * sizeof(float));
  const std::vector<std::uint64_t> memory(bytes / 8, 1);
  double product = 1e9, reading = 1e9;
  std::vector<std::uint64_t> sums(memory.size() / 65536 + 1);
  for (int round = 0; round < 5; ++round) {
    product = std::min(product, bench::seconds([&] { a.multiply(x, out, run); }));
    reading = std::min(reading, bench::seconds([&] {
                         run.pool.for_blocks(static_cast<Index>(memory.size()), 65536, [&](Index begin, Index end) {
                           std::uint64_t sum = 0;
                           for (Index i = begin; i < end; ++i) sum += memory[i];
                           sums[begin / 65536] = sum;
                         });
                       }));
  }
  report.add({.name = "vectors.speed.product-vs-reading",
              .value = reading / product,
              .bar = 0.5,
              .note = fmt::format("{} cells x {} columns in {:.0f} ms; reading as many bytes {:.0f} ms", a.nonzeros(),
                                  width, 1000 * product, 1000 * reading)});
}

}  // namespace

int bench::run_table(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool json = std::erase(words, "--json") > 0;
  const Run run;
  if (words.size() == 4 && words[0] == "--write") {
    write_table(words[1], std::stoll(words[2]), std::stoll(words[3]), run);
    return 0;
  }
  const bench::Report report(json);
  if (words.size() == 3 && words[0] == "--svd")
    measure_svd(report, words[1], std::stoll(words[2]), run);
  else
    measure_product(report, run);
  return 0;
}
