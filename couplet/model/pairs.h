// Pairs as models take them: two texts, or two rows of vectors computed elsewhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/base/segment_sums.h"
#include "couplet/linalg/matrix.h"
#include "couplet/model/data.h"
#include "couplet/text/pair_reader.h"

namespace couplet {

/// One side of a batch: n texts, or n rows of vectors (then texts is empty).
struct Items {
  std::vector<std::string> texts;
  MatrixD rows;
  Index size() const { return texts.empty() ? rows.rows() : static_cast<Index>(texts.size()); }
};

/// n pairs. left.size() == right.size(). first: number of the first pair in the whole input, from 0.
struct PairBatch {
  Items left, right;
  Index first = 0;
  std::vector<double> weights = {};  // how much each pair counts, above 0; empty: all count 1
  Index size() const { return left.size(); }
  double weight(Index pair) const { return weights.empty() ? 1 : weights[pair]; }
};

/// Pairs in files or memory: what PairReader reads, two .npy files (told by content), or two matrices. Read block by
/// block.
class PairInput {
 public:
  /// label: the column with a label or grade, as `columns` of a source names it: how much a pair counts
  /// (PairBatch::weights). Pairs of 0 are left out; anything but a number from 0 to 100 is Error(data), or left out
  /// with BadLine::skip. Empty: all pairs count 1. Error(usage) for anything but one file or rows of texts.
  explicit PairInput(Data data, const std::string& label = "");
  ~PairInput();
  PairInput(PairInput&&) noexcept;

  /// The next `count` pairs (fewer at the end), nothing when all are read. Not thread-safe.
  std::optional<PairBatch> next(Index count);
  /// Starts again from the first pair. Error(usage) for standard input and rows that are read once.
  void rewind();
  /// True for .npy files and matrices.
  bool has_rows() const;
  /// Columns of the .npy files or matrices; 0 for texts.
  Index left_cols() const;
  Index right_cols() const;
  /// Lines skipped by --on-bad-line skip.
  std::int64_t skipped() const;
  /// Pairs of label 0 left out.
  std::int64_t negatives() const;
  /// Hash of everything read since the last rewind, for the model header.
  std::uint64_t fingerprint() const;
  /// For progress: work done and in all, 0 when unknown, and what it is counted in, "B" or "rows".
  std::int64_t position() const;
  std::int64_t total() const;
  std::string_view unit() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads all pairs in blocks of a fixed size, with progress under the name `stage`: work(PairBatch&&) -> Result on all
/// threads, then take(Result&&) one at a time in the order of the pairs. Stops between blocks when run.stop says so.
template <class Work, class Take>
void stream_pairs(PairInput& input, std::string_view stage, Index block, const Run& run, Work&& work, Take&& take) {
  Stage progress(*run.observer, stage, input.total(), input.unit());
  std::atomic<std::int64_t> position = 0;  // the input may be read while a block is taken
  const auto read = [&] {
    auto batch = input.next(block);
    position = input.position();
    return batch;
  };
  run.pool.stream(read, std::forward<Work>(work), [&](auto&& result) {
    take(std::move(result));
    progress.advance_to(position);
    run.stop->check();
  });
}

/// Pairs of label 0, and bad lines.
struct LeftOut {
  std::int64_t negatives = 0, bad_lines = 0;
};

/// Pairs that are read in segments, and more than once.
class PairPasses {
 public:
  explicit PairPasses(Data data, std::string label = "");

  /// The whole, for what is known before it is read.
  const PairInput& input() const { return whole_; }
  const Data& data() const { return data_; }
  std::int64_t segments() const { return segments_; }

  /// As sum_segments: collect(input, run) -> Part, of the pairs that input has.
  template <class Part, class Collect>
  Part sum(std::string_view pass, const Run& run, Collect&& collect) {
    return sum_segments<Part>(pass, segments_, run, [&](const Segment& segment, const Run& inner) -> Part {
      return collect(segment.whole() ? from_beginning() : from_beginning_of(segment), inner);
    });
  }

  /// As sum_apart, over blocks of a fixed size: begin() -> Part of a segment, work(PairBatch&&, segment) -> Result on
  /// all threads, then take(part, Result&&) one at a time in the order of the pairs, and end(part, what was not read).
  template <class Part, class Begin, class Work, class Take, class End>
  Part sum_blocks(std::string_view pass, Index block, const Run& run, Begin&& begin, Work&& work, Take&& take,
                  End&& end) {
    return sum_apart<Part>(pass, segments_, run, [&](const std::vector<std::int64_t>& segments, auto&& emit) {
      Stage progress(*run.observer, pass, whole_.total() * std::ssize(segments) / segments_, whole_.unit());
      std::size_t opened = 0, current = 0;  // the segment read next; the one that is summed up
      PairInput* input = nullptr;
      std::atomic<std::int64_t> position = 0;
      std::int64_t before = 0;
      std::vector<LeftOut> left_out(segments.size());
      std::optional<Part> part;
      using Block = std::pair<std::size_t, PairBatch>;
      const auto read = [&]() -> std::optional<Block> {
        for (;;) {
          if (!input) {
            if (opened == segments.size()) return std::nullopt;
            const Segment segment{segments[opened++], segments_};
            input = &(segment.whole() ? from_beginning() : from_beginning_of(segment));
          }
          if (auto batch = input->next(block)) {
            position = before + input->position();
            return Block{opened - 1, std::move(*batch)};
          }
          before += input->total();
          left_out[opened - 1] = {input->negatives(), input->skipped()};
          input = nullptr;
        }
      };
      const auto hand_on = [&](std::size_t until) {
        for (; current < until; ++current) {
          if (!part) part = begin();
          end(*part, left_out[current]);
          emit(segments[current], std::move(*part));
          part.reset();
        }
      };
      run.pool.stream(
          read, [&](Block&& item) { return std::pair(item.first, work(std::move(item.second), segments[item.first])); },
          [&](auto&& result) {
            hand_on(result.first);
            if (!part) part = begin();
            take(*part, std::move(result.second));
            progress.advance_to(position);
            run.stop->check();
          });
      hand_on(segments.size());
    });
  }

 private:
  PairInput& from_beginning();
  PairInput& from_beginning_of(const Segment& segment);

  Data data_;
  std::string label_;
  PairInput whole_;
  std::optional<PairInput> part_;
  std::int64_t segments_;
  bool read_ = false;
};

}  // namespace couplet
