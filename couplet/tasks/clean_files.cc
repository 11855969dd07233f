#include "couplet/tasks/clean_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace couplet {
namespace {

void open_asked(std::unique_ptr<CompressedFile>& file, const std::string& path) {
  if (!path.empty()) file = std::make_unique<CompressedFile>(path);
}

}  // namespace

RepeatFinder::RepeatFinder(Repeats repeats, bool near, std::int64_t bytes) : repeats_(repeats) {
  // Four bits a byte of the file are hundreds a pair; a pipe gets as many as 25 million pairs need.
  constexpr std::int64_t most = std::int64_t{1} << 31, of_pipe = std::int64_t{1} << 29;
  const std::int64_t bits = repeats == Repeats::keep ? 0 : bytes > 0 ? std::min(most, 4 * bytes) : of_pipe;
  first_ = std::make_unique<SeenBefore>(bits);
  if (near) near_ = std::make_unique<SeenBefore>(2 * (bytes > 0 ? std::min(most, 4 * bytes) : of_pipe));
  if (repeats == Repeats::either) second_ = std::make_unique<SeenBefore>(bits);
}

const char* RepeatFinder::reason(std::uint64_t left, std::uint64_t right, const std::vector<std::uint64_t>& near) {
  const char* same = equal(left, right);
  bool nearly = false;
  for (const std::uint64_t hash : near) nearly = near_->add(hash) || nearly;
  return same || !nearly ? same : "near duplicate";
}

const char* RepeatFinder::equal(std::uint64_t left, std::uint64_t right) {
  switch (repeats_) {
    case Repeats::keep:
      return nullptr;
    case Repeats::pairs:
      return first_->add(left * 31 + right) ? "duplicate" : nullptr;
    case Repeats::left:
      return first_->add(left) ? "duplicate left" : nullptr;
    case Repeats::right:
      return first_->add(right) ? "duplicate right" : nullptr;
    case Repeats::either:
      break;
  }
  const bool left_seen = first_->add(left), right_seen = second_->add(right);
  return left_seen ? "duplicate left" : right_seen ? "duplicate right" : nullptr;
}

CleanedFiles::CleanedFiles(const CleanOptions& options, const std::string& header) {
  open_asked(kept_, options.output);
  open_asked(right_, options.output_right);
  open_asked(scores_, options.scores);
  open_asked(dropped_, options.dropped);
  open_asked(page_, options.page);
  if (!header.empty() && !right_) kept_->write(header + "\n");
  if (scores_) scores_->write("pair\tprobability\tlog_odds\tkept\treason\n");
  if (dropped_) dropped_->write("reason\tprobability\tpair\t" + (header.empty() ? "left\tright" : header) + "\n");
}

void CleanedFiles::take(std::int64_t number, const CleanedPair& pair, const std::string& reason,
                        const std::string& line, const std::string& left, const std::string& right) {
  if (scores_)
    scores_->write(fmt::format("{}\t{:.6g}\t{:.6g}\t{}\t{}\n", number, pair.probability(), pair.log_odds,
                               reason.empty() ? 1 : 0, reason));
  if (!reason.empty()) {
    if (dropped_) dropped_->write(fmt::format("{}\t{:.6g}\t{}\t{}\n", reason, pair.probability(), number, line));
    return;
  }
  kept_->write((right_ ? left : line) + "\n");
  if (right_) right_->write(right + "\n");
}

void CleanedFiles::finish(const CleaningReport& report) {
  if (page_) page_->write(cleaning_page(report));
  for (CompressedFile* file : {page_.get(), dropped_.get(), scores_.get(), right_.get(), kept_.get()})
    if (file) file->commit();
}

}  // namespace couplet
