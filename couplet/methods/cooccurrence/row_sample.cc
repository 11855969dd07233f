#include "couplet/methods/cooccurrence/row_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>

#include "couplet/base/hash.h"

namespace couplet {
namespace {

std::uint64_t key_of(Index pair) { return hash64({reinterpret_cast<const char*>(&pair), sizeof pair}, 0x7069766f74); }

/// The rows of the least keys.
class KeptRows {
 public:
  explicit KeptRows(Index size) : size_(size) {}
  /// No key from here on will be kept; may be read while rows are offered.
  std::uint64_t threshold() const { return threshold_; }
  void offer(std::uint64_t key, Index pair, const ConstRef<double>& row) {
    if (key >= threshold_) return;
    rows_.emplace(key, std::pair(pair, VectorD(row.row(0).transpose())));
    if (static_cast<Index>(rows_.size()) > size_) rows_.erase(std::prev(rows_.end()));
    if (static_cast<Index>(rows_.size()) == size_) threshold_ = rows_.rbegin()->first;
  }
  Index size() const { return static_cast<Index>(rows_.size()); }
  MatrixD in_order(Index dimension) {
    std::vector<std::pair<Index, VectorD>> sorted;
    for (auto& [key, row] : rows_) sorted.push_back(std::move(row));
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    MatrixD rows(static_cast<Index>(sorted.size()), dimension);
    for (Index i = 0; i < rows.rows(); ++i) rows.row(i) = sorted[i].second.transpose();
    return rows;
  }

 private:
  Index size_;
  std::map<std::uint64_t, std::pair<Index, VectorD>> rows_;
  std::atomic<std::uint64_t> threshold_ = std::numeric_limits<std::uint64_t>::max();
};

/// Items that may be kept, encoded.
struct Candidates {
  std::vector<std::uint64_t> keys;
  std::vector<Index> pairs;
  std::vector<char> known;
  MatrixD rows;
};

Candidates encode_candidates(const Items& items, Index first, const JoinedEncoder& encoder, std::uint64_t threshold) {
  Candidates chosen;
  Items kept;
  std::vector<Index> numbers;
  for (Index i = 0; i < items.size(); ++i) {
    const std::uint64_t key = key_of(first + i);
    if (key >= threshold) continue;
    chosen.keys.push_back(key);
    chosen.pairs.push_back(first + i);
    numbers.push_back(i);
    if (!items.texts.empty()) kept.texts.push_back(items.texts[i]);
  }
  if (items.texts.empty()) kept.rows = items.rows(numbers, Eigen::all);
  Coverage coverage;
  chosen.rows = encoder.encode(std::move(kept), chosen.known, coverage);
  return chosen;
}

void offer_all(const Candidates& block, KeptRows& kept) {
  for (Index i = 0; i < block.rows.rows(); ++i)
    if (block.known[i]) kept.offer(block.keys[i], block.pairs[i], block.rows.middleRows(i, 1));
}

double median_distance(const ConstRef<double>& rows, bool absolute) {
  constexpr Index most = 1000;
  const Index count = std::min(rows.rows(), most);
  std::vector<double> distances;
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < i; ++j) {
      const auto difference = rows.row(i * rows.rows() / count) - rows.row(j * rows.rows() / count);
      distances.push_back(absolute ? difference.cwiseAbs().sum() : difference.norm());
    }
  if (distances.empty()) return 1;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle > 0 ? *middle : 1;
}

}  // namespace

RowSample sample_rows(PairInput& input, const JoinedEncoder& left, const JoinedEncoder& right, Index size,
                      const Run& run) {
  KeptRows kept_left(size), kept_right(size);
  stream_pairs(
      input, "choosing a sample", 4096, run,
      [&](PairBatch&& batch) {
        return std::pair(encode_candidates(batch.left, batch.first, left, kept_left.threshold()),
                         encode_candidates(batch.right, batch.first, right, kept_right.threshold()));
      },
      [&](std::pair<Candidates, Candidates>&& blocks) {
        offer_all(blocks.first, kept_left);
        offer_all(blocks.second, kept_right);
        // Twice: as they are kept, and as the matrices that are made of them.
        run.memory.require(2 * 8 * (kept_left.size() * left.dimension() + kept_right.size() * right.dimension()),
                           "the sample for a nonlinear kernel");
      });
  input.rewind();
  return {kept_left.in_order(left.dimension()), kept_right.in_order(right.dimension())};
}

std::string with_median_sigma(const std::string& spec, const ConstRef<double>& rows) {
  constexpr std::string_view asked = "sigma=median";
  std::string result = spec;
  for (std::size_t at; (at = result.find(asked)) != std::string::npos;) {
    const std::size_t begin = result.find_last_of("+*(", at) + 1;  // npos + 1 is 0
    const bool absolute = result.compare(begin, 9, "laplacian") == 0;
    result.replace(at, asked.size(), fmt::format("sigma={}", median_distance(rows, absolute)));
  }
  return result;
}

}  // namespace couplet
