#include "couplet/methods/ngram/ngram_runs.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace couplet {

std::vector<NgramCount> counted_keys(std::vector<NgramKey>&& keys) {
  std::sort(keys.begin(), keys.end());
  std::vector<NgramCount> counts;
  for (std::size_t i = 0; i < keys.size();) {
    std::size_t end = i + 1;
    while (end < keys.size() && keys[end] == keys[i]) ++end;
    counts.push_back({keys[i], end - i});
    i = end;
  }
  return counts;
}

void NgramRuns::add(std::vector<NgramCount>&& run) {
  const std::size_t bytes = run.size() * sizeof(NgramCount);
  Stored stored;
  if (memory_bytes_ + static_cast<std::int64_t>(bytes) <= memory_limit_) {
    run.shrink_to_fit();
    memory_bytes_ += static_cast<std::int64_t>(bytes);
    stored.entries = std::move(run);
  } else {
    if (!file_) file_ = std::make_unique<SpillFile>();
    stored.offset = file_->append(run.data(), bytes);
    stored.left = run.size();
    ++spilled_;
  }
  runs_.push_back(std::move(stored));
}

bool NgramRuns::fill(Stored& run) const {
  if (run.next < run.entries.size()) return true;
  if (run.left == 0) return false;
  constexpr std::size_t part = 1 << 14;
  run.entries.resize(std::min(part, run.left));
  file_->read(run.offset, run.entries.data(), run.entries.size() * sizeof(NgramCount));
  run.offset += static_cast<std::int64_t>(run.entries.size() * sizeof(NgramCount));
  run.left -= run.entries.size();
  run.next = 0;
  return true;
}

void NgramRuns::merge(const std::function<void(const NgramCount&)>& take) {
  using Head = std::pair<NgramKey, std::size_t>;  // the next key of a run
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  const auto push = [&](std::size_t run) {
    if (fill(runs_[run])) heads.emplace(runs_[run].entries[runs_[run].next].key, run);
  };
  for (std::size_t run = 0; run < runs_.size(); ++run) push(run);
  while (!heads.empty()) {
    NgramCount sum{heads.top().first, 0};
    while (!heads.empty() && heads.top().first == sum.key) {
      const std::size_t run = heads.top().second;
      heads.pop();
      sum.count += runs_[run].entries[runs_[run].next++].count;
      push(run);
    }
    take(sum);
  }
  runs_.clear();
  memory_bytes_ = 0;
}

}  // namespace couplet
