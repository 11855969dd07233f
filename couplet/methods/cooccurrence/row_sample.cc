#include "couplet/methods/cooccurrence/row_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>

#include "couplet/base/hash.h"

namespace couplet {
namespace {

/// The number of a pair: its segment, and its place there.
using Place = std::pair<std::int64_t, Index>;

std::uint64_t key_of(const Place& pair) {
  return hash64({reinterpret_cast<const char*>(&pair.second), sizeof pair.second},
                0x7069766f74 + static_cast<std::uint64_t>(pair.first));
}

/// The rows of the least keys.
class KeptRows {
 public:
  explicit KeptRows(Index size = 0) : size_(size) {}
  /// No key from here on will be kept.
  std::uint64_t threshold() const { return threshold_; }
  void offer(std::uint64_t key, const Place& pair, VectorD row) {
    if (key >= threshold_) return;
    rows_.emplace(key, std::pair(pair, std::move(row)));
    if (static_cast<Index>(rows_.size()) > size_) rows_.erase(std::prev(rows_.end()));
    if (static_cast<Index>(rows_.size()) == size_) threshold_ = rows_.rbegin()->first;
  }
  Index size() const { return static_cast<Index>(rows_.size()); }
  MatrixD in_order(Index dimension) {
    std::vector<std::pair<Place, VectorD>> sorted;
    for (auto& [key, row] : rows_) sorted.push_back(std::move(row));
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    MatrixD rows(static_cast<Index>(sorted.size()), dimension);
    for (Index i = 0; i < rows.rows(); ++i) rows.row(i) = sorted[i].second.transpose();
    return rows;
  }
  void add(KeptRows&& other) {
    for (auto& [key, row] : other.rows_) offer(key, row.first, std::move(row.second));
  }
  void write(PartWriter& writer) const {
    writer.put(size_);
    writer.put(size());
    for (const auto& [key, row] : rows_) {
      writer.put(key);
      writer.put(row.first.first);
      writer.put(row.first.second);
      writer.put_list(std::span<const double>(row.second.data(), static_cast<std::size_t>(row.second.size())));
    }
  }
  static KeptRows read(PartReader& reader) {
    KeptRows kept(reader.get<Index>());
    for (auto size = reader.get<Index>(); size > 0; --size) {
      const auto key = reader.get<std::uint64_t>();
      const auto segment = reader.get<std::int64_t>();
      const auto pair = reader.get<Index>();
      const auto row = reader.get_list<double>();
      kept.offer(key, {segment, pair}, VectorD::Map(row.data(), static_cast<Index>(row.size())));
    }
    return kept;
  }

 private:
  Index size_;
  std::map<std::uint64_t, std::pair<Place, VectorD>> rows_;
  std::uint64_t threshold_ = std::numeric_limits<std::uint64_t>::max();
};

/// Of both sides.
struct KeptPairs {
  KeptRows left, right;
  void add(KeptPairs&& other) {
    left.add(std::move(other.left));
    right.add(std::move(other.right));
  }
  void write(PartWriter& writer) const {
    left.write(writer);
    right.write(writer);
  }
  static KeptPairs read(PartReader& reader) {
    KeptRows left = KeptRows::read(reader);
    return {std::move(left), KeptRows::read(reader)};
  }
};

/// Items that may be kept, encoded.
struct Candidates {
  std::vector<std::uint64_t> keys;
  std::vector<Place> pairs;
  std::vector<char> known;
  MatrixD rows;
};

Candidates encode_candidates(const Items& items, const Place& first, const JoinedEncoder& encoder,
                             std::uint64_t threshold) {
  Candidates chosen;
  Items kept;
  std::vector<Index> numbers;
  for (Index i = 0; i < items.size(); ++i) {
    const Place place{first.first, first.second + i};
    const std::uint64_t key = key_of(place);
    if (key >= threshold) continue;
    chosen.keys.push_back(key);
    chosen.pairs.push_back(place);
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
    if (block.known[i]) kept.offer(block.keys[i], block.pairs[i], block.rows.row(i).transpose());
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

RowSample sample_rows(PairPasses& passes, const JoinedEncoder& left, const JoinedEncoder& right, Index size,
                      const Run& run) {
  // Hints that spare work: what is above them can no longer be kept, in the whole.
  std::atomic<std::uint64_t> left_threshold = KeptRows(size).threshold(), right_threshold = left_threshold.load();
  KeptPairs kept = passes.sum_blocks<KeptPairs>(
      "choosing a sample", 4096, run,
      [&] {
        return KeptPairs{KeptRows(size), KeptRows(size)};
      },
      [&](PairBatch&& batch, std::int64_t segment) {
        const Place first{segment, batch.first};
        return std::pair(encode_candidates(batch.left, first, left, left_threshold),
                         encode_candidates(batch.right, first, right, right_threshold));
      },
      [&](KeptPairs& some, std::pair<Candidates, Candidates>&& blocks) {
        offer_all(blocks.first, some.left);
        offer_all(blocks.second, some.right);
        left_threshold = std::min(left_threshold.load(), some.left.threshold());
        right_threshold = std::min(right_threshold.load(), some.right.threshold());
        // Twice: as they are kept, and as the matrices that are made of them.
        run.memory.require(2 * 8 * (some.left.size() * left.dimension() + some.right.size() * right.dimension()),
                           "the sample for a nonlinear kernel");
      },
      [](KeptPairs&, const LeftOut&) {});
  return {kept.left.in_order(left.dimension()), kept.right.in_order(right.dimension())};
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
