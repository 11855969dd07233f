// Processor seconds of scoring from memory, the best of several times: what doors to the library are measured against.
//   couplet_bench score MODEL PAIRS.tsv | MODEL LEFT.npy RIGHT.npy [--json]
#include <algorithm>
#include <cstring>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/npy.h"
#include "couplet/model/pairs.h"
#include "couplet/tasks/score.h"

using namespace couplet;

namespace {

constexpr int times = 7;

/// Looks at every row, and keeps none.
class SummedRows final : public RowSink {
 public:
  void begin(std::string_view, std::span<const Column>) override {}
  void row(std::span<const Cell> cells) override {
    if (const auto* score = std::get_if<double>(&cells[1])) sum_ += *score;
  }
  double sum() const { return sum_; }

 private:
  double sum_ = 0;
};

MatrixD read_matrix(const std::string& path) {
  const NpyReader reader(path);
  MatrixD rows(reader.rows(), reader.cols());
  reader.read(0, reader.rows(), {rows.data(), static_cast<std::size_t>(rows.size())});
  return rows;
}

Source read_texts(const std::string& path) {
  PairInput input(Source{.paths = {path}, .no_header = true});
  std::vector<std::string> left, right;
  while (auto batch = input.next(1 << 16)) {
    std::move(batch->left.texts.begin(), batch->left.texts.end(), std::back_inserter(left));
    std::move(batch->right.texts.begin(), batch->right.texts.end(), std::back_inserter(right));
  }
  return pairs_in_memory(std::move(left), std::move(right));
}

}  // namespace

int bench::run_score(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool json = std::erase(words, "--json") > 0;
  const auto model = LoadedModel::open(words.at(0));
  MatrixF left, right;
  Data data;
  if (words.size() == 3) {
    left = read_matrix(words[1]).cast<float>();
    right = read_matrix(words[2]).cast<float>();
    data = vectors_in_memory(left, right);
  } else {
    data = read_texts(words.at(1));
  }
  double best = 1e9, sum = 0;
  for (int i = 0; i < times; ++i) {
    SummedRows rows;
    best = std::min(best, processor_seconds([&] { couplet::score(*model, data, {}, rows, Run()); }));
    sum = rows.sum();
  }
  bench::Report(json).add({"score.seconds", best, Better::lower, {}, fmt::format("scores add up to {:.6g}", sum)});
  return 0;
}
