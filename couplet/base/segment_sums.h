// Sums over data that is read in segments, by one process or by a team: the same bits in every case.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/base/part_bytes.h"
#include "couplet/base/run.h"
#include "couplet/base/segment.h"
#include "couplet/base/segment_store.h"
#include "couplet/base/team.h"

namespace couplet {

/// Sums of segments, joined two by two in a fixed way: [0, 2), [2, 4), ..., then [0, 4), ... So rounding does not
/// depend on who has summed what. A Part has add(Part&&), which puts what follows after it; write(PartWriter&) const;
/// and static read(PartReader&).
template <class Part>
class SegmentTree {
 public:
  explicit SegmentTree(std::int64_t count) : count_(count) {}

  /// The sum of the segments [index << level, (index + 1) << level), as far as there are any.
  void add(int level, std::int64_t index, Part&& part) {
    for (; (std::int64_t{1} << level) < count_; ++level, index /= 2) {
      const std::int64_t beside = index ^ 1;
      if ((beside << level) >= count_) continue;
      const auto found = nodes_.find({level, beside});
      if (found == nodes_.end()) {
        nodes_.emplace(std::pair(level, index), std::move(part));
        return;
      }
      Part other = std::move(found->second);
      nodes_.erase(found);
      if (beside < index) std::swap(part, other);
      part.add(std::move(other));
    }
    nodes_.emplace(std::pair(level, std::int64_t{0}), std::move(part));
  }
  /// The nodes of another tree.
  void add(std::string_view bytes) {
    PartReader reader(bytes);
    while (!reader.at_end()) {
      const auto level = reader.get<int>();
      const auto index = reader.get<std::int64_t>();
      add(level, index, Part::read(reader));
    }
  }
  std::string bytes() const {
    PartWriter writer;
    for (const auto& [place, part] : nodes_) {
      writer.put(place.first);
      writer.put(place.second);
      part.write(writer);
    }
    return writer.take();
  }
  /// When all segments are in it.
  Part whole() && { return std::move(nodes_.begin()->second); }

 private:
  std::int64_t count_;
  std::map<std::pair<int, std::int64_t>, Part> nodes_;  // by level and index
};

template <class Part>
std::string bytes_of_part(const Part& part) {
  PartWriter writer;
  part.write(writer);
  return writer.take();
}

template <class Part>
Part part_of_bytes(std::string_view bytes) {
  PartReader reader(bytes);
  return Part::read(reader);
}

/// Which segments of `count` are this process's: [first, second).
inline std::pair<std::int64_t, std::int64_t> own_segments(std::int64_t count, const Run& run) {
  if (run.store && run.store->parts() > 1) return share_of(count, run.store->part(), run.store->parts());
  return share_of(count, run.team->rank(), run.team->size());
}

/// Whether it is not known beforehand which of them a process collects.
inline bool takes_from_queue(const Run& run) { return run.balance && run.team->size() > 1; }

/// What the processes, or those that left their sums in run.store, have in their trees, in one.
template <class Part>
Part whole_of_team(std::string_view pass, SegmentTree<Part>&& tree, std::int64_t count, const Run& run) {
  Team& team = *run.team;
  if (run.store && run.store->parts() > 1) {
    const auto [first, last] = own_segments(count, run);
    for (std::int64_t segment = 0; segment < count; ++segment) {
      if (segment >= first && segment < last) continue;
      const auto bytes = run.store->load(segment);
      if (!bytes) throw PartDone(pass, last - first, count);
      tree.add(0, segment, part_of_bytes<Part>(*bytes));
    }
  }
  if (team.size() == 1) return std::move(tree).whole();
  std::vector<std::string> all = team.collect(team.is_first() ? "" : tree.bytes());
  for (std::size_t rank = 1; rank < all.size(); ++rank) tree.add(std::exchange(all[rank], {}));
  if (!team.is_first()) return part_of_bytes<Part>(team.broadcast(""));
  Part sum = std::move(tree).whole();
  team.broadcast(bytes_of_part(sum));
  return sum;
}

/// One pass over data of `count` segments, for sums of doubles: every segment is summed by itself, by the process that
/// it belongs to (with run.balance: that is free first), and all processes get the sum. collect(segments, emit) reads
/// the segments whose numbers it is given (with run.balance it is called for one at a time) and calls emit(number,
/// Part&&) for each. What run.store has is not collected again, what is collected goes there. Throws PartDone when
/// run.store says that others do the rest, and it is not there yet.
template <class Part, class Collect>
Part sum_apart(std::string_view pass, std::int64_t count, const Run& run, Collect&& collect) {
  SegmentStore* const store = run.store;
  if (store) store->begin_pass(pass);
  SegmentTree<Part> tree(count);
  const auto take = [&](std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> missing;
    for (std::int64_t segment = first; segment < last; ++segment) {
      const auto bytes = store ? store->load(segment) : std::nullopt;
      if (bytes)
        tree.add(0, segment, part_of_bytes<Part>(*bytes));
      else
        missing.push_back(segment);
    }
    if (missing.empty()) return;
    collect(std::as_const(missing), [&](std::int64_t segment, Part&& part) {
      if (store) store->save(segment, bytes_of_part(part));
      tree.add(0, segment, std::move(part));
    });
  };
  const std::unique_ptr<TeamQueue> queue = takes_from_queue(run) ? run.team->open_queue() : nullptr;
  if (queue) {
    for (std::int64_t segment; (segment = queue->next()) < count;) take(segment, segment + 1);
  } else {
    const auto [first, last] = own_segments(count, run);
    take(first, last);
  }
  return whole_of_team(pass, std::move(tree), count, run);
}

/// The same for integers and lists, which no grouping changes: a process takes all its segments in one go, unless they
/// are kept or come from a queue. collect(segment, run) -> Part.
template <class Part, class Collect>
Part sum_segments(std::string_view pass, std::int64_t count, const Run& run, Collect&& collect) {
  if (run.store || takes_from_queue(run))
    return sum_apart<Part>(pass, count, run, [&](const std::vector<std::int64_t>& segments, auto&& emit) {
      Stage stage(*run.observer, pass, std::ssize(segments), "segments");
      for (std::size_t i = 0; i < segments.size(); ++i) {
        emit(segments[i], collect(Segment{segments[i], count}, run));
        stage.advance_to(static_cast<std::int64_t>(i) + 1);
        run.stop->check();
      }
    });
  Team& team = *run.team;
  const auto [first, last] = own_segments(count, run);
  Part sum;
  if (last > first) sum = collect(Segment{first, count, last - first}, run);
  if (team.size() == 1) return sum;
  std::vector<std::string> all = team.collect(team.is_first() || last == first ? "" : bytes_of_part(sum));
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    if (const std::string bytes = std::exchange(all[rank], {}); !bytes.empty()) sum.add(part_of_bytes<Part>(bytes));
  if (!team.is_first()) return part_of_bytes<Part>(team.broadcast(""));
  team.broadcast(bytes_of_part(sum));
  return sum;
}

/// The same, and what a process of a team has collected stays with it: each gets the sum of its own segments, Part()
/// where it has none. Nothing travels, so parts may be as large as what all processes together can hold.
template <class Part, class Collect>
Part sum_own_segments(std::string_view pass, std::int64_t count, const Run& run, Collect&& collect) {
  if (run.team->size() == 1) return sum_segments<Part>(pass, count, run, collect);
  const auto [first, last] = own_segments(count, run);
  if (!run.store) return last > first ? collect(Segment{first, count, last - first}, run) : Part();
  run.store->begin_pass(pass);
  Stage stage(*run.observer, pass, last - first, "segments");
  Part sum;
  for (std::int64_t segment = first; segment < last; ++segment) {
    run.stop->check();
    const auto bytes = run.store->load(segment);
    Part part = bytes ? part_of_bytes<Part>(*bytes) : collect(Segment{segment, count}, run);
    if (!bytes) run.store->save(segment, bytes_of_part(part));
    if (segment == first)
      sum = std::move(part);
    else
      sum.add(std::move(part));
    stage.advance_to(segment - first + 1);
  }
  return sum;
}

}  // namespace couplet
