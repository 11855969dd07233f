// Entries in sorted runs, in memory or on disk, and their merging.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "couplet/base/part_bytes.h"
#include "couplet/base/run.h"
#include "couplet/text/spill_file.h"

namespace couplet {

/// Collects runs: lists of entries, sorted and combined. What a merge gives depends on what the entries of each
/// position add up to, not on how they came in runs. The rule says what an entry is:
///   Entry, Position                      entries are plain bytes; positions can be compared
///   position(entry)                      what entries are sorted by
///   sort_and_combine(entries, scratch)   sorts by position and adds up entries of one position, where they fit in one
template <class Rule>
class SortedRuns {
 public:
  using Entry = typename Rule::Entry;
  using Position = typename Rule::Position;
  using Take = std::function<void(std::vector<Entry>&& part)>;

  /// memory_bytes: how much may stay in memory.
  SortedRuns(const Rule& rule, std::int64_t memory_bytes) : rule_(rule), memory_limit_(memory_bytes) {}

  const Rule& rule() const { return rule_; }
  /// True when the memory holds `more` entries beside those that are there.
  bool has_room(std::size_t more = 0) const {
    const std::lock_guard lock(mutex_);
    return memory_bytes_ + bytes(more) <= memory_limit_;
  }

  /// Keeps a run in memory. Safe from several threads; never spills.
  void add(std::vector<Entry> entries) {
    if (entries.empty()) return;
    Stored stored;
    add_to_index(stored, entries);
    stored.entries = std::move(entries);
    const std::lock_guard lock(mutex_);
    memory_bytes_ += bytes(stored.size);
    in_memory_.push_back(std::move(stored));
  }

  /// Writes a run to disk. Throws Error(io).
  void add_on_disk(const std::vector<Entry>& entries) {
    Stored stored = run_on_disk();
    append_to_file(stored, entries);
    on_disk_.push_back(std::move(stored));
  }

  /// Merges the runs in memory into one on disk. Throws Error(io).
  void spill(const Run& run) {
    Stored spilled = run_on_disk();
    Stage stage(*run.observer, "moving counts to disk", memory_bytes_, "B");
    merge({&in_memory_}, run, [&](std::vector<Entry>&& part) {
      append_to_file(spilled, part);
      stage.advance_to(bytes(spilled.size));
    });
    on_disk_.push_back(std::move(spilled));
    in_memory_.clear();
    memory_bytes_ = 0;
  }

  /// Forgets all runs.
  void clear() {
    in_memory_.clear();
    on_disk_.clear();
    memory_bytes_ = 0;
  }

  /// In a team: every process gets the runs of all. What each had is merged first.
  void exchange(const Run& run) {
    if (run.team->size() == 1) return;
    PartWriter writer;
    merge(run, [&](std::vector<Entry>&& part) { writer.put_list(part); });
    clear();
    for (const std::string& bytes : run.team->gather(writer.take())) {
      std::vector<Entry> entries;
      for (PartReader reader(bytes); !reader.at_end();) {
        const auto part = reader.get_list<Entry>();
        entries.insert(entries.end(), part.begin(), part.end());
      }
      has_room(entries.size()) ? add(std::move(entries)) : add_on_disk(entries);
    }
  }

  /// Calls take with all entries in order, a part at a time: sorted, combined, no position in two parts. The parts are
  /// made in parallel: from each run the slice that falls in a range of positions, all slices sorted together (faster
  /// than a heap, since it happens in the cache). The runs stay as they are.
  void merge(const Run& run, const Take& take) const { merge({&on_disk_, &in_memory_}, run, take); }

 private:
  static constexpr std::size_t index_stride = 512;                   // entries: some pages of the file
  static constexpr std::size_t part_entries = std::size_t{1} << 16;  // with as much scratch, what fits in the cache

  struct Stored {
    std::vector<Entry> entries;  // or else, in the file:
    std::int64_t offset = -1;
    std::size_t size = 0;
    std::vector<Position> index;  // of every so manieth entry, from the first on
  };

  static std::int64_t bytes(std::size_t entries) { return static_cast<std::int64_t>(entries * sizeof(Entry)); }

  /// An empty run at the end of the file.
  Stored run_on_disk() {
    if (!file_) file_ = std::make_unique<SpillFile>();
    Stored stored;
    stored.offset = file_->size();
    return stored;
  }

  void append_to_file(Stored& stored, const std::vector<Entry>& entries) {
    file_->append(entries.data(), entries.size() * sizeof(Entry));
    add_to_index(stored, entries);
  }

  void add_to_index(Stored& stored, const std::vector<Entry>& entries) const {
    for (std::size_t i = (index_stride - stored.size % index_stride) % index_stride; i < entries.size();
         i += index_stride)
      stored.index.push_back(rule_.position(entries[i]));
    stored.size += entries.size();
  }

  void merge(std::initializer_list<const std::vector<Stored>*> places, const Run& run, const Take& take) const {
    std::vector<const Stored*> runs;
    for (const auto* place : places)
      for (const Stored& stored : *place) runs.push_back(&stored);
    const std::vector<Position> lows = cuts(runs);
    std::size_t next = 0;
    run.pool.stream(
        [&]() -> std::optional<std::size_t> {
          if (next == lows.size()) return std::nullopt;
          run.stop->check();
          return next++;
        },
        [&](std::size_t part) {
          std::vector<Entry> entries, scratch;
          const Position* const high = part + 1 < lows.size() ? &lows[part + 1] : nullptr;
          for (const Stored* stored : runs) append_slice(*stored, lows[part], high, entries);
          rule_.sort_and_combine(entries, scratch);
          return entries;
        },
        [&](std::vector<Entry>&& part) { take(std::move(part)); });
  }

  /// Positions that cut the runs into parts of fit size.
  static std::vector<Position> cuts(const std::vector<const Stored*>& runs) {
    // Each sample stands for index_stride entries. A slice should be longer than what is read in vain at its ends.
    std::vector<Position> samples;
    for (const Stored* stored : runs) samples.insert(samples.end(), stored->index.begin(), stored->index.end());
    std::sort(samples.begin(), samples.end());
    const std::size_t step = std::max(part_entries / index_stride, 4 * runs.size());
    std::vector<Position> lows;
    for (std::size_t i = 0; i < samples.size(); i += step)
      if (lows.empty() || samples[i] > lows.back()) lows.push_back(samples[i]);
    return lows;
  }

  /// Appends the entries from low up to, not including, high; no high: to the end.
  void append_slice(const Stored& stored, const Position& low, const Position* high,
                    std::vector<Entry>& entries) const {
    // The index tells where to look up to index_stride entries; what is looked at too much is cut off below.
    const auto block_of = [&](const Position& bound) {
      return static_cast<std::size_t>(std::lower_bound(stored.index.begin(), stored.index.end(), bound) -
                                      stored.index.begin());
    };
    const std::size_t low_block = block_of(low);
    const std::size_t begin = low_block == 0 ? 0 : (low_block - 1) * index_stride;
    const std::size_t end = high ? std::min(block_of(*high) * index_stride, stored.size) : stored.size;
    if (begin >= end) return;
    std::span<const Entry> window;
    std::vector<Entry> read;
    if (stored.offset < 0) {
      window = std::span(stored.entries).subspan(begin, end - begin);
    } else {
      read.resize(end - begin);
      file_->read(stored.offset + bytes(begin), read.data(), read.size() * sizeof(Entry));
      window = read;
    }
    const auto before = [&](const Entry& entry, const Position& bound) { return rule_.position(entry) < bound; };
    const auto from = std::lower_bound(window.begin(), window.end(), low, before);
    const auto to = high ? std::lower_bound(from, window.end(), *high, before) : window.end();
    entries.insert(entries.end(), from, to);
  }

  Rule rule_;
  std::int64_t memory_limit_;
  mutable std::mutex mutex_;
  std::int64_t memory_bytes_ = 0;
  std::vector<Stored> in_memory_, on_disk_;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace couplet
