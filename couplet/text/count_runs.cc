#include "couplet/text/count_runs.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace couplet {
namespace {

constexpr std::size_t index_stride = 512;                   // entries: a page of the file
constexpr std::size_t part_entries = std::size_t{1} << 16;  // with as much scratch, what the second-level cache holds

}  // namespace

void CountRuns::add(std::vector<std::uint64_t> entries) {
  if (entries.empty()) return;
  Stored stored;
  stored.size = entries.size();
  for (std::size_t i = 0; i < entries.size(); i += index_stride) stored.index.push_back(entries[i]);
  stored.entries = std::move(entries);
  const std::lock_guard lock(mutex_);
  memory_bytes_ += static_cast<std::int64_t>(stored.size * sizeof(std::uint64_t));
  in_memory_.push_back(std::move(stored));
}

bool CountRuns::full() const {
  const std::lock_guard lock(mutex_);
  return memory_bytes_ > memory_limit_;
}

void CountRuns::spill(const Run& run) {
  std::vector<const Stored*> runs;
  for (const Stored& stored : in_memory_) runs.push_back(&stored);
  if (!file_) file_ = std::make_unique<SpillFile>();
  Stored spilled;
  spilled.offset = file_->size();
  Stage stage(*run.observer, "moving counts to disk", memory_bytes_, "B");
  merge(runs, run, [&](std::vector<std::uint64_t>&& part) {
    append_to_file(spilled, part);
    stage.advance_to(static_cast<std::int64_t>(spilled.size * sizeof(std::uint64_t)));
  });
  on_disk_.push_back(std::move(spilled));
  in_memory_.clear();
  memory_bytes_ = 0;
}

void CountRuns::append_to_file(Stored& stored, const std::vector<std::uint64_t>& entries) {
  for (std::size_t i = (index_stride - stored.size % index_stride) % index_stride; i < entries.size();
       i += index_stride)
    stored.index.push_back(entries[i]);
  file_->append(entries.data(), entries.size() * sizeof(std::uint64_t));
  stored.size += entries.size();
}

void CountRuns::merge(const Run& run, const Take& take) const {
  std::vector<const Stored*> runs;
  for (const Stored& stored : on_disk_) runs.push_back(&stored);
  for (const Stored& stored : in_memory_) runs.push_back(&stored);
  merge(runs, run, take);
}

void CountRuns::merge(const std::vector<const Stored*>& runs, const Run& run, const Take& take) const {
  const std::vector<std::uint64_t> lows = cuts(runs);
  std::size_t next = 0;
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  run.pool.stream(
      [&]() -> std::optional<Range> {
        if (next == lows.size()) return std::nullopt;
        run.stop->check();
        const std::size_t i = next++;
        return Range{lows[i], i + 1 < lows.size() ? lows[i + 1] : 0};
      },
      [&](Range&& range) {
        std::vector<std::uint64_t> entries, scratch;
        for (const Stored* stored : runs) append_slice(*stored, range.first, range.second, entries);
        sort_and_combine(layout_, entries, scratch);
        return entries;
      },
      [&](std::vector<std::uint64_t>&& part) { take(std::move(part)); });
}

std::vector<std::uint64_t> CountRuns::cuts(const std::vector<const Stored*>& runs) const {
  // Each sample stands for index_stride entries. A slice should be longer than what is read in vain at its ends.
  std::vector<std::uint64_t> samples;
  for (const Stored* stored : runs) samples.insert(samples.end(), stored->index.begin(), stored->index.end());
  std::sort(samples.begin(), samples.end());
  const std::size_t step = std::max(part_entries / index_stride, 4 * runs.size());
  std::vector<std::uint64_t> lows;
  for (std::size_t i = 0; i < samples.size(); i += step) {
    const std::uint64_t low = layout_.position(samples[i]) << layout_.weight_bits();
    if (lows.empty() || low > lows.back()) lows.push_back(low);
  }
  return lows;
}

void CountRuns::append_slice(const Stored& stored, std::uint64_t low, std::uint64_t high,
                             std::vector<std::uint64_t>& entries) const {
  // The index tells where to look up to index_stride entries; what is looked at too much is cut off below.
  const auto block_of = [&](std::uint64_t bound) {
    return static_cast<std::size_t>(std::lower_bound(stored.index.begin(), stored.index.end(), bound) -
                                    stored.index.begin());
  };
  const std::size_t low_block = block_of(low);
  const std::size_t begin = low_block == 0 ? 0 : (low_block - 1) * index_stride;
  const std::size_t end = high == 0 ? stored.size : std::min(block_of(high) * index_stride, stored.size);
  if (begin >= end) return;
  std::span<const std::uint64_t> window;
  std::vector<std::uint64_t> read;
  if (stored.offset < 0) {
    window = std::span(stored.entries).subspan(begin, end - begin);
  } else {
    read.resize(end - begin);
    file_->read(stored.offset + static_cast<std::int64_t>(begin * sizeof(std::uint64_t)), read.data(),
                read.size() * sizeof(std::uint64_t));
    window = read;
  }
  const auto from = std::lower_bound(window.begin(), window.end(), low);
  const auto to = high == 0 ? window.end() : std::lower_bound(from, window.end(), high);
  entries.insert(entries.end(), from, to);
}

}  // namespace couplet
